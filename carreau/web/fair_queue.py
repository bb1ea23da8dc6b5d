"""Fair shares of what there is little of: every household in its turn, and in a household every table in its turn."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import TypeVar

T = TypeVar("T")
SLICE = 0.004  # seconds of something long that are done in one turn
Waiting = deque["asyncio.Future[None]"]


class FairQueue:
    """So many at a time. Whoever is next begins when the loop has looked after everything else once."""

    def __init__(self, at_once: int = 1) -> None:
        self.free = at_once
        self.households: dict[str, dict[str, Waiting]] = {}  # the first is next

    @asynccontextmanager
    async def turn(self, household: str, table: str) -> AsyncIterator[None]:
        await self.take(household, table)
        try:
            yield
        finally:
            self.give()

    async def bit_by_bit(self, household: str, table: str, steps: Iterable[T]) -> list[T]:
        """What comes of many small steps, a few of them in every turn."""
        done, left = [], iter(steps)
        more = True
        while more:
            async with self.turn(household, table):
                end, more = time.perf_counter() + SLICE, False
                for step in left:
                    done.append(step)
                    if more := time.perf_counter() > end:
                        break
        return done

    def ask(self, household: str, table: str) -> asyncio.Future[None] | None:
        """Nothing if it is one's turn at once; otherwise what is done when it is. Whoever has had it gives it back."""
        if self.free and not self.households:
            self.free -= 1
            return None
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.households.setdefault(household, {}).setdefault(table, deque()).append(mine)
        return mine

    async def take(self, household: str, table: str) -> None:
        mine = self.ask(household, table)
        if mine is None:
            return
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # it was our turn in this moment
                self.give()
            raise

    def give(self) -> None:
        asyncio.get_running_loop().call_soon(self.go_on)

    def go_on(self) -> None:
        self.free += 1
        while self.free and self.households:
            first = self.pop()
            if not first.done():
                self.free -= 1
                first.set_result(None)

    def pop(self) -> asyncio.Future[None]:
        """The next of the first household, which then comes last; the same with its tables."""
        household = next(iter(self.households))
        tables = self.households.pop(household)
        table = next(iter(tables))
        queue = tables.pop(table)
        first = queue.popleft()
        if queue:
            tables[table] = queue
        if tables:
            self.households[household] = tables
        return first
