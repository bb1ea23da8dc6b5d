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
from carreau.store.log import Log
from carreau.store.stored import Row
from carreau.web.messages import Gone, Preparing
from proofs.proof import Broken, Figures, Run, workplace
from proofs.tools.changed_copy import PACKAGE, Edition, runs_from
from proofs.tools.client import Client
from proofs.tools.http import fetch
from proofs.tools.ledger import Account
from proofs.tools.plans import drawn_games
from proofs.tools.player import Player
from proofs.tools.server_process import Server
from proofs.tools.tables import FILE, lay

FEWER = """

every_legal = legal


@rule
def legal(s, seat, out):
    return min(every_legal(s, seat, out), 1)
"""  # at the end of a game's rules: only the first of all legal actions is one
CLOSED = {"en": "This table is closed: ", "fr": "Cette table est fermée : "}
FINE, GONE = 200, 410
WHOLE_MATCH = 300.0  # seconds


@dataclass
class Shelf:
    """One match of the edition at hand, as it was left."""

    folder: Path
    id: str
    secret: str
    rows: list[Row] = field(default_factory=list)

    def read(self) -> list[Row]:
        log = Log(self.folder / FILE)
        try:
            return log.rows(self.id)
        finally:
            log.close()


def prove_versions(run: Run) -> Figures:
    with workplace("versions") as folder:
        shelf = begin(run, folder / "data")
        seen: Figures = {"entries of the match": len(shelf.rows)}
        for name, edition in editions(folder):
            run.say(f"an edition with {name}")
            seen[name] = check_closed(shelf, edition.environment)
        found = replay_all(shelf.folder)
        if found != {"matches": 1, "replayed": 1, "closed": [], "damage": []}:
            raise Broken(f"The match does not replay with its own edition: {found}.")
        return {**seen, "its own edition": "replays"}


def subject() -> Game:
    """The quickest game of the package itself: it is copied with it."""
    return quickest(2, [game for game in drawn_games() if game.folder.is_relative_to(PACKAGE)])


def editions(folder: Path) -> list[tuple[str, Edition]]:
    return [
        ("another version", newer(folder / "newer")),
        ("no such game", fewer(folder / "fewer")),
        ("other rules under the same version", other(folder / "other")),
    ]


def newer(folder: Path) -> Edition:
    game = subject()
    return Edition(folder).change(game.folder / "__init__.py", f"version={game.version},", f"version={game.version + 1},")


def fewer(folder: Path) -> Edition:
    return Edition(folder).remove(subject().folder)


def other(folder: Path) -> Edition:
    return Edition(folder).add(Path(str(subject().rules.__file__)), FEWER)


def begin(run: Run, folder: Path, plies: int | None = None) -> Shelf:
    """A match played over real sockets, with the edition at hand."""
    game = subject()
    ((id, secrets),) = lay(folder, game.id, 2, 1, game.short, seed=run.seed).items()
    server, account = Server(folder).start(), Account(id)
    players = [Player(account, lambda: server.address, k, secret, run.chance(k)) for k, secret in enumerate(secrets)]
    try:
        asyncio.run(play_all(players, plies))
    finally:
        server.end()
    shelf = Shelf(folder, id, secrets[0])
    shelf.rows = shelf.read()
    return shelf


async def play_all(players: list[Player], plies: int | None) -> None:
    """To the end, or until so many have been played."""
    async with asyncio.timeout(WHOLE_MATCH):
        playing = asyncio.gather(*(player.play() for player in players))
        while not playing.done() and (plies is None or players[0].account.reached < plies):
            await asyncio.sleep(0.02)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


def check_closed(shelf: Shelf, environment: Mapping[str, str]) -> str:
    """Everybody who comes to the table is told why it is closed, in their language; the log stays as it was."""
    server = Server(shelf.folder, environment=environment).start()
    try:
        told = {language: asyncio.run(knock(server, shelf, language)) for language in CLOSED}
        for language, sentence in told.items():
            check_pages(server, shelf, language, sentence)
    finally:
        server.end()
    check_replay_all(shelf, environment, told["en"])
    if shelf.read() != shelf.rows:
        raise Broken("The log of a closed table was altered.")
    return told["en"]


async def knock(server: Server, shelf: Shelf, language: str) -> str:
    """What the socket says."""
    async with Client(server.address, shelf.id, shelf.secret, language=language) as client:
        message = await client.hear()
        while isinstance(message, Preparing):
            message = await client.hear()
    if not isinstance(message, Gone) or not message.text.startswith(CLOSED[language]):
        raise Broken(f"A table that no longer fits is not closed: {message}.")
    return message.text


def check_pages(server: Server, shelf: Shelf, language: str, sentence: str) -> None:
    for page in ("", "/replay", "/record.json", "/moment"):
        status, text = fetch(f"{server.address}/table/{shelf.id}{page}", shelf.secret, language)
        if status != GONE or sentence not in text:
            raise Broken(f"/table/…{page} of a closed table answers {status}: {text[:200]}")
    status, text = fetch(server.address, shelf.secret, language)
    if status != FINE or sentence not in text:
        raise Broken(f"The first page does not say why a table is closed ({status}).")


def check_replay_all(shelf: Shelf, environment: Mapping[str, str], sentence: str) -> None:
    found = replay_all(shelf.folder, environment)
    if found["matches"] != len(found["closed"]) or not found["closed"][0]["why"].startswith(sentence):
        raise Broken(f"carreau replay --all does not name the closed table: {found}.")


def replay_all(folder: Path, environment: Mapping[str, str] | None = None) -> Figures:
    """`carreau replay --all` as a process; its exit code says the same as its words."""
    command = [sys.executable, "-P", "-m", "carreau", "replay", "--all", "--data", str(folder), "--json"]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **runs_from(), **(environment or {})}, check=False
    )
    if done.returncode not in (0, 1):
        raise Broken(f"carreau replay --all failed: {done.stderr[-300:]}")
    found: Figures = json.loads(done.stdout)
    if done.returncode != bool(found["closed"]):
        raise Broken(f"carreau replay --all ends with exit code {done.returncode}, and finds {found['closed']}.")
    return found
