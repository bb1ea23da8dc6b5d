"""Attacks on a real server, while two people keep playing there."""

from __future__ import annotations

import asyncio
import logging
import random
import sqlite3
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import NamedTuple

from carreau.web.cookies import PLAYER_COOKIE
from carreau.web.site import MOST_CONNECTIONS
from proofs.proof import Broken, Figures, Run, require
from proofs.tools.client import play_on
from proofs.tools.plans import long
from proofs.tools.run_async import synchronous
from proofs.tools.server_process import AT_FULL_SPEED, ServerProcess
from proofs.tools.tables import FILE, Tables, make_tables
from proofs.tools.tasks import check_tasks, until

GROWTH = 80_000_000  # bytes that the server may grow by, whatever it is sent
ANSWER_SECONDS = 30.0  # within which an attack is answered or its connection closed
QUIET_SECONDS = 0.8  # after which nothing more is expected
MOVE_SECONDS = 30.0  # within which a move is acknowledged in the meantime
PAUSE = 0.1  # seconds: no page may send more than ten messages a second

Attack = Callable[["Target", random.Random], Awaitable[str]]  # returns the outcome
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Unfinished(NamedTuple):
    """A connection with a request that was started and not finished."""

    begun: float
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


class Target:
    """The server, a table where two people play, and one that nobody may change."""

    def __init__(self, server: ServerProcess, tables: Tables) -> None:
        self.server = server
        (self.played, self.players), (self.quiet, self.secrets) = tables.items()
        self.totals: Counter[str] = Counter()
        self.slowest = 0.0
        self.unfinished: list[Unfinished] = []

    def kept(self) -> list[tuple[object, ...]]:
        """Everything in the log except the table where two people play."""
        asked = ("SELECT * FROM matches", "SELECT * FROM keys", "SELECT * FROM entries WHERE match != ?")
        with closing(sqlite3.connect(self.server.data / FILE)) as sql:
            return [row for text in asked for row in sql.execute(text, (self.played,) * text.count("?"))]

    # bytes

    def request(
        self, first: str = "GET / HTTP/1.1", *headers: str, body: bytes = b"", secret: str = "", close: bool = True
    ) -> bytes:  # fmt: skip
        """A request with the given first line."""
        lines = [first, f"host: 127.0.0.1:{self.server.port}", *["connection: close"] * close]
        return written([*lines, *[f"cookie: {PLAYER_COOKIE}={secret}"] * bool(secret), *headers], body)

    @asynccontextmanager
    async def connections(
        self, number: int = 1, source: str = "127.0.0.1", abort: bool = False
    ) -> AsyncIterator[list[Connection]]:  # fmt: skip
        """Some connections from one address; `abort`: closed at once, whatever is still to be sent."""
        opened: list[Connection] = []
        try:
            for _ in range(number):
                opened.append(await asyncio.open_connection("127.0.0.1", self.server.port, local_addr=(source, 0)))
            yield opened
        finally:
            for _, writer in opened:
                if abort:
                    writer.transport.abort()
                else:
                    writer.close()

    async def send(self, raw: bytes) -> bytes:
        """What comes back over a new connection; nothing if the server closes it."""
        async with self.connections() as ((reader, writer),):
            try:
                writer.write(raw)
                answer = await listen(reader)
                writer.write_eof()
                return answer + await asyncio.wait_for(reader.read(), ANSWER_SECONDS)
            except ConnectionError:
                return b""

    def judge(self, answer: bytes, what: str) -> str:
        """The status of an answer, which must not be the server's fault."""
        if not answer:
            return "closed"
        require(answer.startswith(b"HTTP/1.1 "), f"{what}: {answer[:80]!r}")
        status = int(answer[9:12])
        require(status < 500, f"{what} is answered with {status}")
        return str(status)

    async def try_request(self, raw: bytes, what: str = "") -> str:
        return self.judge(await self.send(raw), what or repr(raw[:300]))

    # players

    async def play(self) -> None:
        """Two people play on until they are stopped; every move is acknowledged soon."""
        pair = [self.server.client(self.played, secret) for secret in self.players]
        await play_on(pair, random.Random(1), self.note_move, PAUSE, MOVE_SECONDS)
        raise Broken("The match is over already: give the players a longer one.")

    def note_move(self, seconds: float) -> None:
        self.slowest = max(self.slowest, seconds)
        self.totals["moves"] += 1


def written(lines: list[str], body: bytes = b"") -> bytes:
    return "\r\n".join([*lines, "", ""]).encode("utf-8", "replace") + body


async def listen(reader: asyncio.StreamReader, until: bytes = b"\0nothing", quiet: float = QUIET_SECONDS) -> bytes:
    """Everything until these bytes come, the connection is closed, or nothing has come for a while."""
    heard = b""
    with suppress(TimeoutError):
        while until not in heard and (more := await asyncio.wait_for(reader.read(2**16), quiet)):
            heard += more
    return heard


async def attack(target: Target, attacks: Sequence[Attack], run: Run) -> None:
    """One attack after the other. The two play on, and the log stays as it was except for their own table."""
    playing = asyncio.create_task(target.play())
    try:
        await until(lambda: target.totals["moves"], [playing], "nobody plays")
        before, memory = target.kept(), target.server.memory()
        for number in run.numbers():
            await attack_once(target, attacks[number % len(attacks)], number)
            check_tasks([playing])
            run.say(f"{target.totals['attacks']} attacks, {target.totals['moves']} moves")
        moves = target.totals["moves"]
        await until(lambda: target.totals["moves"] > moves, [playing], "nobody can play after all this")
        require(target.kept() == before, "bad input has changed the log")
        grown = max(0, target.server.memory() - memory)
        target.totals["megabytes grown"] = grown // 1_000_000
        require(grown < GROWTH, f"the server has grown by {grown // 1_000_000} MB")
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        for connection in target.unfinished:
            connection.writer.close()
        await asyncio.sleep(0.05)  # until they are closed


async def attack_once(target: Target, attack: Attack, number: int) -> None:
    try:
        outcome = await attack(target, random.Random(number))
        target.server.check_said()
    except Exception as error:
        raise Broken(f"{attack.__name__}, seed {number}: {error or type(error).__name__}") from error
    target.totals["attacks"] += 1
    target.totals[f"answered {outcome}"] += 1


@synchronous
async def attack_server(run: Run, attacks: Sequence[Attack], environment: Mapping[str, str] | None = None) -> Figures:
    """Broken at the first invalid answer, traceback, change in the log, or move that waits too long."""
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # we keep sending over closed connections: that is the point
    with tempfile.TemporaryDirectory() as folder:
        tables = make_tables(Path(folder), long(), 2, run.seed)
        with ServerProcess(Path(folder), environment={**AT_FULL_SPEED, **(environment or {})}, lines=MOST_CONNECTIONS) as server:
            target = Target(server, tables)
            await attack(target, attacks, run)
    return {**dict(sorted(target.totals.items())), "slowest move, ms": round(1000 * target.slowest)}
