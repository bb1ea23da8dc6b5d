"""Stored matches survive changes of the rules: what no longer fits is closed with an explanation, and nothing is altered."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from carreau.core.game import Game
from carreau.games import quickest
from carreau.store.sqlite_log import SQLiteLog
from carreau.table.entry import Entry
from carreau.web.messages import Event, Gone, Plain
from proofs.proof import Broken, Figures, Proof, Run, require, work_folder
from proofs.tools.changed_copy import PACKAGE, ChangedCopy, runs_from
from proofs.tools.ledger import Ledger
from proofs.tools.plans import Plan, drawn_games
from proofs.tools.player import Player
from proofs.tools.run_async import synchronous
from proofs.tools.server import Server
from proofs.tools.server_process import ServerProcess
from proofs.tools.tables import FILE, make_tables

FEWER = """

every_legal = legal


@rule
def legal(s, seat, out):
    return min(every_legal(s, seat, out), 1)
"""  # added at the end of a game's rules: only the first legal action stays legal
CLOSED = {"en": "This table is closed: ", "fr": "Cette table est fermée\u00a0: "}
OK, GONE = 200, 410
WHOLE_MATCH = 300.0  # seconds


@dataclass
class KeptMatch:
    """One match played with this version of the program, as it was left."""

    folder: Path
    id: str
    secret: str
    rows: list[Entry] = field(init=False)

    def __post_init__(self) -> None:
        self.rows = self.read()

    def read(self) -> list[Entry]:
        log = SQLiteLog(self.folder / FILE)
        try:
            return log.entries(self.id)
        finally:
            log.close()


def prove_versions(run: Run) -> Figures:
    with work_folder("versions") as folder:
        kept = play_match(run, folder / "data")
        figures: Figures = {"entries of the match": len(kept.rows)}
        for name, change in CHANGES.items():
            run.say(f"a copy with {name}")
            figures[name] = check_closed(kept, change(folder / name.replace(" ", "-")).environment)
        found = replay_all(kept.folder)
        if found != {"matches": 1, "replayed": 1, "closed": [], "damage": []}:
            raise Broken(f"The match does not replay with the program it was played with: {found}.")
        return {**figures, "its own program": "replays"}


# copies of this program


def subject() -> Game:
    """The quickest game in the package itself, since games elsewhere are not copied with it."""
    return quickest(2, [game for game in drawn_games() if game.folder.is_relative_to(PACKAGE)])


def with_another_version(folder: Path) -> ChangedCopy:
    game = subject()
    return ChangedCopy(folder).change(game.folder / "__init__.py", f"version={game.version},", f"version={game.version + 1},")


def without_the_game(folder: Path) -> ChangedCopy:
    return ChangedCopy(folder).remove(subject().folder)


def with_other_rules(folder: Path) -> ChangedCopy:
    return ChangedCopy(folder).add(Path(str(subject().rules.__file__)), FEWER)


CHANGES = {
    "another version": with_another_version,
    "no such game": without_the_game,
    "other rules under the same version": with_other_rules,
}


# the match


@synchronous
async def play_match(run: Run, folder: Path, plies: int | None = None) -> KeptMatch:
    """A match played over real sockets, to the end or for some plies."""
    ((id, secrets),) = make_tables(folder, Plan(subject().id, 2, subject().short), seed=run.seed).items()
    ledger = Ledger(id)
    with ServerProcess(folder) as server:
        players = [Player(ledger, server, seat, secret, run.chance(seat)) for seat, secret in enumerate(secrets)]
        async with asyncio.timeout(WHOLE_MATCH):
            playing = asyncio.gather(*(player.play() for player in players))
            while not playing.done() and (plies is None or ledger.reached < plies):
                await asyncio.sleep(0.02)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
    return KeptMatch(folder, id, secrets[0])


@synchronous
async def check_closed(kept: KeptMatch, environment: Mapping[str, str]) -> str:
    """Everyone who comes to the table is told why it is closed, in their language; the log stays as it was."""
    with ServerProcess(kept.folder, environment=environment) as server:
        told = {language: await why_closed(server, kept, language) for language in CLOSED}
        for language, sentence in told.items():
            await check_pages(server, kept, language, sentence)
    found = replay_all(kept.folder, environment)
    named = found["matches"] == len(found["closed"]) and found["closed"][0]["why"].startswith(told["en"])
    require(named, f"carreau replay --all does not name the closed table: {found}.")
    require(kept.read() == kept.rows, "The log of a closed table was altered.")
    return told["en"]


async def why_closed(server: Server, kept: KeptMatch, language: str) -> str:
    """What the socket says."""
    async with server.client(kept.id, kept.secret, language=language) as client:
        message = await client.hear_one(Gone, Plain, Event)
    if not isinstance(message, Gone) or not message.text.startswith(CLOSED[language]):
        raise Broken(f"A table that no longer fits is not closed: {message}.")
    return message.text


async def check_pages(server: Server, kept: KeptMatch, language: str, told: str) -> None:
    sentence = " ".join(told.split())  # as people read pages: all spaces are alike
    for page in ("", "/replay", "/record.json", "/moment"):
        answer = await server.ask(f"/table/{kept.id}{page}", kept.secret, language)
        is_told = answer.status == GONE and sentence in answer.text
        require(is_told, f"/table/…{page} of a closed table returns {answer.status}: {answer.text[:200]}")
    first = await server.ask("/", kept.secret, language)
    is_told = first.status == OK and sentence in first.text
    require(is_told, f"The home page does not say why a table is closed ({first.status}).")


def replay_all(folder: Path, environment: Mapping[str, str] | None = None) -> Figures:
    """`carreau replay --all` as a process; its exit code matches what it prints."""
    command = [sys.executable, "-P", "-m", "carreau", "replay", "--all", "--data", str(folder), "--json"]
    given = {**os.environ, **runs_from(), **(environment or {})}
    done = subprocess.run(command, capture_output=True, text=True, env=given, check=False)
    require(done.returncode in (0, 1), f"carreau replay --all failed: {done.stderr[-300:]}")
    found: Figures = json.loads(done.stdout)
    as_found = done.returncode == bool(found["closed"])
    require(as_found, f"carreau replay --all ends with exit code {done.returncode}, and finds {found['closed']}.")
    return found


PROOF = Proof("versions", "Stored matches survive changes of the rules: closed with a reason, never altered.", prove_versions)
