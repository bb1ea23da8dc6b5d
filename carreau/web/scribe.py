"""Writes to the log without keeping anybody waiting: what comes while the disk is busy goes to it together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from carreau.store.log import Conflict, Log
from carreau.store.row import Row

T = TypeVar("T")
Waiting = tuple[str, Row, "asyncio.Future[None]"]


class Scribe:
    """The only one who writes: in a thread of its own, one transaction after the other."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.hand = ThreadPoolExecutor(1, "scribe")
        self.waiting: list[Waiting] = []
        self.writing: asyncio.Task[None] | None = None

    async def run(self, work: Callable[[], T]) -> T:
        """Anything else that is to be done with the log, between two transactions."""
        return await asyncio.get_running_loop().run_in_executor(self.hand, work)

    def write(self, match: str, row: Row) -> asyncio.Future[None]:
        """Done when the entry is on the disk; Conflict if its number is taken, Unwritten if the disk refuses."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append((match, row, done))
        if self.writing is None:
            self.writing = asyncio.create_task(self.work())
        return done

    async def work(self) -> None:
        while self.waiting:
            batch, self.waiting = self.waiting, []
            entries = [(match, row) for match, row, _ in batch]
            try:
                written = await self.run(lambda entries=entries: self.log.append_all(entries))  # type: ignore[misc]
            except Exception as error:  # whatever it was, everybody is told
                logging.getLogger("carreau").warning("nothing could be written: %s", error.__cause__ or error)
                for *_, done in batch:
                    done.set_exception(error)
                continue
            for (*_, done), success in zip(batch, written):
                if success:
                    done.set_result(None)
                else:
                    done.set_exception(Conflict("The match has moved on in the meantime."))
        self.writing = None

    def close(self) -> None:
        self.hand.shutdown()
