"""Fair shares of what is scarce: networks take turns, and within a network its tables take turns."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import TypeVar

T = TypeVar("T")
SLICE = 0.004  # seconds of a long job that are done in one turn
Waiting = deque["asyncio.Future[None]"]


class FairQueue:
    """Lets a few work at a time. Whoever is next starts after the event loop has gone round once."""

    def __init__(self, at_once: int = 1) -> None:
        self.free = at_once
        self.networks: dict[str, dict[str, Waiting]] = {}  # the first is next

    @property
    def waiting(self) -> int:
        return sum(len(queue) for tables in self.networks.values() for queue in tables.values())

    @asynccontextmanager
    async def turn(self, network: str, table: str) -> AsyncIterator[None]:
        await self.acquire(network, table)
        try:
            yield
        finally:
            self.release()

    async def in_slices(self, network: str, table: str, steps: Iterable[T]) -> list[T]:
        """The results of many small steps, a few of them in every turn."""
        done, left = [], iter(steps)
        more = True
        while more:
            async with self.turn(network, table):
                end, more = time.perf_counter() + SLICE, False
                for step in left:
                    done.append(step)
                    if more := time.perf_counter() > end:
                        break
        return done

    def ask(self, network: str, table: str) -> asyncio.Future[None] | None:
        """None if it is the caller's turn at once, otherwise a future that is done when it is. Every turn has to be released."""
        if self.free and not self.networks:
            self.free -= 1
            return None
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.networks.setdefault(network, {}).setdefault(table, deque()).append(mine)
        return mine

    async def acquire(self, network: str, table: str) -> None:
        mine = self.ask(network, table)
        if mine is None:
            return
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # it has just become our turn
                self.release()
            raise

    def release(self) -> None:
        asyncio.get_running_loop().call_soon(self.start_next)

    def start_next(self) -> None:
        self.free += 1
        while self.free and self.networks:
            first = self.pop()
            if not first.done():
                self.free -= 1
                first.set_result(None)

    def pop(self) -> asyncio.Future[None]:
        """The next of the first network, which then comes last; the same with its tables."""
        network = next(iter(self.networks))
        tables = self.networks.pop(network)
        table = next(iter(tables))
        queue = tables.pop(table)
        first = queue.popleft()
        if queue:
            tables[table] = queue
        if tables:
            self.networks[network] = tables
        return first
