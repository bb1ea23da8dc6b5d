"""The ring: where cards lie, as tables.

The cards on the table never span more than six rows or columns (M9), but over a match they may wander. So the cells
form a ring of seven rows and seven columns, each end joined to the other: row 7 is followed by row 1, column g by
column a. At least one row and one column are always empty, so no two cards meet across a seam, every cell where
a card may be laid has a name of its own, and a card keeps the name of its cell for as long as it lies there.
A board is one number with a bit for each of the 49 cells.
"""

from __future__ import annotations

import numpy as np

LIMIT = 6  # M9
SIDE = LIMIT + 1
CELLS = SIDE * SIDE
FULL = (1 << CELLS) - 1
ROW_BITS = (1 << SIDE) - 1
WEST_EDGE = sum(1 << row * SIDE for row in range(SIDE))
EAST_EDGE = WEST_EDGE << SIDE - 1
NOT_WEST, NOT_EAST = FULL & ~WEST_EDGE, FULL & ~EAST_EDGE


def board(cells: list[int]) -> int:
    return sum(1 << cell for cell in set(cells))


def at(row: int, column: int) -> int:
    return row % SIDE * SIDE + column % SIDE


# rows are the lines 0 to 6, columns the lines 7 to 13
LINES = np.array(
    [board([at(row, column) for column in range(SIDE)]) for row in range(SIDE)]
    + [board([at(row, column) for row in range(SIDE)]) for column in range(SIDE)]
)
POSITIONS = [(row, column) for row in range(SIDE) for column in range(SIDE)]
WEST_EAST = np.array([board([at(row, column - 1), at(row, column + 1)]) for row, column in POSITIONS])
NORTH_SOUTH = np.array([board([at(row - 1, column), at(row + 1, column)]) for row, column in POSITIONS])
AROUND = WEST_EAST | NORTH_SOUTH


def drawing(*rows: str) -> list[int]:
    """The cells marked X, row by row from the left, drawn in the middle of the ring."""
    return [at(2 + row, 1 + column) for row, marks in enumerate(rows) for column, mark in enumerate(marks) if mark == "X"]


START = np.array([drawing(" XXX", " X X"), drawing(" X X", "X X X")])  # M6: arch, zigzag

PASS, ROW, COLUMN = CELLS, CELLS + 1, CELLS + 2  # in an action, in place of a cell
TARGETS = CELLS + 3

COLUMN_LETTERS = "abcdefg"
CELL_NAMES = tuple(f"{COLUMN_LETTERS[column]}{row + 1}" for row, column in POSITIONS)
CELL_OF_NAME = {name: cell for cell, name in enumerate(CELL_NAMES)}
