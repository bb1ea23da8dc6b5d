"""What the log is made of: tables, their entries, and the links to free seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from carreau.table.entry import Entry


class StoredTable(NamedTuple):
    """A table as it was set up."""

    id: str
    made: float  # seconds since 1970
    settings: str  # JSON, without the seed
    seed: str = ""  # the server's part of the deal; empty if it cannot be read, or if old settings still hold it


FREE = 0.0


class Invitation(NamedTuple):
    """A link to a seat that nobody has used yet."""

    seat: int
    until: float  # seconds since 1970; FREE for a seat that is waiting for a player
    secret: str


class StoredReview(NamedTuple):
    """The review of a finished match."""

    version: int  # of the game's rules
    format: int  # of the text
    made: float  # seconds since 1970
    data: str  # JSON


@dataclass(frozen=True)
class NewTable:
    """A table to be written: how it is set up, which secrets open which seats, who is invited, what has been played, and what
    was said about that."""

    table: StoredTable
    keys: tuple[tuple[bytes, int], ...] = ()  # hash and seat
    invitations: tuple[Invitation, ...] = ()
    entries: tuple[Entry, ...] = ()
    reviews: tuple[StoredReview, ...] = ()


@dataclass(frozen=True)
class Change:
    """What is written together with an entry, or not at all."""

    keys: tuple[tuple[bytes, int], ...] = ()  # secrets that open a seat from now on: hash and seat
    used: tuple[int, ...] = ()  # seats whose invitation is used up
    table: NewTable | None = None  # another table that is set up


def read_entry(row: tuple[Any, ...]) -> Entry | None:
    """The entry in a row of the database, or None if it cannot be one: a damaged file may hold anything."""
    sequence, at, kind, seat, data, spent = row
    fits = is_a(int, sequence, seat) and is_a((int, float), at, spent) and is_a(str, kind, data)
    return Entry(*row) if fits else None


def read_table(row: tuple[Any, ...]) -> StoredTable:
    """The table in a row of the database; without settings if they cannot be read."""
    id, made, settings, seed = row
    return StoredTable(str(id), made if is_a((int, float), made) else 0.0, settings if is_a(str, settings) else "", seed)


def read_review(row: tuple[Any, ...]) -> StoredReview | None:
    """The review in a row of the database, or None if it cannot be one: then it can be made again."""
    version, format, made, data = row
    fits = is_a(int, version, format) and is_a((int, float), made) and is_a(str, data)
    return StoredReview(*row) if fits else None


def is_a(kind: type | tuple[type, ...], *values: object) -> bool:
    return all(isinstance(value, kind) for value in values)
