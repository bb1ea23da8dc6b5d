"""Writes to the log without keeping anybody waiting: what comes while the disk is busy goes to it together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from carreau.store.log import Conflict, Damaged, Log
from carreau.store.stored import Change, Row

T = TypeVar("T")
Done = Callable[[Exception | None], None]


class LogWriter:
    """The only one who writes: in a thread of its own, one transaction after the other."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.hand = ThreadPoolExecutor(1, "writer")
        self.waiting: list[tuple[str, Row, Change | None, Done]] = []
        self.writing: asyncio.Task[None] | None = None

    async def run(self, work: Callable[[], T]) -> T:
        """Anything else that is to be done with the log, between two transactions."""
        return await asyncio.get_running_loop().run_in_executor(self.hand, work)

    def write(self, match: str, row: Row, done: Done, change: Change | None = None) -> None:
        """Calls `done` when the entry is on the disk; with Conflict if its number is taken, Unwritten if the disk refuses."""
        self.waiting.append((match, row, change, done))
        if self.writing is None:
            self.writing = asyncio.create_task(self.work())

    async def work(self) -> None:
        while self.waiting:
            batch, self.waiting = self.waiting, []
            for (*_, done), error in zip(batch, await self.attempt([(match, row, change) for match, row, change, _ in batch])):
                try:
                    done(error)
                except Exception:
                    logging.getLogger("carreau").exception("an entry is written, but could not be applied")
        self.writing = None

    async def attempt(self, entries: list[tuple[str, Row, Change | None]]) -> list[Exception | None]:
        try:
            written = await self.run(lambda: self.log.append_all(entries))
        except Damaged as error:
            if len(entries) > 1:  # the others need not suffer
                return [one for entry in entries for one in await self.attempt([entry])]
            logging.getLogger("carreau").warning("an entry of table %s could not be written: %s", entries[0][0], error.__cause__)
            return [error]
        except Exception as error:  # whatever it was, everybody is told
            logging.getLogger("carreau").warning("nothing could be written: %s", error.__cause__ or error)
            return [error] * len(entries)
        return [None if success else Conflict("The match has moved on in the meantime.") for success in written]

    def close(self) -> None:
        self.hand.shutdown()
