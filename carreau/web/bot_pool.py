"""Where bots and the coach think: quick bots in threads; strong ones, the coach, and all bots of a game that is not compiled yet,
in processes with a low priority."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from queue import LifoQueue
from typing import TypeVar

import msgspec

from carreau.bots.levels import OWN_LEVEL
from carreau.bots.search_for import BOTS
from carreau.core.game import Game
from carreau.table.bot import Question, answer
from carreau.web.coach_question import BlunderQuestion, CoachQuestion
from carreau.web.fair_queue import FairQueue
from carreau.web.worker_process import Died, TimedOut, WorkerProcess, name_of

T = TypeVar("T")
WORKER = "carreau.web.bot_worker"
BOTS_AT_ONCE = 2  # of each kind that think at a time, unless several processes share the machine
TRIES = 2  # if the process dies
LONG_LEVELS = (4, 5, OWN_LEVEL)  # of bots that think for up to a second, or nobody knows how long
LONGEST = 30.0  # seconds; then a quicker bot answers
QUICK_LEVEL = 3


class Lane:
    """A few threads, and fair turns at them."""

    def __init__(self, name: str, at_once: int) -> None:
        self.queue = FairQueue(at_once)
        self.threads = ThreadPoolExecutor(at_once, name)

    async def do(self, network: str, table: str, work: Callable[[], T], wanted: Callable[[], bool] = lambda: True) -> T | None:
        """The result of some work; None if it is no longer wanted when its turn comes."""
        async with self.queue.turn(network, table):
            if not wanted():
                return None
            return await asyncio.get_running_loop().run_in_executor(self.threads, work)


class BotPool:
    """A quick bot never waits for a strong one, and the tables of one network never take up all the time."""

    def __init__(self, at_once: int = BOTS_AT_ONCE) -> None:
        self.short, self.long = Lane("short thought", at_once), Lane("long thought", at_once)
        self.workers = [WorkerProcess(WORKER) for _ in range(at_once)]
        self.idle: LifoQueue[WorkerProcess] = LifoQueue()  # the last that had a job may still be running
        for worker in self.workers:
            self.idle.put(worker)

    @property
    def waiting(self) -> int:
        """How many bots wait for their turn."""
        return self.short.queue.waiting + self.long.queue.waiting

    async def think(
        self, game: Game, asked: Question, network: str, table: str, wanted: Callable[[], bool] = lambda: True
    ) -> int | None:
        """The action that a bot chooses; None if it is no longer wanted when its turn comes."""
        if asked.level in LONG_LEVELS or not BOTS.is_used(game):
            return await self.long.do(network, table, lambda: self.think_in_process(game, asked), wanted)
        return await self.short.do(network, table, lambda: answer(game, asked), wanted)

    def think_in_process(self, game: Game, asked: Question) -> int:
        said = self.ask_process(game, asked)
        return msgspec.msgpack.decode(said, type=int) if said else answer(game, asked._replace(level=QUICK_LEVEL))

    async def coach(
        self, game: Game, asked: CoachQuestion | BlunderQuestion, network: str, table: str, wanted: Callable[[], bool]
    ) -> bytes | None:  # fmt: skip
        """What the coach answers, as MessagePack; nothing if it has no answer, or if that is no longer wanted."""
        return await self.long.do(network, table, lambda: self.ask_process(game, asked), wanted)

    def ask_process(self, game: Game, asked: Question | CoachQuestion | BlunderQuestion) -> bytes:
        """What a process answers; nothing if it has no answer."""
        job, worker = msgspec.msgpack.encode((type(asked).__name__, name_of(game), asked)), self.idle.get()
        try:
            for _ in range(TRIES):
                try:
                    return worker.ask(job, LONGEST)
                except TimedOut:
                    break
                except Died:
                    pass
        finally:
            self.idle.put(worker)
        return b""

    def close(self) -> None:
        for lane in (self.short, self.long):
            lane.threads.shutdown(wait=False, cancel_futures=True)
        for worker in self.workers:
            worker.close()
