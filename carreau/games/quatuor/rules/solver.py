"""All squares of 3x3 that some cards can form, up to turning the whole square (Q20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from .cards import ALL_CARDS, CARDS, FACES
from .joints import EAST, FITS, NORTH, SOUTH, WEST

Square = tuple[int, ...]  # nine faces, row by row
BOTH = [1 << face | 1 << (face + CARDS) % FACES for face in range(FACES)]  # the two faces of the same card


def faces_in(faces: int) -> Iterator[int]:
    while faces:
        low = faces & -faces
        yield low.bit_length() - 1
        faces ^= low


def squares(cards: int) -> list[Square]:
    """Every square from a mask of cards, with its middle card not turned: so that a square and its half-turn are one."""
    found: list[Square] = []
    for middle in faces_in(cards):
        found += squares_around(middle, (cards | cards << CARDS) & ~BOTH[middle])
    return sorted(found)


def squares_around(middle: int, left: int) -> Iterator[Square]:
    """The sides first, those that leave nothing for a corner given up at once; then the corners."""
    for north in faces_in(FITS[NORTH][middle] & left):
        without_north = left & ~BOTH[north]
        for west in faces_in(FITS[WEST][middle] & without_north):
            without_west = without_north & ~BOTH[west]
            north_west = FITS[WEST][north] & FITS[NORTH][west] & without_west
            for south in faces_in(FITS[SOUTH][middle] & without_west if north_west else 0):
                without_south = without_west & ~BOTH[south]
                south_west = FITS[WEST][south] & FITS[SOUTH][west] & without_south
                for east in faces_in(FITS[EAST][middle] & without_south if south_west else 0):
                    rest = without_south & ~BOTH[east]
                    corners = (
                        north_west & rest,
                        FITS[EAST][north] & FITS[NORTH][east] & rest,
                        south_west & rest,
                        FITS[EAST][south] & FITS[SOUTH][east] & rest,
                    )
                    for a, b, c, d in different(corners):
                        yield a, north, b, west, middle, east, c, south, d


def different(corners: tuple[int, int, int, int]) -> Iterator[tuple[int, int, int, int]]:
    """Every choice of four faces of different cards, one from each mask."""
    for a in faces_in(corners[0]):
        for b in faces_in(corners[1] & ~BOTH[a]):
            for c in faces_in(corners[2] & ~BOTH[a] & ~BOTH[b]):
                for d in faces_in(corners[3] & ~BOTH[a] & ~BOTH[b] & ~BOTH[c]):
                    yield a, b, c, d


def half_turn(square: Square) -> Square:
    return tuple((face + CARDS) % FACES for face in reversed(square))


def cards_used(square: Square) -> int:
    return sum(1 << face % CARDS for face in square)


@cache
def solutions() -> dict[int, int]:
    """Every set of nine cards that forms a square, and in how many ways."""
    return dict(sorted(Counter(cards_used(square) for square in squares(ALL_CARDS)).items()))


def puzzle_sets() -> list[int]:
    """The sets of nine cards that form a square, as masks, ascending."""
    return list(solutions())
