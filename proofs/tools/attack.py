"""A real server under bad input, with two people who play on at it all the while."""

from __future__ import annotations

import asyncio
import logging
import random
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from carreau.web.messages import Plain
from carreau.web.site import MOST_LINES
from proofs.proof import Broken, Say, claim
from proofs.tools.client import Client
from proofs.tools.plans import long, quick
from proofs.tools.run_async import run
from proofs.tools.server_process import Server
from proofs.tools.tables import FILE, lay

GROWTH = 80_000_000  # bytes that a server may grow by, whatever it is sent
ANSWER_SECONDS = 30.0  # within which an attack is answered or its line closed
QUIET_SECONDS = 0.8  # after which nothing more is expected
MOVE_SECONDS = 30.0  # within which a move is acknowledged meanwhile

Attack = Callable[["Siege", random.Random], Awaitable[str]]  # returns what came of it


class Unfinished(NamedTuple):
    """A line on which a request was begun and not ended."""

    begun: float
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


class Siege:
    """The server, a table that is played at, and one that nobody is to touch."""

    def __init__(self, server: Server, tables: dict[str, list[str]]) -> None:
        self.server = server
        (self.played, self.players), (self.quiet, self.secrets) = tables.items()
        self.totals: Counter[str] = Counter()
        self.slowest = 0.0
        self.unfinished: list[Unfinished] = []

    @property
    def port(self) -> int:
        return self.server.port

    def kept(self) -> list[tuple[object, ...]]:
        """All that the log holds apart from the table that is played at."""
        with sqlite3.connect(self.server.data / FILE) as sql:
            asked = ("SELECT * FROM matches", "SELECT * FROM keys", "SELECT * FROM entries WHERE match != ?")
            rows = [row for text in asked for row in sql.execute(text, (self.played,) * text.count("?"))]
        sql.close()
        return rows

    async def send(self, raw: bytes, wait: float = ANSWER_SECONDS) -> bytes:
        """What comes back over a line of its own; nothing, if the server closes it."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(raw)
            answer = await listen(reader)
            writer.write_eof()
            return answer + await asyncio.wait_for(reader.read(), wait)
        except ConnectionError:
            return b""
        finally:
            writer.close()

    def judge(self, answer: bytes, what: str) -> str:
        """The status of an answer, which is never the server's own fault."""
        if not answer:
            return "closed"
        claim(answer.startswith(b"HTTP/1.1 "), f"{what}: {answer[:80]!r}")
        status = int(answer[9:12])
        claim(status < 500, f"{what} is answered with {status}")
        return str(status)

    async def play(self) -> None:
        """Two people play on until they are stopped; every move is acknowledged soon."""
        lines = [Client(self.server.address, self.played, secret) for secret in self.players]
        async with lines[0], lines[1]:
            seen = [await first(line) for line in lines]
            while seen[0].state != "over":
                seat = next(k for k in (0, 1) if seen[k].actions)
                begun = time.monotonic()
                await lines[seat].play(seat, seen[seat].actions[0], seen[seat].ply)
                async with asyncio.timeout(MOVE_SECONDS):  # not wait_for, which before Python 3.12 may miss that it is cancelled
                    seen = [await line.hear() for line in lines]
                self.slowest = max(self.slowest, time.monotonic() - begun)
                self.totals["moves"] += 1
                await asyncio.sleep(0.1)  # no page may send more than ten messages a second
            claim(False, "the match is over already: give the players a longer one")


async def listen(reader: asyncio.StreamReader) -> bytes:
    """All until the line is closed or nothing has come for a while."""
    heard = b""
    with suppress(TimeoutError):
        while more := await asyncio.wait_for(reader.read(2**16), QUIET_SECONDS):
            heard += more
    return heard


async def first(line: Client) -> Plain:
    """How the table is, once the game has been prepared."""
    while not isinstance(message := await line.hear(), Plain):
        pass
    return message


async def attack(siege: Siege, attacks: dict[str, Attack], seed: int, seconds: float, count: int | None) -> None:
    playing = asyncio.create_task(siege.play())
    try:
        await attack_while(playing, siege, attacks, seed, seconds, count)
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        for line in siege.unfinished:
            line.writer.close()
        await asyncio.sleep(0.05)  # until they are closed


async def attack_while(
    playing: asyncio.Task[None], siege: Siege, attacks: dict[str, Attack], seed: int, seconds: float, count: int | None
) -> None:
    """One attack after the other; the two play on, and find the log as it was apart from their own table."""
    while not siege.totals["moves"] and not playing.done():
        await asyncio.sleep(0.05)
    before, memory = siege.kept(), siege.server.memory()
    end, number = time.monotonic() + seconds, seed
    while number < seed + count if count is not None else time.monotonic() < end:
        chance = random.Random(number)
        name = list(attacks)[number % len(attacks)]
        try:
            outcome = await attacks[name](siege, chance)
        except Exception as error:
            raise Broken(f"{name}, seed {number}: {error or type(error).__name__}") from error
        claim("Traceback" not in siege.server.said(), f"{name}, seed {number}: {siege.server.said()[-1500:]}")
        if playing.done():
            playing.result()
        siege.totals["attacks"] += 1
        siege.totals[f"answered {outcome}"] += 1
        number += 1
    moves = siege.totals["moves"]
    while siege.totals["moves"] == moves and not playing.done():
        await asyncio.sleep(0.05)
    claim(siege.totals["moves"] > moves, "nobody can play after all this")
    claim(siege.kept() == before, "bad input has changed the log")
    siege.totals["megabytes grown"] = max(0, siege.server.memory() - memory) // 1_000_000
    claim(siege.server.memory() - memory < GROWTH, f"the server has grown by {siege.totals['megabytes grown']} MB")


def lay_siege(
    say: Say, attacks: dict[str, Attack], seed: int, seconds: float, count: int | None, given: Mapping[str, str] | None = None
) -> Counter[str]:  # fmt: skip
    """Attack for so long, or so often; Broken at the first answer that is none, traceback, change, or move that waits."""
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # we go on sending over lines that are closed: that is the point
    with tempfile.TemporaryDirectory() as folder:
        tables = lay(Path(folder), quick().id, 2, 2, long(quick()), seed=seed)
        server = Server(Path(folder), environment=given, lines=MOST_LINES)
        siege = Siege(server.start(), tables)
        try:
            run(attack(siege, attacks, seed, seconds, count))
        finally:
            server.end()
    told = ", ".join(f"{number} {what}" for what, number in sorted(siege.totals.items()))
    say(f"{told}; the slowest move took {1000 * siege.slowest:.0f} ms")
    return siege.totals
