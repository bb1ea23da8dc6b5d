"""What the log is made of."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """One thing that happened at a table."""

    sequence: int  # from 0, without gaps
    at: float  # seconds since 1970
    kind: str  # play, undo, sit …; see table/entry.py
    seat: int
    data: str  # the action's name, a player's name …
    spent: float  # seconds that the seat's clock is charged


class Kept(NamedTuple):
    """A match as it was set up."""

    id: str
    made: float
    settings: str  # JSON
