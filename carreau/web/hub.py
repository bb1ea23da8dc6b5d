"""All tables that are open now. A table is rebuilt from its log when somebody comes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from hmac import compare_digest

from carreau.core.game import Game
from carreau.core.match import Match
from carreau.core.seed import new_seed
from carreau.store.log import Conflict, Log, Unwritten
from carreau.store.stored import FREE, Change, Invitation, NewTable, StoredTable
from carreau.table.clock import clock
from carreau.table.entry import PLAY, Entry
from carreau.table.seating import NotNow
from carreau.table.settings import BOT, HOT, ME, NO_COACH, OPEN, Settings
from carreau.table.table import Table
from carreau.web import table_loader
from carreau.web.bot_pool import BOTS_AT_ONCE
from carreau.web.fair_queue import FairQueue
from carreau.web.house import House
from carreau.web.lab.lab import Lab
from carreau.web.log_writer import LogWriter
from carreau.web.metrics import Metrics, memory_used
from carreau.web.preparation import prepare
from carreau.web.reviews import Reviews
from carreau.web.room import PACE, Room
from carreau.web.tokens import hashed, new_id, new_secret
from carreau.web.workers import Workers

MOST_ROOMS = 200
AT_ONCE = 2  # tables that are rebuilt at a time
EMPTY_SECONDS = 60  # that an empty room stays open at least
DEVICE_SECONDS = 15 * 60  # in which a link for another device can be used
FOLLOW_SECONDS = 0.5  # between two checks whether another process has written something


class Hub:
    """Finds rooms, and creates tables."""

    def __init__(self, log: Log, pace: float = PACE, bots_at_once: int = BOTS_AT_ONCE, lab: Lab | None = None) -> None:
        self.log, self.pace = log, pace
        self.workers = Workers(bots_at_once)
        self.writer = LogWriter(log, self.workers.metrics)
        self.rooms: dict[str, Room] = {}
        self.most = MOST_ROOMS  # when to look for empty ones
        self.closed: dict[str, table_loader.Closed] = {}  # tables that turned out to be impossible to replay
        self.opening: dict[str, asyncio.Task[Room]] = {}
        self.rebuilding = FairQueue(AT_ONCE)
        self.changed: set[str] = set()  # tables at which others wrote, as far as we were told
        self.told = asyncio.Event()
        self.following = [asyncio.create_task(self.follow()), asyncio.create_task(self.follow_at_once())]
        self.house = House(log, self.writer, lambda: self.rooms)
        self.reviews, self.lab = Reviews(self.house), lab
        soon = asyncio.get_running_loop().call_soon_threadsafe
        log.listen(lambda ids: soon(self.tell, ids), lambda name, text: soon(self.house.hear, name, text))

    def close(self) -> None:
        for task in self.following:
            task.cancel()
        self.house.close()
        self.reviews.close()
        if self.lab is not None:
            self.lab.close()
        self.workers.close()
        self.writer.close()

    def metrics(self) -> Metrics:
        """What has been counted so far, and how it is now. May be called in any thread."""
        counted = self.writer.metrics
        counted.processor, counted.memory = time.process_time(), memory_used()
        counted.tables, counted.sockets = len(self.rooms), sum(len(room.viewers) for room in list(self.rooms.values()))
        counted.bots_waiting = self.workers.bots.waiting
        return counted

    def shed(self, part: float) -> None:
        """Send the pages of some tables elsewhere: they come back at once, to a process with less to do."""
        rooms = [room for room in self.rooms.values() if room.viewers]
        for room in rooms[: int(len(rooms) * part)]:
            for viewer in room.viewers:
                viewer.send_elsewhere()

    async def room(self, id: str, network: str = "") -> Room:
        """The room of a table; NoMatch if there is none. Networks take turns at having their tables rebuilt."""
        if id in self.rooms:
            self.rooms[id].last_visit = clock()  # whoever asks for it needs it for a while
            room = self.rooms[id]
        else:
            room = await self.opened(id, network)
        if not self.log.alone:
            await self.show_news([id])  # whoever comes from another process may have seen more there
        return room

    async def opened(self, id: str, network: str) -> Room:
        """Rebuilt once for all who ask for it meanwhile."""
        settings, game = self.settings(self.log.match(id))
        prepare(game, coach=settings.coach != NO_COACH)
        if id not in self.opening:
            self.opening[id] = asyncio.create_task(self.open(id, network))
            self.opening[id].add_done_callback(lambda task: (self.opening.pop(id), task.cancelled() or task.exception()))
        return await asyncio.shield(self.opening[id])

    async def open(self, id: str, network: str) -> Room:
        async with self.rebuilding.turn(network, id):
            table = await asyncio.to_thread(self.rebuild, id)
        self.close_empty_rooms()
        self.rooms[id] = Room(id, table, self.writer, self.pace, self.workers, self.house)
        return self.rooms[id]

    def settings(self, stored: StoredTable) -> tuple[Settings, Game]:
        """How a table was set up, and its game; Closed if we know that it can no longer be shown."""
        if stored.id in self.closed:
            raise self.closed[stored.id].with_traceback(None)  # which would grow with every request, and keep them all
        settings = table_loader.settings_of(stored)
        return settings, table_loader.game_of(settings)

    def rebuild(self, id: str) -> Table:
        try:
            return table_loader.rebuild(*table_loader.read_log(self.log, id), clock())
        except table_loader.Closed as error:
            self.closed[id] = error
            raise

    def close_empty_rooms(self) -> None:
        """Close rooms that nobody has visited for a while, if there are many."""
        if len(self.rooms) >= self.most:
            long_ago = clock() - EMPTY_SECONDS
            self.rooms = {id: room for id, room in self.rooms.items() if room.viewers or room.last_visit > long_ago}
            self.most = max(MOST_ROOMS, 2 * len(self.rooms))

    # what other processes write to the same log

    def tell(self, ids: Collection[str] | None) -> None:
        """Others wrote at these tables; None if it may have been any of them."""
        if ids is None:
            self.house.missed()
        self.changed.update(self.rooms if ids is None else self.rooms.keys() & ids)
        if self.changed:
            self.told.set()

    async def follow_at_once(self) -> None:
        """Show what we were told about."""
        while True:
            await self.told.wait()
            self.told.clear()
            ids, self.changed = self.changed, set()
            await self.show_news(ids)  # if that fails, `follow` makes up for it

    async def follow(self) -> None:
        """Show what we were not told about, and tidy up the log."""
        missed = False  # whether something could not be read the last time
        while True:
            await asyncio.sleep(FOLLOW_SECONDS)
            with suppress(Unwritten):  # another time
                await asyncio.to_thread(self.log.checkpoint)
            try:
                missed = await self.writer.run(self.log.others_wrote) or missed
            except Unwritten as error:
                logging.getLogger("carreau").debug("the log cannot be read now: %s", error)
            except Exception:  # whatever it was, the next time may be better
                logging.getLogger("carreau").exception("the log could not be followed")
            if missed:
                missed = not await self.show_news(self.rooms)

    async def show_news(self, ids: Collection[str]) -> bool:
        """Apply what others wrote at these tables. Returns whether the log could be read."""
        known = {id: self.rooms[id].table.sequence for id in ids if id in self.rooms}
        try:
            news = await asyncio.to_thread(self.log.news, known) if known else {}
        except Unwritten as error:
            logging.getLogger("carreau").debug("the log cannot be read now: %s", error)
            return False
        except Exception:
            logging.getLogger("carreau").exception("the log could not be read")
            return False
        await asyncio.gather(*(self.show_one(id, entries) for id, entries in news.items() if id in self.rooms))
        return True

    async def show_one(self, id: str, entries: list[Entry]) -> None:
        """One table that cannot be followed must not stop the others."""
        try:
            await self.rooms[id].follow(entries)
        except Exception:
            logging.getLogger("carreau").exception("table %s could not be followed", id)

    async def create(self, settings: Settings, owner: str, actions: list[tuple[int, str]] | None = None) -> str:
        """A new table, on the disk when this returns. Its owner plays at the seats of this screen; each free seat gets a link."""
        id, now = new_id(), clock()
        keys = tuple((hashed(owner), seat) for seat, chair in enumerate(settings.chairs) if chair.kind in (ME, HOT))
        free = tuple(Invitation(seat, FREE, new_secret()) for seat, chair in enumerate(settings.chairs) if chair.kind == OPEN)
        entries = tuple(Entry(number, now, PLAY, seat, action) for number, (seat, action) in enumerate(actions or []))
        stored = StoredTable(id, now, replace(settings, first=len(entries)).text(), settings.seed)
        await self.writer.run(lambda: self.log.create(NewTable(stored, keys, free, entries)))
        return id

    async def rematch(self, room: Room) -> str:
        """The next table of the same people, everyone one seat further on, written together with the entry that names it."""
        table = room.table
        while not table.next:
            sequence, made = table.sequence, self.next_table(room)

            def make(sequence: int = sequence, made: StoredTable = made.table) -> Entry | None:
                return table.rematch(made.id, made.made) if table.sequence == sequence else None

            try:
                await room.commit(make, Change(table=made))  # once more if something has happened: it may be about who plays
            except Conflict:
                if not table.next:  # another process has not written the same entry either
                    raise
        return table.next

    def next_table(self, room: Room) -> NewTable:
        """The same people, everybody one seat further on."""
        settings = replace(room.table.rematch_settings(new_seed()), before=room.id)
        keys = {(key, (seat + 1) % settings.players) for key, seat in self.log.keys(room.id)}
        return NewTable(StoredTable(new_id(), clock(), settings.text(), settings.seed), tuple(sorted(keys)))

    def tables_of(self, owner: str) -> list[StoredTable]:
        """The tables of a player, the newest first."""
        return self.log.matches(hashed(owner)) if owner else []

    def seats(self, id: str, owner: str) -> list[int]:
        """The seats of a player at a table."""
        return self.log.seats(id, hashed(owner)) if owner else []

    # links

    def invitation(self, id: str, secret: str) -> Invitation | None:
        """The invitation with this secret, unless it is used up or too old."""
        found = [each for each in self.log.invitations(id) if compare_digest(each.secret.encode(), secret.encode())]
        return found[0] if secret and found and (found[0].until == FREE or clock() < found[0].until) else None

    async def sit(self, room: Room, invitation: Invitation, name: str, owner: str) -> None:
        """Somebody with the link to a free seat sits down. From then on, the link opens nothing."""
        seat = invitation.seat
        change = Change(keys=((hashed(owner), seat),), used=(seat,))

        def make() -> Entry:
            self.check_without_seat(room, owner)
            return room.table.sit(seat, name, clock())

        await room.commit(make, change)

    async def start(self, room: Room) -> None:
        """Bots take the free seats. From then on, their links open nothing."""
        free = tuple(seat for seat in range(room.table.settings.players) if room.table.is_open(seat))
        await room.commit(lambda: room.table.start(clock()), Change(used=free))

    async def link_device(self, room: Room, seats: list[int]) -> str:
        """The secret of a link with which players open their own seat on another device, once."""
        seat = next((seat for seat in seats if room.table.chairs[seat].kind != HOT), seats[0])
        if room.table.is_open(seat) or room.table.chairs[seat].kind == BOT:
            raise NotNow("Only the player in this seat can do that.")
        room.check_rate([seat])
        made = Invitation(seat, clock() + DEVICE_SECONDS, new_secret())
        await self.writer.run(lambda: self.log.invite(room.id, made))
        return made.secret

    async def add_device(self, room: Room, invitation: Invitation, owner: str) -> None:
        """The other device opens this seat alone, not those of others at the first screen. Everyone at the table is told."""
        seat = invitation.seat
        change = Change(keys=((hashed(owner), seat),), used=(seat,))

        def make() -> Entry:
            if self.invitation(room.id, invitation.secret) is None:  # used just now
                raise NotNow("This link no longer works: it has been used or is too old. Ask for a new one.")
            self.check_without_seat(room, owner)
            return room.table.add_device(seat, clock())

        await room.commit(make, change)

    def check_without_seat(self, room: Room, owner: str) -> None:
        """One player, one seat."""
        if self.seats(room.id, owner):
            raise NotNow("You already have a seat at this table: this link is for somebody else.")


def actions_of(match: Match, plies: int | None = None) -> list[tuple[int, str]]:
    """The first actions of a match, all by default: seats and names."""
    return [(seat, match.game.name_action(action)) for seat, action in match.history[:plies]]
