"""The square as it fills: where a card may be laid, by its colours and by the cells that are filled."""

from __future__ import annotations

from typing import Any

from carreau.core.bits import lowest_bit
from carreau.core.compile import rule

from ..constants import COLOUR_COUNT, SIDE, SIDES
from .cards import COLOUR
from .grid import BIT, CROSS, EAST_EDGE, MIDDLE, NEIGHBOUR, WEST_EDGE


@rule
def growing(filled: int) -> int:
    """The empty cells where a card may be laid, by those that are filled (D9, D10)."""
    if filled == 0:
        return 1 << MIDDLE
    vertical = filled << SIDE | filled >> SIDE  # the cells with a card north or south of them
    across = (filled & ~EAST_EDGE) << 1 | (filled & ~WEST_EDGE) >> 1
    if filled & CROSS != CROSS:
        return (vertical | across) & CROSS & ~filled
    return vertical & across & ~filled  # a free corner: no cell has cards on opposite sides only


@rule
def cells_for(s: Any, card: int, turned: int) -> Any:
    """The cells where every touching side has the same colour (D8)."""
    cells = s.cells
    for side in range(SIDES):
        cells &= s.fit[side, COLOUR[card, turned, side]]
    return cells


@rule
def any_fits(s: Any) -> bool:
    """Whether any open card fits anywhere (D13)."""
    cards = s.open
    while cards:
        for turned in range(SIDES):
            if cells_for(s, lowest_bit(cards), turned):
                return True
        cards &= cards - 1
    return False


@rule
def put(s: Any, card: int, turned: int, cell: int) -> None:
    s.card[cell], s.turned[cell] = card, turned
    s.last = cell
    s.laid |= BIT[card]
    s.filled |= BIT[cell]
    s.cells = growing(s.filled)
    for side in range(SIDES):
        other = NEIGHBOUR[cell, side]
        if other >= 0:
            for colour in range(COLOUR_COUNT):
                if colour != COLOUR[card, turned, side]:
                    s.fit[(side + 2) % SIDES, colour] &= ~BIT[other]
