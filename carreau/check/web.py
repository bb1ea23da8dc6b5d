"""A whole match at the web table: the real application on a real port, and a player who is a program."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
import socket
import tempfile
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from carreau.bots.search_for import BOTS
from carreau.check.case import Subject
from carreau.check.registry import WEB, Wrong, claim, game_check, some
from carreau.core.engine import MATCH
from carreau.core.game import Game
from carreau.core.seed import pledge_of
from carreau.core.words import LANGUAGES
from carreau.store.sqlite_log import SQLiteLog
from carreau.web.app import make_app
from carreau.web.connections import ConnectionLimit
from carreau.web.cookies import PLAYER_COOKIE
from carreau.web.fragments import Screen
from carreau.web.messages import Drawing
from carreau.web.server import configure
from carreau.web.site import Site

OWN_MOVES = 12  # then a bot plays on: a page may not send any faster
SECONDS = 60.0  # to wait for an answer
PART = "5" * 64  # what our screen adds to the deal


class Notes(logging.Handler):
    """What the server writes when something goes wrong."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self.lines.append(f"{type(error).__name__}: {error}" if error else record.getMessage())


@contextmanager
def noted() -> Iterator[Notes]:
    notes, loggers = Notes(), [logging.getLogger(name) for name in ("uvicorn", "carreau", "asyncio")]
    before = [logger.propagate for logger in loggers]
    for logger in loggers:
        logger.addHandler(notes)
        logger.propagate = False
    try:
        yield notes
    finally:
        for logger, propagate in zip(loggers, before):
            logger.removeHandler(notes)
            logger.propagate = propagate


@asynccontextmanager
async def served(game: Game, folder: Path) -> AsyncIterator[int]:
    """The port of a server that knows the game."""
    site, listener = Site(), socket.create_server(("127.0.0.1", 0))
    with closing(SQLiteLog(folder / "carreau.db")) as log:
        app = make_app(log, 0.0, site)
        server = uvicorn.Server(configure(app, site, ConnectionLimit(site.most_connections), log_level="error", log_config=None))
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            await serving


async def fetch(port: int, path: str, cookie: str = "", form: dict[str, str] | None = None) -> tuple[int, str, str]:
    """Status, head and body of an answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = urlencode(form or {})
    lines = [
        f"{'GET' if form is None else 'POST'} {path} HTTP/1.1",
        f"host: 127.0.0.1:{port}",
        f"cookie: {cookie}",
        "connection: close",
    ]
    if form is not None:
        lines += [
            f"origin: http://127.0.0.1:{port}",
            "content-type: application/x-www-form-urlencoded",
            f"content-length: {len(body)}",
        ]
    writer.write("\r\n".join([*lines, "", body]).encode())
    answer = (await asyncio.wait_for(reader.read(), SECONDS)).decode(errors="replace")
    writer.close()
    head, _, text = answer.partition("\r\n\r\n")
    return int(head.split()[1]), head, text


async def see_pages(port: int, game: Game) -> None:
    """Set-up, rules, tile and sheet, in every language."""
    for language in LANGUAGES:
        paths = [f"/new/{game.id}", f"/tile/{game.id}.{language}.light.svg"]
        paths += [f"/rules/{game.id}"] if (game.texts / f"rulebook.{language}.md").exists() else []
        paths += [f"/example/{game.id}/{name}.{language}.light.svg" for name in game.examples]
        for path in paths:
            status, _, text = await fetch(port, path, f"language={language}")
            claim(status == 200, f"The page {path} answers {status}: {said(text)}")


def said(page: str) -> str:
    return " ".join(re.sub(r"<style.*?</style>|<[^>]*>", " ", page, flags=re.DOTALL).split())[-200:]


async def set_up(port: int, game: Game, players: int) -> tuple[str, str]:
    """Set up a table with bots at all other seats: its address, and our secret."""
    form = {"players": str(players), "clock": "0", "name": "Ana", "seat-0": "me"}
    form |= {f"seat-{seat}": "bot-1" for seat in range(1, players)}
    status, head, text = await fetch(port, f"/new/{game.id}", "", form)
    claim(status == 303, f"A table cannot be set up: {said(text)}")
    where, secret = (
        re.search(r"(?mi)^location: (\S+)", head),
        re.search(rf"(?mi)^set-cookie: {PLAYER_COOKIE}[^=]*=([^;\s]+)", head),
    )
    assert where is not None and secret is not None
    return where[1], secret[1]


class Line:
    """A socket at the table."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds; pings are answered."""
        while True:
            async with asyncio.timeout(SECONDS):
                message: dict[str, Any] = json.loads(await self.socket.recv())
            if message["type"] == "ping":
                await self.command(type="pong", number=message["number"])
            elif message["type"] in kinds:
                return message
            elif message["type"] in ("refused", "gone"):
                raise Wrong(f"The table answers: {message['text']}")

    async def command(self, **command: Any) -> None:
        await self.socket.send(json.dumps(command))


