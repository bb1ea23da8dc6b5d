"""All tables that are open now; each is rebuilt from its log when somebody comes."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import suppress
from dataclasses import replace
from hmac import compare_digest

from carreau.core.game import Game
from carreau.core.seed import new_seed
from carreau.store.log import Conflict, Damaged, Log, Unwritten
from carreau.store.stored import FREE, Change, Invitation, NewTable, Row, StoredTable
from carreau.table.entry import PLAY, Entry
from carreau.table.seating import NotNow
from carreau.table.settings import BOT, HOT, ME, OPEN, Settings
from carreau.table.table import Table
from carreau.web import table_loader
from carreau.web.compiler import Compiler
from carreau.web.fair_queue import FairQueue
from carreau.web.log_writer import LogWriter
from carreau.web.room import PACE, Room, clock
from carreau.web.tokens import hashed, new_id, new_secret
from carreau.web.workers import Workers

MOST_ROOMS = 200
AT_ONCE = 2  # tables that are being rebuilt
KEPT_SECONDS = 60  # that a room without anybody in it is kept at least
DEVICE_SECONDS = 15 * 60  # in which a link for another device can be used
FOLLOW_SECONDS = 0.5  # between two looks at what another process may have written


class Hub:
    """Where rooms are found and made."""

    def __init__(self, log: Log, compiler: Compiler, pace: float = PACE) -> None:
        self.log, self.compiler, self.pace = log, compiler, pace
        self.writer, self.workers = LogWriter(log), Workers()
        self.rooms: dict[str, Room] = {}
        self.most = MOST_ROOMS  # when to look for those that nobody is in
        self.closed: dict[str, table_loader.Closed] = {}  # tables that turned out not to replay
        self.opening: dict[str, asyncio.Task[Room]] = {}
        self.rebuilding = FairQueue(AT_ONCE)
        self.following = asyncio.create_task(self.follow())

    def close(self) -> None:
        self.following.cancel()
        self.compiler.close()
        self.workers.close()
        self.writer.close()

    async def room(self, id: str, household: str = "") -> Room:
        """The room of a table; NoMatch if there is none. Every household has its turn at having its tables rebuilt."""
        if id in self.rooms:
            self.rooms[id].left = clock()  # whoever asks for it needs it for a while
            return self.rooms[id]
        _, game = self.settings(self.log.match(id))
        await self.compiler.ready(game.id)
        if id in self.rooms:
            return self.rooms[id]
        if id not in self.opening:
            self.opening[id] = asyncio.create_task(self.open(id, household))
            self.opening[id].add_done_callback(lambda task: (self.opening.pop(id), task.cancelled() or task.exception()))
        return await asyncio.shield(self.opening[id])

    async def open(self, id: str, household: str) -> Room:
        async with self.rebuilding.turn(household, id):
            table = await asyncio.to_thread(self.rebuild, id)
        self.forget()
        self.rooms[id] = Room(id, table, self.writer, self.pace, self.workers)
        return self.rooms[id]

    def settings(self, kept: StoredTable) -> tuple[Settings, Game]:
        """How a table was set up, and its game; Closed if it can no longer be shown, as far as that is known."""
        if kept.id in self.closed:
            raise self.closed[kept.id]
        settings = table_loader.settings_of(kept)
        return settings, table_loader.game_of(settings)

    def rebuild(self, id: str) -> Table:
        try:
            return table_loader.rebuild(*table_loader.read_log(self.log, id), clock())
        except table_loader.Closed as error:
            self.closed[id] = error
            raise

    def forget(self) -> None:
        """Close rooms that nobody has been in for a while, when there are many."""
        if len(self.rooms) >= self.most:
            long_ago = clock() - KEPT_SECONDS
            self.rooms = {id: room for id, room in self.rooms.items() if room.viewers or room.left > long_ago}
            self.most = max(MOST_ROOMS, 2 * len(self.rooms))

    async def follow(self) -> None:
        """Show what another process writes to the same log, and keep the log in order."""
        while True:
            await asyncio.sleep(FOLLOW_SECONDS)
            try:
                with suppress(sqlite3.Error):  # another time
                    await asyncio.to_thread(self.log.sweep)
                if await self.writer.run(self.log.others_wrote):
                    for room in list(self.rooms.values()):
                        with suppress(Damaged):  # what it shows is true; nothing more can happen there
                            await room.follow()
            except (sqlite3.Error, Unwritten) as error:
                logging.getLogger("carreau").debug("the log cannot be read now: %s", error)
            except Exception:  # one table that cannot be followed must not stop the others
                logging.getLogger("carreau").exception("a table could not be followed")

    async def create(self, settings: Settings, owner: str, actions: list[tuple[int, str]] | None = None) -> str:
        """A new table whose owner plays at the seats of this screen; for each free seat a link is made. All is on the disk on
        return."""
        id, now = new_id(), clock()
        keys = tuple((hashed(owner), seat) for seat, chair in enumerate(settings.chairs) if chair.kind in (ME, HOT))
        free = tuple(Invitation(seat, FREE, new_secret()) for seat, chair in enumerate(settings.chairs) if chair.kind == OPEN)
        rows = tuple(Row(number, now, PLAY, seat, action, 0.0) for number, (seat, action) in enumerate(actions or []))
        kept = StoredTable(id, now, replace(settings, first=len(rows)).text(), settings.seed)
        await self.writer.run(lambda: self.log.create(NewTable(kept, keys, free, rows)))
        return id

    async def rematch(self, room: Room) -> str:
        """The next table of the same people, everybody one seat further on; made once, together with the entry that names it."""
        table = room.table
        if table.next:
            return table.next
        id, now, players = new_id(), clock(), table.settings.players
        settings = replace(table.again(new_seed()), before=room.id)
        keys = {(key, (seat + 1) % players) for key, seat in self.log.keys(room.id)}
        made = NewTable(StoredTable(id, now, settings.text(), settings.seed), tuple(sorted(keys)))
        try:
            await room.commit(lambda: None if table.next else table.rematch(id, now), Change(table=made))
        except Conflict:
            if not table.next:  # another server was not quicker with the same
                raise
        return table.next

    def mine(self, owner: str) -> list[StoredTable]:
        """The tables of a player, the newest first."""
        return self.log.matches(hashed(owner)) if owner else []

    def seats(self, id: str, owner: str) -> list[int]:
        """Where a player may sit."""
        return self.log.seats(id, hashed(owner)) if owner else []

    # links

    def invitation(self, id: str, secret: str) -> Invitation | None:
        """The link with this secret, if it has not been used, nor grown old."""
        found = [one for one in self.log.invitations(id) if compare_digest(one.secret.encode(), secret.encode())]
        return found[0] if secret and found and (found[0].until == FREE or clock() < found[0].until) else None

    async def sit(self, room: Room, invitation: Invitation, name: str, owner: str) -> None:
        """Somebody with the link of a free seat sits down. The link opens nothing from then on."""
        seat = invitation.seat
        change = Change(keys=((hashed(owner), seat),), used=(seat,))

        def make() -> Entry:
            if self.seats(room.id, owner):
                raise NotNow("You already sit at this table: this link is for somebody else.")
            return room.table.sit(seat, name, clock())

        await room.commit(make, change)

    async def start(self, room: Room) -> None:
        """Bots take the free seats; their links open nothing from then on."""
        free = tuple(seat for seat in range(room.table.settings.players) if room.table.is_open(seat))
        await room.commit(lambda: room.table.start(clock()), Change(used=free))

    async def link_device(self, room: Room, seats: list[int]) -> str:
        """The secret of a link with which somebody opens their own seat on another device, once."""
        seat = next((seat for seat in seats if room.table.chairs[seat].kind != HOT), seats[0])
        if room.table.is_open(seat) or room.table.chairs[seat].kind == BOT:
            raise NotNow("Only whoever sits here can do this.")
        room.count_for([seat])
        made = Invitation(seat, clock() + DEVICE_SECONDS, new_secret())
        await self.writer.run(lambda: self.log.invite(room.id, made))
        return made.secret

    async def add_device(self, room: Room, invitation: Invitation, owner: str) -> None:
        """The other device opens the same seat, and not those of others at the first screen; everybody at the table is told."""
        seat = invitation.seat
        change = Change(keys=((hashed(owner), seat),), used=(seat,))

        def make() -> Entry:
            if self.invitation(room.id, invitation.secret) is None:  # used in this moment
                raise NotNow("This link opens no seat: it has been used, or is too old. Ask for another one.")
            return room.table.add_device(seat, clock())

        await room.commit(make, change)
