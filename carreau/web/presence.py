"""Who is at which table in the other processes of the same house, as far as they have told us.

Every process says at which tables it has open pages, and since when; whoever opens a table asks who else is there. What a process
says need not arrive: it says so again now and then. A process that has been silent for too long has ended.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec
from msgspec import Struct

SILENT_SECONDS = 4.0  # after which a process counts as ended
MOST_TABLES, MOST_IDS = 40, 100  # in one notice, which must be short: with what is said about them, or by their ids alone


class Here(NamedTuple):
    """What a process knows about a table at which it has open pages."""

    since: float  # when the first of them was opened
    seats: list[int]  # of these pages; none if only spectators look on
    sequence: int = 0
    running: float = 0.0  # seconds that the clocks have been running
    ages: dict[int, float] = {}  # noqa: RUF012  # seconds since the plies from which timers count


class Notice(Struct, omit_defaults=True):
    """What a process tells all others; an empty one is a sign of life."""

    here: dict[str, Here] = {}
    left: list[str] = []  # tables at which it has no pages any more
    asks: list[str] = []  # about these tables
    gone: list[str] = []  # processes that have ended, itself perhaps
    reviews: dict[str, float] = {}  # matches that it is reviewing, and how much of each is done

    def __bool__(self) -> bool:
        return bool(self.here or self.left or self.asks or self.gone or self.reviews)

    def texts(self) -> list[str]:
        """In messages that are short enough."""
        tables = list(self.here.items())
        parts = [Notice(dict(tables[start : start + MOST_TABLES])) for start in range(0, len(tables), MOST_TABLES)]
        for start in range(0, max(len(self.left), len(self.asks)), MOST_IDS):
            parts.append(Notice({}, self.left[start : start + MOST_IDS], self.asks[start : start + MOST_IDS]))
        if self.gone or self.reviews or not parts:
            parts.append(Notice(gone=self.gone, reviews=self.reviews))
        return [msgspec.json.encode(part).decode() for part in parts]


DECODER = msgspec.json.Decoder(Notice)


class Presence:
    """Of all other processes."""

    def __init__(self, own_name: str) -> None:
        self.own_name = own_name
        self.tables: dict[str, dict[str, Here]] = {}  # by table and process
        self.heard: dict[str, float] = {}  # when a process last said something
        self.confirmed: dict[tuple[str, str], float] = {}  # when it last said that it is at a table, by table and process

    def at(self, table: str) -> Mapping[str, Here]:
        return self.tables.get(table, {})

    def hear(self, process: str, notice: Notice, now: float) -> set[str]:
        """The tables about which something is new."""
        self.heard[process] = now
        for table, here in notice.here.items():
            self.tables.setdefault(table, {})[process] = here
            self.confirmed[table, process] = now
        for table in notice.left:
            self.forget(table, process)
        return {*notice.here, *notice.left}

    def forget(self, table: str, process: str) -> Here | None:
        here = self.tables.get(table, {}).pop(process, None)
        self.confirmed.pop((table, process), None)
        if not self.tables.get(table, True):
            del self.tables[table]
        return here

    def end(self, process: str) -> dict[str, Here]:
        """A process has ended: what was at its tables."""
        self.heard.pop(process, None)
        lost = {table: self.forget(table, process) for table in [id for id, known in self.tables.items() if process in known]}
        return {table: here for table, here in lost.items() if here is not None}

    def silent(self, now: float) -> Iterator[tuple[str, float]]:
        """The processes that have been silent for too long, and when each last said something."""
        yield from [(name, heard) for name, heard in self.heard.items() if now - heard > SILENT_SECONDS]

    def unconfirmed(self, table: str, since: float, now: float) -> list[str]:
        """The processes that have left a table at which we have been since a moment, though we have not heard so: whoever shares
        a table says every second that it is there."""
        return [name for name in self.at(table) if now - max(since, self.confirmed[table, name]) > SILENT_SECONDS]

    def leads(self, table: str, since: float) -> bool:
        """Whether we see to what comes due at a table: of all that have open pages there, whoever was there first."""
        return all((since, self.own_name) < (here.since, name) for name, here in self.at(table).items())
