"""The record of a match: a header common to all games, then the fields of the game."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy as np

from carreau.core.errors import BadState

MOST_PLAYERS = 8

State: TypeAlias = np.record
"""A match as the rules see it: one NumPy record, its fields as attributes."""


class QuickRecord(np.record):  # type: ignore[misc]  # NumPy calls one of its ancestors final
    """The same, and quicker: plain Python needs half the time for a match if NumPy does not look everywhere for a field."""

    __getattribute__ = object.__getattribute__
    __getitem__ = np.void.__getitem__  # type: ignore[assignment]

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except ValueError:
            raise self._unknown(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            self[name] = value
        except ValueError:
            if name in (self.dtype.names or ()):
                raise
            raise self._unknown(name) from None

    def _unknown(self, name: str) -> AttributeError:
        return AttributeError(f"the state has no field {name!r}")


SPECTATOR = -1
"""The seat of whoever only watches: they may know what all may know."""

CLOCK = -2
"""The seat of the clock, in games against time: what it plays is what happens when time runs out."""

HEADER: list[tuple[Any, ...]] = [
    ("key", "u4", 8),  # the generator's key: the seed, never shown
    ("block", "u4", 16),  # the words the generator has made and not all handed out
    ("counter", "u8"),  # blocks made so far
    ("points", "i4", MOST_PLAYERS),  # the rulebook's points, per seat
    ("ply", "i4"),  # actions played so far
    ("scored", "i4"),  # the ply with which a round was last ended and scored; 0 before that
    ("acting", "i2"),  # bit k: seat k may act now
    ("players", "i1"),  # how many take part
    ("cursor", "i1"),  # next word of the block
    ("over", "i1"),  # 1 when the match has ended
]

GENERATOR = ("key", "block", "counter", "cursor")  # what no view ever shows


def state_type(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """The type of a game's state. Signed fields keep the arithmetic of compiled and plain Python the same."""
    taken = {name for name, *_ in HEADER}
    for name, kind, *_ in fields:
        if hasattr(np.record, name):
            raise BadState(f"The field {name!r} is already a word of NumPy's records: choose another.")
        if name in taken:
            raise BadState(f"There are two fields {name!r}: the header of all games has one, or it is listed twice.")
        if np.dtype(kind).base.kind != "i":
            raise BadState(f"The field {name!r} is of type {kind}: fields of a state are signed whole numbers, i1, i2, i4 or i8.")
        taken.add(name)
    return np.dtype((QuickRecord, HEADER + list(fields)))


def is_resting(s: Any) -> bool:
    """Whether a round has been scored and the next is still to be dealt."""
    return not s.acting and not s.over


def unpacked(s: Any) -> Any:
    """A state or view with plain numbers and lists for fields: a record looks up each field again, which is many times slower."""
    values = [value if type(value) is int else value.tolist() for value in s.item()]
    return SimpleNamespace(**dict(zip(s.dtype.names, values)))


def blank(kind: Any) -> Any:
    """Memory for a state, all zero, as an array. NumPy's own way looks at every field of a record, as it does to copy one."""
    return np.frombuffer(bytearray(kind.itemsize), kind)


def copied(states: Any, times: int = 1) -> Any:
    """The same states in memory of their own, so many times one behind the other."""
    return np.frombuffer(bytearray(states.tobytes() * times), states.dtype)
