"""Where cards meet: which faces fit beside which, and the cells of a table without an edge.

At most thirty cards lie on the table and they hang together, so no two of them are thirty or more rows or columns apart: rows
and columns counted modulo 32 never take two cells for one, and a table may grow, or wander, in any direction for ever (Q3).
"""

from __future__ import annotations

import numpy as np

from carreau.core.bits import set_of
from carreau.core.grid import Grid

from ..constants import CARDS, FACES, SPAN
from .cards import Mark, face_of

GRID = Grid(SPAN, ring=True)
BESIDE = GRID.beside  # per cell and side: the cell there
MOST_OPEN = 2 * CARDS + 2  # cells around thirty cards in one line

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
    """The faces of other cards that fit on a side of a face, as a set."""
    others = [other for other in range(FACES) if other % CARDS != face % CARDS]
    return set_of(other for other in others if is_joint(along(face, side), along(other, (side + 2) % 4)))


FITS = [[partners(face, side) for face in range(FACES)] for side in range(4)]
FIT = np.array(FITS, np.int64)  # per side and face: the faces that fit there, a bit each
ALL_FACES = (1 << FACES) - 1
