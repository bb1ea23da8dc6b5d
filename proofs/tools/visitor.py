"""Everything that somebody at a table can ask a server for, and every byte of what they get."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect

from carreau.core.seed import pledge_of
from carreau.core.words import LANGUAGES
from carreau.web.tokens import COOKIE
from proofs.proof import Broken, claim

DATE = re.compile(rb"\r\ndate: [^\r]*")  # the moment of an answer
TIMER = re.compile(r'"clock":[0-9.e-]+')  # how long a timer of the game still runs, which it does meanwhile
FORMS = ("wide", "phone", "plain")
SECONDS = 60.0  # until an answer that does not come is missed
LAST = "The last message, which nobody can read."


class Asked(NamedTuple):
    """What a visitor asks at a table."""

    table: str
    game: str
    secret: str  # empty: a spectator's
    seat: int  # the own one; 0 for a spectator
    wishes: Sequence[dict[str, Any]]  # all of them are refused
    plies: Sequence[int]  # moments that are looked at
    seats: Sequence[str]  # as seen by whom: allowed or not


Heard = dict[str, list[bytes]]  # what was answered, by what was asked


# pages


async def fetch(port: int, path: str, cookie: str, method: str = "GET", body: str = "", more: Sequence[str] = ()) -> bytes:
    """An answer as it comes over the line, its date aside."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = [f"{method} {path} HTTP/1.1", f"host: 127.0.0.1:{port}", f"cookie: {cookie}", "connection: close", *more]
    if method == "POST":
        lines += [f"origin: http://127.0.0.1:{port}", f"content-length: {len(body)}"]
    writer.write("\r\n".join([*lines, "", body]).encode())
    answer = await asyncio.wait_for(reader.read(), SECONDS)
    writer.close()
    return DATE.sub(b"", answer)


def moments(asked: Asked) -> list[str]:
    return [
        f"/table/{asked.table}/moment?ply={ply}&seat={seat}&form={form}"
        for seat in asked.seats
        for ply, form in zip(asked.plies, ("wide", "phone", "wide"))
    ]


def paths(asked: Asked) -> list[str]:
    table = f"/table/{asked.table}"
    pages = [table, f"{table}/replay", f"{table}/record.json", f"{table}/seat", f"/new/{asked.game}", "/", "/nowhere"]
    return pages + moments(asked)


async def see_pages(port: int, asked: Asked) -> Heard:
    heard: Heard = {}
    for language in LANGUAGES:
        cookie = cookie_of(asked.secret, language)
        for path in paths(asked):
            heard[f"{language} {path}"] = [await fetch(port, path, cookie)]
        heard[f"{language} play on"] = [await fetch(port, f"/table/{asked.table}/replay", cookie, "POST", "ply=0&seat=0")]
    return heard


def cookie_of(secret: str, language: str) -> str:
    return f"language={language}" + (f"; {COOKIE}={secret}" if secret else "")


# sockets


class Line:
    """A socket and all that came over it, pings aside: when they come is a matter of time."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[bytes] = []
        self.last = ""  # that was wished for

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds."""
        try:
            async with asyncio.timeout(SECONDS):
                while (message := await self.next())["type"] not in kinds:
                    pass
        except TimeoutError:
            raise Broken(f"no answer of kind {' or '.join(kinds)} within {SECONDS:.0f} seconds; {self.last}") from None
        return message

    async def next(self) -> dict[str, Any]:
        text = str(await self.socket.recv())
        message: dict[str, Any] = json.loads(text)
        if message["type"] != "ping":
            self.heard.append(TIMER.sub('"clock":0', text).encode())
        return message

    async def reach(self, sequence: int) -> None:
        """Hear on until the table is so far."""
        while (await self.hear("event", "plain"))["sequence"] < sequence:
            pass

    async def wish(self, wish: dict[str, Any]) -> None:
        self.last = json.dumps(wish)
        await self.socket.send(self.last)


async def open_line(port: int, table: str, secret: str, language: str, form: str) -> Line:
    address = f"127.0.0.1:{port}"
    socket = await connect(
        f"ws://{address}/table/{table}/socket?form={form}", origin=f"http://{address}",  # type: ignore[arg-type]
        additional_headers={"Cookie": cookie_of(secret, language)}, ping_interval=None, max_size=2**24, close_timeout=1,
    )  # fmt: skip
    return Line(socket)


async def add_to_deal(lines: Mapping[int, Line]) -> None:
    """All who are asked pledge a part of the deal, by seat, and show it; then the match begins."""
    for seat, line in lines.items():
        await line.wish({"type": "pledge", "seat": seat, "pledge": pledge_of(seat, str(seat) * 64)})
    first = next(iter(lines.values()))
    while not ((await first.hear("event", "plain")).get("shuffle") or {}).get("sealed"):
        pass
    for seat, line in lines.items():
        await line.wish({"type": "part", "seat": seat, "part": str(seat) * 64})
    while (await first.hear("event", "plain"))["state"] == "waiting":
        pass


async def see_sockets(port: int, asked: Asked, live: tuple[str, dict[str, Any]] | None, move: bool) -> Heard:
    """Ask over sockets of every form and language, who acts next being there; then let them act, and see it from all of these."""
    actor = await open_line(port, asked.table, live[0], "en", "plain") if live else None
    if actor:
        await actor.hear("plain")
    lines: dict[str, Line] = {}
    sequence = 0
    for language in LANGUAGES:
        for form in FORMS:
            line = lines[f"{language} {form}"] = await open_line(port, asked.table, asked.secret, language, form)
            sequence = (await line.hear("event", "plain"))["sequence"]
    await asyncio.gather(*(ask(line, asked) for line in lines.values()))
    heard = {f"{name}, asking": list(line.heard) for name, line in lines.items()}
    if actor and live and move:
        await actor.wish(live[1])
        answer = await actor.hear("plain", "refused")
        claim(answer["type"] == "plain", f"{live[1]['action']} cannot be played: {answer.get('text')}")
        for name, line in lines.items():
            line.heard.clear()
            await line.reach(sequence + 1)
            heard[f"{name}, a move"] = line.heard
    for line in lines.values():
        await line.socket.close()
    if actor:
        await actor.socket.close()
    return heard


@asynccontextmanager
async def looking_on(port: int, asked: Asked) -> AsyncIterator[None]:
    """While somebody else looks at the same table, who has asked for the same first. What they are told is their own affair."""
    for path in moments(asked._replace(seats=[str(asked.seat)])):
        for language in LANGUAGES:
            await fetch(port, path, cookie_of(asked.secret, language))
    lines = [await open_line(port, asked.table, asked.secret, language, form) for language in LANGUAGES for form in FORMS[:2]]
    for line in lines:
        await line.hear("event")
    try:
        yield
    finally:
        for line in lines:
            await line.socket.close()


async def ask(line: Line, asked: Asked) -> None:
    for wish in asked.wishes:
        await line.wish(wish)
        await line.hear("refused")
    await line.socket.send(LAST)
    await line.hear("refused")
