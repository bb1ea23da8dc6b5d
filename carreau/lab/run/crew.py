"""Who plays: the cores of this machine, or a cluster (cluster.py)."""

from __future__ import annotations

import os
from concurrent.futures import Future, ThreadPoolExecutor
from queue import LifoQueue
from typing import Protocol

from carreau.lab.run.chunk import Chunk
from carreau.lab.run.code import is_compiled
from carreau.lab.run.process import Process
from carreau.lab.run.work import Answer, Order, perform


class Crew(Protocol):
    """Whoever plays chunks."""

    def workers(self) -> int:
        """How many play at a time."""
        ...

    def slots(self) -> int:
        """How many chunks to hand over, so that nobody waits for the next one."""
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

    def workers(self) -> int:
        return self.cores

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