async def sit_at(port: int, table: str, secret: str, form: str) -> Line:
    cookie = f"{PLAYER_COOKIE}={secret}; language=en" if secret else "language=fr"
    address = f"127.0.0.1:{port}"
    return Line(
        await connect(
            f"ws://{address}{table}/socket?form={form}", origin=f"http://{address}", additional_headers={"Cookie": cookie},  # type: ignore[arg-type]
            ping_interval=None, max_size=2**24, close_timeout=1,
        )
    )  # fmt: skip


async def play(port: int, game: Game, players: int) -> None:
    table, secret = await set_up(port, game, players)
    status, _, text = await fetch(port, table, f"{PLAYER_COOKIE}={secret}")
    claim(status == 200, f"The page of the table answers {status}: {said(text)}")
    mine, screen = await sit_at(port, table, secret, "plain"), await sit_at(port, table, secret, "wide")
    watching = await sit_at(port, table, "", "phone")
    looking = [asyncio.create_task(look(line, game)) for line in (screen, watching)]
    try:
        await act(mine, random.Random(1))
        for drawn in await asyncio.gather(*looking):
            claim(drawn > 1, "A screen at the table was shown nothing.")
        status, _, text = await fetch(port, f"{table}/record.json", f"{PLAYER_COOKIE}={secret}")
        claim(
            status == 200 and json.loads(text)["over"],
            f"The record of the match cannot be fetched: {status} {said(text)}",
        )
    finally:
        for task in looking:
            task.cancel()
        for line in (mine, screen, watching):
            with suppress(Exception):
                await line.socket.close()


async def act(line: Line, chance: random.Random) -> None:
    """Add to the deal, play some moves, and let a bot play on to the end."""
    seen, moves = await line.hear("plain"), 0
    pledged = shown = left = False
    while seen["state"] != "over":
        shuffle = seen.get("shuffle") or {}
        if shuffle.get("seat") == 0 and not pledged:
            pledged = True
            await line.command(type="pledge", seat=0, pledge=pledge_of(0, PART))
        elif shuffle.get("sealed") and not shown:
            shown = True
            await line.command(type="part", seat=0, part=PART)
        elif seen["actions"] and moves < OWN_MOVES:
            moves += 1
            await line.command(type="play", seat=0, action=chance.choice(seen["actions"]), ply=seen["ply"])
        elif moves == OWN_MOVES and not left:
            left = True
            await line.command(type="leave", seat=0)
        seen = await line.hear("plain")


async def look(line: Line, game: Game) -> int:
    """Watch until the match is over; returns how often something was drawn."""
    drawn, screen = 0, Screen()
    while True:
        event = await line.hear("event")
        screen.apply(msgspec.convert(event["drawing"], Drawing | None))
        drawn += int(screen.svg.startswith("<svg"))
        if event["state"] == "over":
            claim(event["outcome"].strip(), "The table does not announce the end of the match.")
            return drawn


@game_check(
    WEB,
    "A match can be set up, played to the end, watched and saved at the web table, in both languages.",
    "This is where people play.",
    lambda game: game.has("picture.scene"),
)
def a_match_at_the_web_table(subject: Subject) -> None:
    """In its own thread: the caller may have a loop running."""
    with tempfile.TemporaryDirectory() as folder, noted() as notes, ThreadPoolExecutor(1) as pool:
        try:
            pool.submit(lambda: asyncio.run(at_the_table(subject.game, Path(folder)))).result()
        except (TimeoutError, OSError, Wrong) as error:
            why = notes.lines[0] if notes.lines else str(error) or "no answer came"
            raise Wrong(f"The match at the web table did not finish: {why}") from error
        claim(not notes.lines, f"The server logged a fault: {some(notes.lines)}")


async def at_the_table(game: Game, folder: Path) -> None:
    for work in (MATCH, BOTS):
        await asyncio.to_thread(work.need, game)
    async with served(game, folder) as port:
        await see_pages(port, game)
        await play(port, game, game.read_players(None))
