"""boardgame.io's server as a separate process, with its matches in memory or in files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from proofs.load.boardgame_io.seat import PeerSeat
from proofs.load.contender import Contender, Opened, steady
from proofs.load.seat import SeatedTables
from proofs.tools.plans import Plan, long
from proofs.tools.server_process import ServerProcess

NAME = "boardgame.io"
MEMORY, FILES = "bg.io memory", "bg.io files"
SEATS = 2
FIRST = 50  # tables to begin with, so that Node has compiled what it runs often
FOLDER = Path(__file__).parent


def peer_runs(form: str) -> list[tuple[Contender, float]]:
    """As fast as possible and at a steady rate, with each of its two storages."""
    return [(Peer(name), rate) for rate in (0.0, steady(form)) for name in (MEMORY, FILES)]


@dataclass(frozen=True)
class Peer:
    name: str

    @contextmanager
    def open(self, folder: Path, count: int) -> Iterator[Opened]:
        plan = long(SEATS)
        with PeerProcess(folder, plan.game, self.name == FILES) as server:
            yield OpenedPeer(server, plan, count)


class PeerProcess(ServerProcess):
    def __init__(self, data: Path, game: str, in_files: bool) -> None:
        super().__init__(data, environment={"NODE_ENV": "production"})
        self.game, self.in_files = game, in_files

    def command(self) -> list[str]:
        return ["node", str(FOLDER / "server.mjs"), self.game, *([str(self.data / "matches")] if self.in_files else [])]


class OpenedPeer(Opened):
    """Matches are made when they are asked for: those in memory count as memory of their tables."""

    seconds_before = 2.0

    def __init__(self, server: ServerProcess, plan: Plan, count: int) -> None:
        self.server, self.plan, self.count = server, plan, count

    def first_tables(self) -> SeatedTables:
        return self.make(FIRST)

    def tables(self) -> SeatedTables:
        return self.make(self.count)

    def make(self, count: int) -> SeatedTables:
        with closing(HTTPConnection("127.0.0.1", self.server.port)) as line:
            return [self.make_table(line) for _ in range(count)]

    def make_table(self, line: HTTPConnection) -> list[Any]:
        made = ask(line, f"/games/{self.plan.game}/create", {"numPlayers": SEATS, "setupData": dict(self.plan.options)})
        match = made["matchID"]
        joined = [ask(line, f"/games/{self.plan.game}/{match}/join", who(seat)) for seat in range(SEATS)]
        return [
            PeerSeat(self.server.port, self.plan.game, match, str(seat), one["playerCredentials"])
            for seat, one in enumerate(joined)
        ]


def who(seat: int) -> dict[str, str]:
    return {"playerID": str(seat), "playerName": f"Player {seat + 1}"}


def ask(line: HTTPConnection, path: str, given: Mapping[str, Any]) -> Any:
    """A request to the lobby."""
    line.request("POST", path, json.dumps(given), {"content-type": "application/json"})
    answer = line.getresponse()
    body = answer.read()
    if answer.status != 200:
        raise RuntimeError(f"boardgame.io answered {answer.status} to {path}: {body[:200]!r}")
    return json.loads(body)
