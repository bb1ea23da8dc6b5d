"""Players who move at every table at once, and note how soon they hear that each move has happened."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable

from carreau.web.routes.websocket import A_SECOND
from proofs.load.seat import Seat, SeatedTables, Told

TOGETHER = 64  # connections opened at the same time
APART = 1.05 / A_SECOND  # seconds between two moves of one page, which may not send more often


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
    """One seat: plays the middle one of its legal actions, and notes when it hears that the move has happened."""

    def __init__(self, seat: Seat, table: int, is_first: bool, pace: Pace) -> None:
        self.seat, self.table, self.is_first, self.pace = seat, table, is_first, pace
        self.first = -1  # the ply at which the run began
        self.sent: tuple[int, float] | None = None
        self.last = 0.0  # when the last move was sent

    async def play(self, seated: Callable[[], None]) -> None:
        await self.seat.open()
        try:
            await self.play_on(seated)
        finally:
            await self.seat.close()

    async def play_on(self, seated: Callable[[], None]) -> None:
        told = await self.next()
        self.first = told.ply
        seated()
        await self.pace.go.wait()
        before = self.seat.received
        while time.perf_counter() < self.pace.end and not told.over:
            await self.answer(told)
            told = await self.next()
            self.pace.received += self.seat.received - before
            before = self.seat.received
        self.pace.over += self.is_first and told.over

    async def next(self) -> Told:
        told = await self.seat.hear()
        if self.sent and told.ply > self.sent[0]:
            now = time.perf_counter()
            if now < self.pace.end:
                self.pace.taken.append(now - self.sent[1])
            self.sent = None
        return told

    async def answer(self, told: Told) -> None:
        if not told.actions or (self.sent and told.ply <= self.sent[0]):  # it may be told the same once more
            return
        due = self.pace.due(self.table, told.ply - self.first)
        wait = max(due, self.last + APART) - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        self.last = time.perf_counter()
        self.sent = told.ply, due or self.last  # a move that is sent late has been waiting since it was due
        await self.seat.play(told.actions[len(told.actions) // 2], told.ply)


async def drive(
    tables: SeatedTables, seconds: float, rate: float, weigh: Callable[[], None] = lambda: None, idle: float = 0.0
) -> Pace:  # fmt: skip
    """Everyone sits down; then everyone plays for this many seconds, after doing nothing for `idle` seconds. `weigh` is called
    before and after each."""
    pace, gate = Pace(len(tables), rate), asyncio.Semaphore(TOGETHER)
    waiting = sum(map(len, tables))
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
        asyncio.create_task(sit(Sender(seat, number, seat is seats[0], pace)))
        for number, seats in enumerate(tables)
        for seat in seats
    ]
    await asyncio.wait([asyncio.create_task(everybody.wait()), *players], return_when=asyncio.FIRST_COMPLETED)
    if everybody.is_set():
        gc.freeze()
        weigh()
        if idle:
            await asyncio.sleep(idle)
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
