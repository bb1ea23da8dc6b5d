"""All tables that are open now; each is rebuilt from its log when somebody comes."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from carreau.core.seed import new_seed
from carreau.games import load
from carreau.store.log import Log
from carreau.store.row import Kept, Row
from carreau.table.entry import PLAY, Entry
from carreau.table.settings import HOT, ME, Settings, read_settings
from carreau.table.table import NotNow, Table
from carreau.web.room import PACE, Room, clock
from carreau.web.secret import hashed, new_id, seat_secret
from carreau.web.warm import Kitchen

MOST_ROOMS = 200


class Hub:
    """Where rooms are found and made."""

    def __init__(self, log: Log, kitchen: Kitchen, pace: float = PACE) -> None:
        self.log, self.kitchen, self.pace = log, kitchen, pace
        self.rooms: dict[str, Room] = {}
        self.opening = asyncio.Lock()

    async def room(self, id: str) -> Room:
        """The room of a table; NoMatch if there is none."""
        if id in self.rooms:
            return self.rooms[id]
        settings = read_settings(self.log.match(id).settings)
        await self.kitchen.ready(settings.game)
        async with self.opening:
            if id not in self.rooms:
                self.forget()
                self.rooms[id] = Room(id, await asyncio.to_thread(self.rebuild, id), self.log, self.pace)
        return self.rooms[id]

    def rebuild(self, id: str) -> Table:
        settings = read_settings(self.log.match(id).settings)
        return Table(settings, load(settings.game), [Entry(*row) for row in self.log.rows(id)], clock())

    def forget(self) -> None:
        """Close rooms that nobody is in, when there are many."""
        if len(self.rooms) >= MOST_ROOMS:
            self.rooms = {id: room for id, room in self.rooms.items() if room.viewers}

    def create(self, settings: Settings, owner: str, actions: list[tuple[int, str]] | None = None) -> str:
        """A new table whose owner plays at the seats of this screen; the others get links. All is on the disk on return."""
        id, now = new_id(), clock()
        mine = [seat for seat, chair in enumerate(settings.chairs) if chair.kind in (ME, HOT)]
        keys = [(hashed(owner), seat) for seat in mine]
        keys += [(hashed(seat_secret(owner, id, seat)), seat) for seat in range(settings.players)]
        rows = [Row(number, now, PLAY, seat, action, 0.0) for number, (seat, action) in enumerate(actions or [])]
        self.log.create(Kept(id, now, replace(settings, first=len(rows)).text()), keys, rows)
        return id

    def rematch(self, room: Room) -> str:
        """The next table of the same people, everybody one seat further on; made once."""
        table = room.table
        if table.next:
            return table.next
        id, now, players = new_id(), clock(), table.settings.players
        entry = table.rematch(id, now)
        settings = replace(table.again(new_seed()), before=room.id, puzzle="")
        keys = {(key, (seat + 1) % players) for key, seat in self.log.keys(room.id)}
        self.log.create(Kept(id, now, settings.text()), sorted(keys))
        room.commit(entry)
        return id

    def mine(self, owner: str) -> list[tuple[Kept, Settings]]:
        """The tables of a player, the newest first."""
        return [(kept, read_settings(kept.settings)) for kept in self.log.matches(hashed(owner))] if owner else []

    def seats(self, id: str, owner: str) -> list[int]:
        """Where a player may sit."""
        return self.log.seats(id, hashed(owner)) if owner else []

    def sit(self, room: Room, seat: int, name: str, owner: str) -> None:
        """Somebody with a seat's link sits down, for the first time or from another device."""
        if room.table.is_open(seat):
            room.commit(room.table.sit(seat, name, clock()))
        elif room.table.chairs[seat].kind == "bot":
            raise NotNow("A bot has taken this seat: the match has begun without you.")
        self.log.add_key(room.id, seat, hashed(owner))
