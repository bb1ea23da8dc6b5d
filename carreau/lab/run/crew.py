"""Who plays: the cores of this machine, or a cluster (cluster.py)."""

from __future__ import annotations

import os
from collections.abc import Collection
from concurrent.futures import Future, ThreadPoolExecutor
from queue import LifoQueue
from typing import Protocol

from carreau.bots.search_for import BOTS
from carreau.core.engine import MATCH, in_real_time
from carreau.core.work import Work
from carreau.lab.experiment import Setting
from carreau.lab.matches.look_for import LOOKING
from carreau.lab.matches.play import DEEP
from carreau.lab.matches.players import RANDOM
from carreau.lab.matches.watch_for import NOTING, RANDOM_ROWS
from carreau.lab.run.chunk import Chunk
from carreau.lab.run.process import Process
from carreau.lab.run.work import Answer, Order, perform


class Crew(Protocol):
    """Whoever plays chunks."""

    def slots(self) -> int:
        """How many chunks to hand over at a time, so that nobody waits."""
        ...

    def submit(self, chunk: Chunk) -> Future[Answer]:
        """Have a chunk played."""
        ...

    def close(self) -> None:
        """Drop what has not been played, and end all processes."""
        ...


class Local:
    """The cores of this machine: threads where machine code plays, otherwise a process for each core."""

    def __init__(self, order: Order, cores: int | None = None) -> None:
        self.order, self.cores = order, cores or os.cpu_count() or 1
        self.threads = ThreadPoolExecutor(self.cores, "playing")
        self.processes = [Process(order) for _ in range(self.cores)]
        self.idle: LifoQueue[Process] = LifoQueue()  # the last that had a chunk is running
        for process in self.processes:
            self.idle.put(process)

    def slots(self) -> int:
        return self.cores + 1

    def submit(self, chunk: Chunk) -> Future[Answer]:
        return self.threads.submit(self.play, chunk)

    def play(self, chunk: Chunk) -> Answer:
        if is_compiled(self.order.settings[chunk.setting]):
            return perform(self.order, chunk)
        process = self.idle.get()
        try:
            return process.play(chunk)
        finally:
            self.idle.put(process)

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)
        for process in self.processes:
            process.close()


def is_compiled(setting: Setting) -> bool:
    """Whether machine code plays whole matches, without the interpreter's lock."""
    return set(setting.bots) == {RANDOM} and not in_real_time(setting.game, setting.players, setting.options)


def works_of(setting: Setting, needs: Collection[str]) -> list[Work]:
    """What has to be compiled before it is played."""
    works: list[Work] = [RANDOM_ROWS] if is_compiled(setting) else [MATCH, BOTS, NOTING]
    return [*works, *(one for one in (MATCH, BOTS, LOOKING) if DEEP in needs and one not in works)]
