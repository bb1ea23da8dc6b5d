"""What a move does, in the words of its game: a game's `words/reasons.py` finds it, and reviews say it."""

from __future__ import annotations

from typing import NamedTuple

NOBODY, EVERYBODY = -1, -2  # in place of a seat


class Fact(NamedTuple):
    """Something that a move does or leads to. Its sentences have no full stop, because more may follow.

    Attributes:
        kind: Of two moves, the one whose fact of a kind has more weight does more of it.
        weight: How much it matters beside facts of other kinds.
        does: The sentence about a move that does it: "It closes a room of 4 gems". Empty if its player has no reason to want it.
        avoids: The sentence about a move that keeps others from it, or that does not do what is not wanted: "It keeps Ana from
            closing a room of 4 gems".
        against: The seat that it gets in the way of, or EVERYBODY, or NOBODY.
    """

    kind: str
    weight: float
    does: str = ""
    avoids: str = ""
    against: int = NOBODY
