"""The square of 7x7 cells and the ring around it: geometry as tables, sets of cells as bits of one number."""

from __future__ import annotations

import numpy as np

SIDE = 7
CELLS = SIDE * SIDE
MIDDLE = CELLS // 2
SIDES = 4
NORTH, EAST, SOUTH, WEST = range(SIDES)
TRIANGLES = CELLS * SIDES  # triangle = cell x 4 + side

ASIDE = CELLS  # in place of a cell: the card is laid aside, or nothing is laid
PLACES = CELLS + 1

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # row and column, by side


def neighbour(cell: int, side: int) -> int:
    """The cell beyond a side, or -1 outside the square."""
    row, column = cell // SIDE + STEPS[side][0], cell % SIDE + STEPS[side][1]
    return row * SIDE + column if 0 <= row < SIDE and 0 <= column < SIDE else -1


NEIGHBOUR = np.array([[neighbour(cell, side) for side in range(SIDES)] for cell in range(CELLS)], np.int64)
EDGE = np.array([[cell for cell in range(CELLS) if NEIGHBOUR[cell, side] < 0] for side in range(SIDES)], np.int64)

BIT = np.array([1 << i for i in range(CELLS)], np.int64)
ALL = (1 << CELLS) - 1
WEST_EDGE = int(BIT[EDGE[WEST]].sum())
EAST_EDGE = int(BIT[EDGE[EAST]].sum())
CROSS = int(BIT[[cell for cell in range(CELLS) if MIDDLE // SIDE in (cell // SIDE, cell % SIDE)]].sum())

PRIME = 67  # the powers of two below 2^66 leave different remainders
PLACE_OF = np.zeros(PRIME, np.int64)  # from a bit's remainder to its place
for place in range(CELLS):
    PLACE_OF[(1 << place) % PRIME] = place
