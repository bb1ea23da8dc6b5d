"""A table that people look at: the only place where entries are written and applied.

An entry is made and applied while nobody else makes one at this table; between the two it is written to the disk. Only the
disk's thread and the bots, who think on a copy, work elsewhere.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress

from carreau.core.errors import CarreauError
from carreau.core.words import Words
from carreau.store.log import Conflict, Unwritten
from carreau.store.row import Row
from carreau.table.bot import choose
from carreau.table.entry import Entry
from carreau.table.sight import fingerprint
from carreau.table.table import Table
from carreau.table.teller import Teller
from carreau.web.scribe import Scribe
from carreau.web.telling import names_at
from carreau.web.viewer import Viewer

PACE = 0.9  # seconds before a bot acts, so that everybody can follow
BASE = time.time() - time.monotonic()
THINKING = asyncio.Semaphore(2)
PATIENCE = 1.0  # seconds until something is tried again that the disk has refused


def clock() -> float:
    """Seconds since 1970 that never run backwards."""
    return BASE + time.monotonic()


class Room:
    """One table, its viewers, and what comes due."""

    def __init__(self, id: str, table: Table, scribe: Scribe, pace: float = PACE) -> None:
        self.id, self.table, self.scribe, self.pace = id, table, scribe, pace
        self.one = asyncio.Lock()
        self.viewers: list[Viewer] = []
        self.left = clock()  # when somebody was last here
        self.tellers: dict[str, Teller] = {}
        self.seen = -1, ""  # the hash of what everybody sees, for a sequence number
        self.stirred = asyncio.Event()
        self.thinking: asyncio.Task[None] | None = None
        self.running: asyncio.Task[None] | None = None

    # people

    async def enter(self, viewer: Viewer) -> None:
        if not self.viewers:
            self.table.clock.resume(self.left, clock())
        self.viewers.append(viewer)
        self.wake()
        if self.running is None or self.running.done():
            self.running = asyncio.create_task(self.run())
        for seat in self.table.lent.intersection(viewer.seats):
            with suppress(CarreauError):
                await self.commit(lambda seat=seat: self.table.back(seat, clock()))  # type: ignore[misc]

    def exit(self, viewer: Viewer) -> None:
        self.viewers.remove(viewer)
        self.left = clock()
        self.wake()
        if not self.viewers:
            self.stirred.set()  # `run` ends

    def here(self) -> set[int]:
        """The seats from which somebody looks on."""
        return {seat for viewer in self.viewers for seat in viewer.seats}

    def lines(self, words: Words) -> list[str]:
        """The log in words."""
        if words.language not in self.tellers:
            self.tellers[words.language] = Teller(self.table, words, lambda: names_at(self.table, words))
        return self.tellers[words.language].up_to_now()

    def public(self) -> str:
        """What everybody may see, as a fingerprint; made once for all who are told."""
        sequence, known = self.seen
        if sequence != self.table.sequence:
            known = fingerprint(self.table.match)
            self.seen = self.table.sequence, known
        return known

    # what happens

    async def commit(self, make: Callable[[], Entry | None]) -> bool:
        """Write what is made, if anything, and only then let it be true: also if whoever asked has gone away meanwhile."""
        await self.one.acquire()
        try:
            entry = make()
        except BaseException:
            self.one.release()
            raise
        if entry is None:
            self.one.release()
            return False
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.scribe.write(self.id, Row(*entry), lambda error: self.written(entry, error, done))
        await done
        return True

    def written(self, entry: Entry, error: Exception | None, done: asyncio.Future[None]) -> None:
        """The entry is on the disk; or it is not, and the log is right."""
        try:
            if error is None:
                self.table.apply(entry, clock())
                self.wake()
            else:
                self.catch_up()
        finally:
            self.one.release()
            if not done.done():
                done.set_exception(error) if error else done.set_result(None)

    def catch_up(self) -> None:
        """Somebody else has written to the log: it is right."""
        rows = self.scribe.log.rows(self.id, self.table.sequence)
        for row in rows:
            self.table.apply(Entry(*row), clock())
        if rows:
            self.wake()

    async def follow(self) -> None:
        """Apply what another process has written meanwhile."""
        async with self.one:
            self.catch_up()

    def wake(self) -> None:
        if self.table.is_watched:
            self.stirred.set()
        for viewer in self.viewers:
            viewer.stir()

    async def run(self) -> None:
        """Let happen what comes due, as long as somebody looks on."""
        while self.viewers:
            self.stirred.clear()
            try:
                await self.settle()
            except Conflict:
                continue
            except Unwritten:
                await asyncio.sleep(PATIENCE)
                continue
            due = self.table.due(clock())
            wait = None if due is None else max(0.0, due - clock())
            with suppress(TimeoutError):
                await asyncio.wait_for(self.stirred.wait(), wait)

    async def settle(self) -> None:
        await self.settle_claims()
        while self.table.is_timed and await self.commit(lambda: self.table.tick(clock())):
            pass
        if self.table.turn() and (self.thinking is None or self.thinking.done()):
            self.thinking = asyncio.create_task(self.think())

    async def settle_claims(self) -> None:
        while claim := self.table.claims.take(clock()):
            try:
                await self.commit(lambda claim=claim: self.table.play(claim.seat, claim.action, claim.ply, clock()))  # type: ignore[misc]
            except CarreauError as error:
                claim.who.refuse(error)

    async def think(self) -> None:
        """One action of the bot whose turn it is."""
        turn = self.table.turn()
        if turn is None:
            return
        ply, sequence = self.table.match.ply, self.table.sequence
        try:
            async with THINKING:
                action = await asyncio.to_thread(choose, self.table.match.copy(), *turn)
            await asyncio.sleep(max(0.0, self.table.changed + self.pace - clock()))
            await self.commit(lambda: self.table.play(turn[0], action, ply, clock()) if self.is_still(turn, sequence) else None)
        except Conflict:
            pass
        except Unwritten:
            await asyncio.sleep(PATIENCE)
        except Exception:
            logging.getLogger("carreau").exception("a bot could not act")
            await asyncio.sleep(1)
        finally:
            asyncio.get_running_loop().call_soon(self.stirred.set)

    def is_still(self, turn: tuple[int, int], sequence: int) -> bool:
        """Whether nothing has happened while a bot was thinking."""
        return self.table.turn() == turn and self.table.sequence == sequence
