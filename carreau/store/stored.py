"""What the log is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple


class Row(NamedTuple):
    """One thing that happened at a table."""

    sequence: int  # from 0, without gaps
    at: float  # seconds since 1970
    kind: str  # play, undo, sit …; see table/entry.py
    seat: int
    data: str  # the action's name, a player's name …
    spent: float  # seconds that the seat's clock is charged


class StoredTable(NamedTuple):
    """A match as it was set up."""

    id: str
    made: float
    settings: str  # JSON, without the seed
    seed: str = ""  # the server's part of the deal; nothing if it cannot be read, or stands in old settings


FREE = 0.0


class Invitation(NamedTuple):
    """A link that has been made for a seat and not been used yet."""

    seat: int
    until: float  # seconds since 1970; FREE for a seat that waits for somebody
    secret: str


@dataclass(frozen=True)
class NewTable:
    """A table to be written: how it is set up, which secrets open which seats, who is invited, what has been played."""

    kept: StoredTable
    keys: tuple[tuple[bytes, int], ...] = ()  # hash and seat
    invitations: tuple[Invitation, ...] = ()
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True)
class Change:
    """What is written together with an entry, or not at all."""

    keys: tuple[tuple[bytes, int], ...] = ()  # secrets that open a seat from now on: hash and seat
    used: tuple[int, ...] = ()  # seats whose invitation is gone
    table: NewTable | None = None  # another table that comes about


def read_row(found: tuple[Any, ...]) -> Row | None:
    """An entry, if it can be one: in a damaged file there may be anything."""
    sequence, at, kind, seat, data, spent = found
    fits = is_a(int, sequence, seat) and is_a((int, float), at, spent) and is_a(str, kind, data)
    return Row(*found) if fits else None


def read_kept(found: tuple[Any, ...]) -> StoredTable:
    """A match as it was set up; without settings if they cannot be read."""
    id, made, settings, seed = found
    return StoredTable(str(id), made if is_a((int, float), made) else 0.0, settings if is_a(str, settings) else "", seed)


def is_a(kind: type | tuple[type, ...], *values: object) -> bool:
    return all(isinstance(value, kind) for value in values)
