"""Where bots think: short thoughts in threads, long ones in processes that step back behind the tables."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import msgspec

from carreau.core.game import Game
from carreau.table.bot import Question, answer
from carreau.web.fair_queue import FairQueue
from carreau.web.worker import Gone, Late, WorkerProcess, name_of

T = TypeVar("T")
AT_ONCE = 2  # thoughts of each kind
TRIES = 2  # if the process ends by itself
LONG_LEVELS = (4, 5)  # bots that take a good part of a second
LONGEST = 30.0  # seconds of a thought; then a quicker bot answers
QUICK_LEVEL = 3


class Lane:
    """Threads of its own, and fair turns at them."""

    def __init__(self, name: str) -> None:
        self.turns = FairQueue(AT_ONCE)
        self.pool = ThreadPoolExecutor(AT_ONCE, name)

    async def do(self, household: str, table: str, work: Callable[[], T], wanted: Callable[[], bool] = lambda: True) -> T | None:
        """What comes of some work; None if it is no longer wanted when its turn has come."""
        async with self.turns.turn(household, table):
            if not wanted():
                return None
            return await asyncio.get_running_loop().run_in_executor(self.pool, work)


class BotPool:
    """A short thought never waits behind a long one, and no household's tables take all the time there is."""

    def __init__(self) -> None:
        self.short, self.long = Lane("short thought"), Lane("long thought")
        self.own = threading.local()  # each thread of the long lane has a process
        self.apprentices: list[WorkerProcess] = []

    async def think(
        self, game: Game, asked: Question, household: str, table: str, wanted: Callable[[], bool] = lambda: True
    ) -> int | None:
        """The action that a bot chooses; None if that is no longer wanted when its turn has come."""
        if asked.level in LONG_LEVELS:
            return await self.long.do(household, table, lambda: self.elsewhere(game, asked), wanted)
        return await self.short.do(household, table, lambda: answer(game, asked), wanted)

    def elsewhere(self, game: Game, asked: Question) -> int:
        if not hasattr(self.own, "worker"):
            self.own.worker = WorkerProcess("carreau.web.bot_worker")
            self.apprentices.append(self.own.worker)
        job = msgspec.msgpack.encode((name_of(game), asked))
        for _ in range(TRIES):
            try:
                return msgspec.msgpack.decode(self.own.worker.ask(job, LONGEST), type=int)
            except Late:
                break
            except Gone:
                pass
        return answer(game, asked._replace(level=QUICK_LEVEL))

    def close(self) -> None:
        for lane in (self.short, self.long):
            lane.pool.shutdown(wait=False, cancel_futures=True)
        for one in self.apprentices:
            one.close()
