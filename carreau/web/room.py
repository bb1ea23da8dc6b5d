"""A table that people look at: the only place where entries are written and applied.

Everything runs in one thread, one thing after the other; only bots think elsewhere, on a copy.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress

from carreau.core.errors import CarreauError
from carreau.core.words import Words
from carreau.store.log import Conflict, Log
from carreau.store.row import Row
from carreau.table.bot import choose
from carreau.table.entry import Entry
from carreau.table.table import Table
from carreau.table.teller import Teller
from carreau.web.telling import names_at
from carreau.web.viewer import Viewer

PACE = 0.9  # seconds before a bot acts, so that everybody can follow
BASE = time.time() - time.monotonic()
THINKING = asyncio.Semaphore(2)


def clock() -> float:
    """Seconds since 1970 that never run backwards."""
    return BASE + time.monotonic()


class Room:
    """One table, its viewers, and what comes due."""

    def __init__(self, id: str, table: Table, log: Log, pace: float = PACE) -> None:
        self.id, self.table, self.log, self.pace = id, table, log, pace
        self.viewers: list[Viewer] = []
        self.tellers: dict[str, Teller] = {}
        self.stirred = asyncio.Event()
        self.thinking: asyncio.Task[None] | None = None
        self.running: asyncio.Task[None] | None = None

    # people

    def enter(self, viewer: Viewer) -> None:
        self.viewers.append(viewer)
        for seat in self.table.lent.intersection(viewer.seats):
            with suppress(Conflict):
                self.commit(self.table.back(seat, clock()))
        self.wake()
        if self.running is None or self.running.done():
            self.running = asyncio.create_task(self.run())

    def exit(self, viewer: Viewer) -> None:
        self.viewers.remove(viewer)
        self.wake()

    def here(self) -> set[int]:
        """The seats from which somebody looks on."""
        return {seat for viewer in self.viewers for seat in viewer.seats}

    def lines(self, words: Words) -> list[str]:
        """The log in words."""
        if words.language not in self.tellers:
            self.tellers[words.language] = Teller(self.table, words, lambda: names_at(self.table, words))
        return self.tellers[words.language].up_to_now()

    # what happens

    def commit(self, entry: Entry) -> None:
        """Write an entry, and only then let it be true."""
        try:
            self.log.append(self.id, Row(*entry))
        except Conflict:
            self.catch_up()
            raise
        self.table.apply(entry, clock())
        self.wake()

    def catch_up(self) -> None:
        """Somebody else has written to the log: it is right."""
        for row in self.log.rows(self.id, self.table.sequence):
            self.table.apply(Entry(*row), clock())
        self.wake()

    def wake(self) -> None:
        self.stirred.set()
        for viewer in self.viewers:
            viewer.stir()

    async def run(self) -> None:
        """Let happen what comes due, as long as somebody looks on."""
        while self.viewers:
            self.stirred.clear()
            try:
                self.settle(clock())
            except Conflict:
                continue
            due = self.table.due(clock())
            wait = None if due is None else max(0.0, due - clock())
            with suppress(TimeoutError):
                await asyncio.wait_for(self.stirred.wait(), wait)

    def settle(self, now: float) -> None:
        self.settle_claims(now)
        while entry := self.table.tick(now):
            self.commit(entry)
        if self.table.turn() and (self.thinking is None or self.thinking.done()):
            self.thinking = asyncio.create_task(self.think())

    def settle_claims(self, now: float) -> None:
        while claim := self.table.claims.take(now):
            try:
                self.commit(self.table.play(claim.seat, claim.action, claim.ply, now))
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
            if self.table.turn() == turn and self.table.sequence == sequence:
                self.commit(self.table.play(turn[0], action, ply, clock()))
        except Conflict:
            pass
        except Exception:
            logging.getLogger("carreau").exception("a bot could not act")
            await asyncio.sleep(1)
        finally:
            asyncio.get_running_loop().call_soon(self.stirred.set)
