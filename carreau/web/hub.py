"""All tables that are open now; each is rebuilt from its log when somebody comes."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import suppress
from dataclasses import replace

from carreau.core.game import Game
from carreau.core.seed import new_seed
from carreau.store.log import Conflict, Log
from carreau.store.row import Kept, Row
from carreau.table.entry import PLAY
from carreau.table.settings import HOT, ME, Settings
from carreau.table.table import NotNow, Table
from carreau.web import archive
from carreau.web.room import PACE, Room, clock
from carreau.web.scribe import Scribe
from carreau.web.secret import hashed, new_id, seat_secret
from carreau.web.warm import Kitchen

MOST_ROOMS = 200
KEPT_SECONDS = 60  # that a room without anybody in it is kept at least
FOLLOW_SECONDS = 0.5  # between two looks at what another process may have written


class Hub:
    """Where rooms are found and made."""

    def __init__(self, log: Log, kitchen: Kitchen, pace: float = PACE) -> None:
        self.log, self.kitchen, self.pace = log, kitchen, pace
        self.scribe = Scribe(log)
        self.rooms: dict[str, Room] = {}
        self.most = MOST_ROOMS  # when to look for those that nobody is in
        self.closed: dict[str, archive.Closed] = {}  # tables that turned out not to replay
        self.opening = asyncio.Lock()
        self.following = asyncio.create_task(self.follow())

    def close(self) -> None:
        self.following.cancel()
        self.scribe.close()

    async def room(self, id: str) -> Room:
        """The room of a table; NoMatch if there is none."""
        if id in self.rooms:
            return self.rooms[id]
        _, game = self.settings(self.log.match(id))
        await self.kitchen.ready(game.id)
        async with self.opening:
            if id not in self.rooms:
                self.forget()
                self.rooms[id] = Room(id, await asyncio.to_thread(self.rebuild, id), self.scribe, self.pace)
        return self.rooms[id]

    def settings(self, kept: Kept) -> tuple[Settings, Game]:
        """How a table was set up, and its game; Closed if it can no longer be shown, as far as that is known."""
        if kept.id in self.closed:
            raise self.closed[kept.id]
        settings = archive.settings_of(kept)
        return settings, archive.game_of(settings)

    def rebuild(self, id: str) -> Table:
        try:
            return archive.rebuild(self.log.match(id), self.log.rows(id), clock())
        except archive.Closed as error:
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
                if await self.scribe.run(self.log.others_wrote):
                    for room in list(self.rooms.values()):
                        await room.follow()
            except sqlite3.Error as error:
                logging.getLogger("carreau").debug("the log cannot be read now: %s", error)
            except Exception:  # one table that cannot be followed must not stop the others
                logging.getLogger("carreau").exception("a table could not be followed")

    async def create(self, settings: Settings, owner: str, actions: list[tuple[int, str]] | None = None) -> str:
        """A new table whose owner plays at the seats of this screen; the others get links. All is on the disk on return."""
        id, now = new_id(), clock()
        mine = [seat for seat, chair in enumerate(settings.chairs) if chair.kind in (ME, HOT)]
        keys = [(hashed(owner), seat) for seat in mine]
        keys += [(hashed(seat_secret(owner, id, seat)), seat) for seat in range(settings.players)]
        rows = [Row(number, now, PLAY, seat, action, 0.0) for number, (seat, action) in enumerate(actions or [])]
        kept = Kept(id, now, replace(settings, first=len(rows)).text())
        await self.scribe.run(lambda: self.log.create(kept, keys, rows))
        return id

    async def rematch(self, room: Room) -> str:
        """The next table of the same people, everybody one seat further on; made once."""
        table = room.table
        if table.next:
            return table.next
        id, now, players = new_id(), clock(), table.settings.players
        table.rematch(id, now)
        settings = replace(table.again(new_seed()), before=room.id, puzzle="")
        keys = {(key, (seat + 1) % players) for key, seat in self.log.keys(room.id)}
        await self.scribe.run(lambda: self.log.create(Kept(id, now, settings.text()), sorted(keys)))
        with suppress(Conflict, NotNow):  # somebody else was quicker
            await room.commit(lambda: table.rematch(id, now))
        return table.next

    def mine(self, owner: str) -> list[Kept]:
        """The tables of a player, the newest first."""
        return self.log.matches(hashed(owner)) if owner else []

    def seats(self, id: str, owner: str) -> list[int]:
        """Where a player may sit."""
        return self.log.seats(id, hashed(owner)) if owner else []

    async def sit(self, room: Room, seat: int, name: str, owner: str) -> None:
        """Somebody with a seat's link sits down, for the first time or from another device."""
        if room.table.is_open(seat):
            await room.commit(lambda: room.table.sit(seat, name, clock()))
        elif room.table.chairs[seat].kind == "bot":
            raise NotNow("A bot has taken this seat: the match has begun without you.")
        await self.scribe.run(lambda: self.log.add_key(room.id, seat, hashed(owner)))
