"""The square of 7x7 cells: geometry as tables, sets of cells as bits of one number."""

from __future__ import annotations

import numpy as np

from carreau.core.bits import set_of
from carreau.core.grid import EAST, WEST, Grid

from ..constants import CELLS, SIDE, SIDES

GRID = Grid(SIDE)
NEIGHBOUR = GRID.beside
EDGE = np.array([GRID.edge(side) for side in range(SIDES)], np.int64)
MIDDLE = GRID.middle
TRIANGLES = CELLS * SIDES  # triangle = cell x 4 + side

BIT = np.array([1 << i for i in range(CELLS)], np.int64)
ALL = set_of(range(CELLS))
WEST_EDGE, EAST_EDGE = set_of(EDGE[WEST]), set_of(EDGE[EAST])
CROSS = set_of(cell for cell in range(CELLS) if MIDDLE // SIDE in divmod(cell, SIDE))
