"""The processes that serve the tables of one store together: what we tell the others, and what they tell us."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from carreau.store.log import Log
from carreau.table.clock import clock
from carreau.web.log_writer import LogWriter
from carreau.web.presence import DECODER, Here, Notice, Presence

if TYPE_CHECKING:
    from carreau.web.room import Room

BEAT_SECONDS = 1.0  # between two signs of life
ALL_BEATS = 10  # so often we say again at which tables we are, shared or not
REVIEW_SECONDS = 5.0  # for which we believe what another process said about a review that it is making
ANSWER_SECONDS = 0.25  # for the others to say that they are at a table, too


class Alone:
    """A process that has its tables to itself."""

    def at(self, table: str) -> Mapping[str, Here]:
        """The other processes with open pages of a table."""
        return {}

    def leads(self, table: str, since: float) -> bool:
        """Whether we see to what comes due at a table, at which we have had open pages since a moment."""
        return True

    def ask(self, table: str) -> float:
        """Ask who else is at a table. Returns how many seconds an answer may take."""
        return 0.0

    def announce(self, room: Room) -> None:
        """Somebody has come to a table of ours, or has left."""


class House(Alone):
    """Our side of it. Most houses have one process, which then says nothing."""

    def __init__(self, log: Log, writer: LogWriter, rooms: Callable[[], Mapping[str, Room]]) -> None:
        self.log, self.writer, self.rooms = log, writer, rooms
        self.presence = Presence(log.name)
        self.ended: set[str] = set()  # processes that will not come back
        self.notice = Notice()  # what the others are to be told next
        self.reviews: dict[str, tuple[float, float]] = {}  # that others are making: how much is done, and when we heard of it
        self.missing = False  # whether they or we have missed something
        self.saying: asyncio.Task[None] | None = None
        self.leaving = False
        self.beating = asyncio.create_task(self.beat())

    def close(self) -> None:
        self.beating.cancel()

    # what tables ask

    def at(self, table: str) -> Mapping[str, Here]:
        return self.presence.at(table)

    def leads(self, table: str, since: float) -> bool:
        return self.presence.leads(table, since)

    def ask(self, table: str) -> float:
        if self.log.alone:
            return 0.0
        self.notice.asks.append(table)
        self.say()
        return ANSWER_SECONDS

    def announce(self, room: Room) -> None:
        if self.presence.heard:
            self.add(room)
            self.say()

    def tell_reviews(self, shares: Mapping[str, float]) -> None:
        """How much of each review that we are making is done."""
        if not self.log.alone:
            self.notice.reviews.update(shares)
            self.say()

    def add(self, room: Room) -> None:
        self.notice.here.pop(room.id, None)
        if room.viewers:
            self.notice.here[room.id] = room.here()
        else:
            self.notice.left.append(room.id)

    # telling

    def say(self) -> None:
        """Soon, together with everything else that there is to say by then."""
        if (self.saying is None or self.saying.done()) and not self.leaving:
            self.saying = asyncio.create_task(self.say_all())

    async def say_all(self) -> None:
        while self.notice:
            await self.say_now()

    async def say_now(self) -> None:
        notice, self.notice = self.notice, Notice()
        texts = notice.texts()
        with suppress(RuntimeError):  # the server is closing
            if not all(await self.writer.run(lambda: [self.log.say(text) for text in texts])):
                self.missing = True

    async def farewell(self) -> None:
        """This process is about to end: its pages will be back at another one in a moment."""
        self.leaving = True
        if not self.log.alone:
            self.notice = Notice(gone=[self.log.name])
            await self.say_now()

    async def beat(self) -> None:
        """Say that we are alive, and who is at the tables that we share; now and then, who is at any of our tables."""
        number = 0
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            for name, heard in self.presence.silent(clock()):
                self.lose(name, heard)
            self.forget_who_has_left()
            if self.missing:
                self.missed()
            if self.presence.heard and not self.leaving:
                number += 1
                for id, room in self.rooms().items():
                    if room.viewers and (number % ALL_BEATS == 0 or self.at(id)):
                        self.add(room)
                await self.say_now()

    def forget_who_has_left(self) -> None:
        """What they said about it may have been lost."""
        for id, room in self.rooms().items():
            if room.viewers and (left := self.presence.unconfirmed(id, room.since, clock())):
                for name in left:
                    self.presence.forget(id, name)
                room.hear(None)

    # being told

    def hear(self, process: str, text: str) -> None:
        if process in self.ended:
            return
        try:
            notice = DECODER.decode(text)
        except msgspec.MsgspecError:
            logging.getLogger("carreau").debug("process %s says something that cannot be read", process)
            return
        for name in notice.gone:
            self.end(name)
        if process in self.ended:
            return
        now = clock()
        self.reviews = {id: told for id, told in self.reviews.items() if now - told[1] < REVIEW_SECONDS}
        self.reviews |= {id: (share, now) for id, share in notice.reviews.items()}
        rooms = self.rooms()
        unknown = {table for table in notice.here if process not in self.at(table)}  # it may not know that we are there, too
        news = self.presence.hear(process, notice, clock())
        for table in news & rooms.keys():
            rooms[table].hear(notice.here.get(table))
        for table in rooms.keys() & {*notice.asks, *unknown}:
            if rooms[table].viewers:
                self.add(rooms[table])
        if self.notice:
            self.say()

    def missed(self) -> None:
        """Nobody knows what was said in the meantime: we say who is here and ask who is there, again if that is missed, too."""
        self.missing = False
        for id, room in self.rooms().items():
            if room.viewers:
                self.add(room)
                self.ask(id)

    def end(self, process: str) -> None:
        """A process has ended, and will not come back."""
        if process != self.log.name:
            self.ended.add(process)
            self.lose(process, clock())

    def lose(self, process: str, at: float) -> None:
        """Nobody has heard of a process since that moment."""
        rooms = self.rooms()
        for table, here in self.presence.end(process).items():
            if table in rooms:
                rooms[table].lose(here.seats, at)
