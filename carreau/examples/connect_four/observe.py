"""What a learning agent sees of Connect Four."""

from __future__ import annotations

from carreau.core.compile import rule
from carreau.core.observation import ObservationField, in_order, offsets

from .rules import COLUMNS, ROWS, STRIDE

FIELDS = in_order(
    ObservationField("mine", (ROWS, COLUMNS), "the cells with a stone of mine, from above"),
    ObservationField("other", (ROWS, COLUMNS), "the cells with a stone of the other's"),
)
MINE, OTHER = offsets(FIELDS)

UNTOLD = {"ply": "as many stones lie on the board", "acting": "whoever has fewer stones, or as many and begins"}


@rule
def observe(s, seat, out):
    mine, other = s.stones[seat], s.stones[1 - seat]
    for row in range(ROWS):
        for column in range(COLUMNS):
            bit = column * STRIDE + ROWS - 1 - row
            cell = row * COLUMNS + column
            out[MINE + cell] = (mine >> bit) & 1
            out[OTHER + cell] = (other >> bit) & 1
