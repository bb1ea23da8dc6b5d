"""All squares of 3x3 that some cards can form, up to turning the whole square (Q20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from carreau.core.bits import members, set_of
from carreau.core.grid import Grid

from ..constants import CARDS, FACES
from .cards import ALL_CARDS
from .joints import FITS

Square = tuple[int, ...]  # nine faces, row by row
BOTH = [1 << face | 1 << (face + CARDS) % FACES for face in range(FACES)]  # the two faces of the same card

ORDER = (4, 1, 3, 0, 7, 6, 5, 2, 8)  # the middle first, and each corner as soon as there is something on both of its sides
BESIDE = Grid(3).beside.tolist()
EARLIER = [[(side, near) for side, near in enumerate(BESIDE[cell]) if near in ORDER[:n]] for n, cell in enumerate(ORDER)]


def squares(cards: int) -> list[Square]:
    """Every square from a set of cards, with its middle card not turned: so that a square and its half-turn are one."""
    found: list[Square] = []
    for middle in members(cards):
        found += filled({ORDER[0]: middle}, (cards | cards << CARDS) & ~BOTH[middle])
    return sorted(found)


def filled(laid: dict[int, int], left: int) -> Iterator[Square]:
    """Every square that begins with what is laid, by cell, and goes on with faces that are left."""
    if len(laid) == len(ORDER):
        yield tuple(laid[cell] for cell in range(len(ORDER)))
        return
    fitting = left
    for side, near in EARLIER[len(laid)]:
        fitting &= FITS[(side + 2) % 4][laid[near]]
    for face in members(fitting):
        yield from filled({**laid, ORDER[len(laid)]: face}, left & ~BOTH[face])


def half_turn(square: Square) -> Square:
    return tuple((face + CARDS) % FACES for face in reversed(square))


@cache
def solutions() -> dict[int, int]:
    """Every set of nine cards that forms a square, ascending, and in how many ways."""
    used = [set_of(face % CARDS for face in square) for square in squares(ALL_CARDS)]
    return dict(sorted(Counter(used).items()))
