"""How many moves per second the web table can take, how soon it acknowledges them, and how much memory a table needs."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from xml.etree import ElementTree

from carreau.web.messages import Event, Plain
from carreau.web.routes.websocket import A_SECOND
from carreau.web.screen import PLAIN
from proofs.load.bare_server import BARE
from proofs.tools.client import Client
from proofs.tools.plans import long
from proofs.tools.run_async import run_async
from proofs.tools.server import Server
from proofs.tools.server_process import AT_FULL_SPEED, ServerProcess
from proofs.tools.tables import Tables, make_tables

TOGETHER = 64  # connections opened at the same time
STEADY, DRAWN = 500.0, 300.0  # moves per second at a steady rate, plain and drawn
SAMPLE = 50  # of so many drawings, one is put together and looked at
APART = 1.05 / A_SECOND  # seconds between two moves of one page, which may not send more often


@dataclass(frozen=True)
class Step:
    """What was measured with this many tables."""

    server: str  # carreau, or the bare server
    tables: int
    seats: int
    asked: float  # moves sent per second; 0: as fast as they are acknowledged
    rate: float  # moves acknowledged per second
    p50: float  # milliseconds from sending to acknowledgement
    p99: float
    p999: float
    table_kb: float  # kilobytes of memory per table
    processor: float  # milliseconds of the server's processor time per move
    sent: float  # bytes that each seat was sent per move
    over: int  # matches that ended on the way

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


class Pace:
    """When the moves of every table are due; all at once if there is no rate."""

    def __init__(self, tables: int, rate: float) -> None:
        self.tables, self.rate = tables, rate
        self.go = asyncio.Event()
        self.start = self.end = 0.0
        self.taken: list[float] = []  # seconds until each acknowledgement
        self.over = 0
        self.received = 0  # bytes by all players together

    async def run(self, seconds: float) -> None:
        self.start = time.perf_counter()
        self.end = self.start + seconds
        self.go.set()
        await asyncio.sleep(seconds)

    def due(self, table: int, number: int) -> float:
        return self.start + (table + number * self.tables) / self.rate if self.rate else 0.0


class Sender:
    """One seat: plays the first legal action, and notes when it hears that the move has happened."""

    def __init__(self, client: Client, table: int, seat: int, pace: Pace) -> None:
        self.client, self.table, self.seat, self.pace = client, table, seat, pace
        self.first = -1  # the ply at which the run began
        self.sent: tuple[int, float] | None = None
        self.last = 0.0  # when the last move was sent

    async def play(self, seated: Callable[[], None]) -> None:
        async with self.client:
            message = await self.next()
            self.first = message.ply
            seated()
            await self.pace.go.wait()
            before = self.client.received
            while time.perf_counter() < self.pace.end and message.state != "over":
                await self.answer(message)
                message = await self.next()
                self.pace.received += self.client.received - before
                before = self.client.received
            self.pace.over += self.seat == 0 and message.state == "over"

    async def next(self) -> Plain | Event:
        message = await self.client.reach(0)
        if isinstance(message, Event) and message.sequence % SAMPLE == 0:
            ElementTree.fromstring(self.client.screen.svg)
        if self.sent and message.ply > self.sent[0]:
            now = time.perf_counter()
            if now < self.pace.end:
                self.pace.taken.append(now - self.sent[1])
            self.sent = None
        return message

    async def answer(self, message: Plain | Event) -> None:
        if not (offered := self.client.actions(message)):
            return
        due = self.pace.due(self.table, message.ply - self.first)
        wait = max(due, self.last + APART) - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        self.last = time.perf_counter()
        self.sent = message.ply, due or self.last  # a move that is sent late has been waiting since it was due
        await self.client.play(self.seat, offered[len(offered) // 2], message.ply)


async def drive(
    server: Server, tables: Tables, seconds: float, rate: float, weigh: Callable[[], None] = lambda: None, form: str = PLAIN
) -> Pace:  # fmt: skip
    """Everyone sits down; then everyone plays for this many seconds. `weigh` is called before and after."""
    pace, gate = Pace(len(tables), rate), asyncio.Semaphore(TOGETHER)
    waiting = sum(map(len, tables.values()))
    everybody = asyncio.Event()

    async def sit(player: Sender) -> None:
        await gate.acquire()

        def seated() -> None:
            nonlocal waiting
            gate.release()
            waiting -= 1
            if not waiting:
                everybody.set()

        await player.play(seated)

    players = [
        asyncio.create_task(sit(Sender(server.client(table, secret, form, compressed=form != PLAIN), number, seat, pace)))
        for number, (table, secrets) in enumerate(tables.items())
        for seat, secret in enumerate(secrets)
    ]
    await asyncio.wait([asyncio.create_task(everybody.wait()), *players], return_when=asyncio.FIRST_COMPLETED)
    if everybody.is_set():
        gc.freeze()
        weigh()
        await pace.run(seconds)
        weigh()
    for player in players:
        if player.done() and (error := player.exception()):
            raise error
    for player in players:
        player.cancel()
    await asyncio.gather(*players, return_exceptions=True)
    return pace


def grow(counts: Sequence[int], seats: int, seconds: float, say: Callable[[str], None], form: str = PLAIN) -> list[Step]:
    """For a growing number of tables: as fast as possible, the same with the bare server, and at a steady rate."""
    steps = []
    for count in counts:
        for bare, rate in ((False, 0.0), (True, 0.0), (False, STEADY if form == PLAIN else DRAWN)):
            rate = min(rate, 0.8 * count * seats / APART)
            how = f"{rate:g} moves per second" if rate else "as fast as possible"
            say(f"{count} tables, {'the bare server' if bare else 'carreau'}, {how}")
            steps.append(measure(bare, count, seats, seconds, rate, form))
    return steps


def measure(bare: bool, count: int, seats: int, seconds: float, rate: float, form: str = PLAIN) -> Step:
    """One run against a server of its own."""
    with TemporaryDirectory() as folder:
        tables = make_tables(Path(folder), long(seats), count + 1)
        with ServerProcess(Path(folder), BARE if bare else "carreau", AT_FULL_SPEED) as server:
            first = dict([tables.popitem()])
            run_async(drive(server, first, 0.5, 0.0))  # the game is loaded, one table has been opened
            empty = server.memory()
            used: list[tuple[int, float]] = []  # memory and processor time, at the start and at the end
            pace = run_async(
                drive(server, tables, seconds, rate, lambda: used.append((server.memory(), server.processor())), form)
            )
        taken = sorted(pace.taken) or [0.0]
        moves = max(1, len(pace.taken))
        kilobytes, milliseconds = (used[-1][0] - empty) / count / 1000, 1000 * (used[-1][1] - used[0][1]) / moves
        return Step(
            "bare" if bare else "carreau", count, seats, rate, len(pace.taken) / seconds, *quantiles(taken), kilobytes,
            milliseconds, pace.received / moves / seats, pace.over,
        )  # fmt: skip


def quantiles(taken: Sequence[float]) -> tuple[float, float, float]:
    """The median and the slowest ones, in milliseconds."""
    p50, p99, p999 = (1000 * taken[min(len(taken) - 1, int(len(taken) * part))] for part in (0.5, 0.99, 0.999))
    return p50, p99, p999
