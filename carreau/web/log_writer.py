"""Writes entries to the log without making anyone wait: what comes while the disk is busy is written together."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import NamedTuple, TypeVar

from carreau.store.log import Conflict, Damaged, Log
from carreau.store.stored import Change
from carreau.table.entry import PLAY, Entry
from carreau.web.metrics import Metrics

T = TypeVar("T")


class Written(asyncio.Future[None]):
    """Done when an entry is on the disk. It cannot be called back: a task that is cancelled while it waits for this is told so
    when the disk has answered, and not before."""

    def cancel(self, msg: object = None) -> bool:
        return False


class Write(NamedTuple):
    """An entry that waits for the disk, and what is written together with it."""

    match: str
    entry: Entry
    change: Change | None
    written: Written
    made: float  # when it came, on the clock of time.monotonic


class LogWriter:
    """The only one who writes to the log: in a thread of its own, one transaction after the other."""

    def __init__(self, log: Log, metrics: Metrics | None = None) -> None:
        self.log = log
        self.thread = ThreadPoolExecutor(1, "writer")
        self.waiting: list[Write] = []
        self.writing = False
        self.metrics = metrics or Metrics()

    async def run(self, work: Callable[[], T]) -> T:
        """Do anything else with the log, between two transactions."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, work)

    def write(self, match: str, entry: Entry, change: Change | None = None) -> Written:
        """Done when the entry is on the disk; raises Conflict if its number is taken, Unwritten if the disk refuses."""
        loop = asyncio.get_running_loop()
        written = Written(loop=loop)
        self.waiting.append(Write(match, entry, change, written, time.monotonic()))
        if not self.writing:
            self.writing = True
            loop.call_soon(self.begin, loop)  # together with everything that comes in this pass of the loop
        return written

    def begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Send everything that is waiting to the disk, in one transaction."""
        batch, self.waiting = self.waiting, []
        try:
            appended = self.thread.submit(self.append, batch)
        except RuntimeError as error:  # the server is closing
            self.end(loop, batch, [error] * len(batch))
            return

        def end(_: object) -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self.end, loop, batch, appended.result())

        appended.add_done_callback(end)

    def append(self, batch: Sequence[Write]) -> list[Exception | None]:
        """In the thread: what went wrong with each entry, if anything."""
        try:
            appended = self.log.append_all([write[:3] for write in batch])
        except Damaged as error:
            if len(batch) > 1:  # the others should not suffer
                return [failure for write in batch for failure in self.append([write])]
            logging.getLogger("carreau").warning("an entry of table %s could not be written: %s", batch[0].match, error.__cause__)
            return [error]
        except Exception as error:  # whatever it was, everyone is told
            logging.getLogger("carreau").warning("nothing could be written: %s", error.__cause__ or error)
            return [error] * len(batch)
        return [None if success else Conflict("The match has moved on in the meantime.") for success in appended]

    def end(self, loop: asyncio.AbstractEventLoop, batch: Sequence[Write], errors: Sequence[Exception | None]) -> None:
        """Tell those who wait, in the order of the log."""
        self.count(batch, errors)
        for write, error in zip(batch, errors):
            write.written.set_exception(error) if error else write.written.set_result(None)
        self.writing = bool(self.waiting)
        if self.waiting:
            self.begin(loop)

    def count(self, batch: Sequence[Write], errors: Sequence[Exception | None]) -> None:
        now, metrics = time.monotonic(), self.metrics
        for write, error in zip(batch, errors):
            if error is None:
                metrics.entries += 1
                metrics.moves += write.entry.kind == PLAY
                metrics.write.note(now - write.made)
            elif isinstance(error, Conflict):
                metrics.conflicts += 1
            else:
                metrics.store_errors += 1

    def close(self) -> None:
        self.thread.shutdown()
