"""The ring: where cards lie, as tables.

The cards on the table never span more than six rows or columns (M9), but over a match they may wander. So the cells
form a ring of seven rows and seven columns, each end joined to the other: row 7 is followed by row 1, column g by
column a. At least one row and one column are always empty, so no two cards meet across a seam, every cell where
a card may be laid has a name of its own, and a card keeps the name of its cell for as long as it lies there.
A board is one number with a bit for each of the 49 cells.
"""

from __future__ import annotations

import numpy as np

from carreau.core.grid import Grid

from ..constants import CELLS, SIDE

GRID = Grid(SIDE, ring=True)
AROUND = GRID.around
FULL = (1 << CELLS) - 1
ROW_BITS = (1 << SIDE) - 1
WEST_EDGE = FULL // ROW_BITS  # a bit in each row
EAST_EDGE = WEST_EDGE << SIDE - 1
NOT_WEST, NOT_EAST = FULL & ~WEST_EDGE, FULL & ~EAST_EDGE

# rows are the lines 0 to 6, columns the lines 7 to 13
LINES = np.array([ROW_BITS << row * SIDE for row in range(SIDE)] + [WEST_EDGE << column for column in range(SIDE)])


def drawing(*rows: str) -> list[int]:
    """The cells marked X, row by row from the left, drawn in the middle of the ring."""
    return [GRID.at(2 + row, 1 + column) for row, marks in enumerate(rows) for column, mark in enumerate(marks) if mark == "X"]


START = np.array([drawing(" XXX", " X X"), drawing(" X X", "X X X")])  # M6: arch, zigzag
