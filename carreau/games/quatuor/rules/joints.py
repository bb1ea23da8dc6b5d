"""Where cards meet: which faces fit beside which, and the cells of a table without an edge.

At most thirty cards lie on the table and they hang together, so no two of them are thirty or more rows or columns apart: rows
and columns counted modulo 32 never take two cells for one, and a table may grow, or wander, in any direction for ever (Q3).
"""

from __future__ import annotations

import numpy as np

from .cards import CARDS, FACES, Mark, face_of

SPAN = 32
CELLS = SPAN * SPAN
MOST_OPEN = 2 * CARDS + 2  # cells around thirty cards in one line

NORTH, EAST, SOUTH, WEST = range(4)
SIDES = ((0, 1), (1, 3), (2, 3), (0, 2))  # the corners along each side


def along(face: int, side: int) -> tuple[Mark, Mark]:
    """The two marks along a side."""
    marks = face_of(face)
    first, second = SIDES[side]
    return marks[first], marks[second]


def is_joint(one: tuple[Mark, Mark], other: tuple[Mark, Mark]) -> bool:
    """Q3: four different objects in four different colours."""
    four = one + other
    return len({mark[0] for mark in four}) == 4 and len({mark[1] for mark in four}) == 4


def partners(face: int, side: int) -> int:
    """The faces of other cards that fit on a side of a face, as a bit mask."""
    return sum(
        1 << other
        for other in range(FACES)
        if other % CARDS != face % CARDS and is_joint(along(face, side), along(other, (side + 2) % 4))
    )


FITS = [[partners(face, side) for face in range(FACES)] for side in range(4)]
FIT = np.array(FITS, np.int64)  # per side and face: the faces that fit there, a bit each
ALL_FACES = (1 << FACES) - 1

BIT = np.zeros(67, np.int64)  # the number of a bit, by that bit modulo 67
for i in range(FACES):
    BIT[(1 << i) % 67] = i


def beside(cell: int, side: int) -> int:
    """The cell on a side of a cell."""
    row, column = divmod(cell, SPAN)
    row += (side == SOUTH) - (side == NORTH)
    column += (side == EAST) - (side == WEST)
    return row % SPAN * SPAN + column % SPAN


BESIDE = np.array([[beside(cell, side) for cell in range(CELLS)] for side in range(4)], np.int64)
