"""The cards on the table: where a card may go, what a line holds, what may be taken."""

from __future__ import annotations

from typing import Any

from carreau.core.bits import count_bits, lowest_bit
from carreau.core.compile import rule

from ..constants import EMPTY, SIDE
from .cards import COLOUR, SHARING, SYMBOL, TENTH
from .grid import AROUND, EAST_EDGE, FULL, LINES, NOT_EAST, NOT_WEST, ROW_BITS, WEST_EDGE

LAST_ROW = SIDE * (SIDE - 1)
SCORING = 5  # cards in a line (M13)

# boards, moved one cell round the ring


@rule
def sideways(board: int) -> int:
    """The cells west and east of those of a board."""
    east = ((board << 1) & NOT_WEST) | ((board & EAST_EDGE) >> (SIDE - 1))
    west = ((board >> 1) & NOT_EAST) | ((board & WEST_EDGE) << (SIDE - 1))
    return east | west


@rule
def upright(board: int) -> int:
    """The cells north and south of those of a board."""
    south = ((board << SIDE) & FULL) | (board >> LAST_ROW)
    north = (board >> SIDE) | ((board & ROW_BITS) << LAST_ROW)
    return south | north


@rule
def around(board: int) -> int:
    return sideways(board) | upright(board)


# cards come and go


@rule
def put(s: Any, card: int, cell: int) -> None:
    bit = 1 << cell
    s.table[cell] = card
    s.laid |= bit
    s.colour[COLOUR[card]] |= bit
    s.tenth[TENTH[card]] |= bit
    s.symbol[SYMBOL[s.deck, card]] |= bit


@rule
def pick_up(s: Any, cell: int) -> int:
    card = int(s.table[cell])
    stay = ~(1 << cell)
    s.table[cell] = EMPTY
    s.laid &= stay
    s.colour[COLOUR[card]] &= stay
    s.tenth[TENTH[card]] &= stay
    s.symbol[SYMBOL[s.deck, card]] &= stay
    return card


# where a card may go


@rule
def open_cells(s: Any) -> int:
    """Free cells with a card beside them, within the square (M8, M9): one row and one column of the ring stay empty."""
    laid: int = s.laid
    cells = around(laid) & ~laid
    columns = laid | (laid >> SIDE)
    columns |= columns >> 2 * SIDE
    columns |= columns >> 3 * SIDE
    empty = ROW_BITS & ~columns
    if empty & (empty - 1) == 0:
        cells &= ~(empty * WEST_EDGE)
    rows = laid | (laid >> 1)
    rows |= rows >> 2
    rows |= rows >> 3
    empty = WEST_EDGE & ~rows
    if empty & (empty - 1) == 0:
        cells &= ~(empty * ROW_BITS)
    return cells


@rule
def fitting_cells(s: Any, card: int, cells: int) -> int:
    """Those of the open cells where the card shares a feature with every neighbour (M8)."""
    sharing: int = s.colour[COLOUR[card]] | s.tenth[TENTH[card]] | s.symbol[SYMBOL[s.deck, card]]
    strange = s.laid & ~sharing
    return cells & ~around(strange)


@rule
def fitting_cards(s: Any, word: int) -> int:
    """Half the set of all cards that could be laid somewhere now."""
    fitting = 0
    cells = open_cells(s)
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        fitting |= cards_for(s, cell, word)
    return fitting


@rule
def cards_for(s: Any, cell: int, word: int) -> int:
    """Half the set of the cards that share a feature with every neighbour of a cell."""
    cards = -1
    near = s.laid & AROUND[cell]
    while near:
        cards &= SHARING[s.deck, s.table[lowest_bit(near)], word]
        near &= near - 1
    return cards


# lines


@rule
def lines_through(cell: int) -> tuple[int, int]:
    """The row and the column of a cell."""
    return cell // SIDE, SIDE + cell % SIDE


@rule
def close_cells(s: Any, card: int) -> int:
    """The cells whose cards share at least two features with this one (M3, M13)."""
    colour, tenth = s.colour[COLOUR[card]], s.tenth[TENTH[card]]
    symbol = s.symbol[SYMBOL[s.deck, card]] if TENTH[card] or s.blank else 0
    return int((colour & (tenth | symbol)) | (tenth & symbol))


@rule
def scores(s: Any, card: int, cell: int, line: int) -> bool:
    """Whether a card on a cell, laid or still to be laid, makes a line through it score (M13)."""
    free = LINES[line] & ~s.laid & ~(1 << cell)
    if count_bits(free) > SIDE - SCORING or close_cells(s, card) & LINES[line] & AROUND[cell] == 0:
        return False
    return bool(s.gaps or free & (free - 1) == 0 or free & around(free))


# what may be taken


@rule
def in_one_piece(cells: int) -> bool:
    """Whether all cells hang together, corners included (M16)."""
    piece, reached = 0, cells & -cells
    while reached != piece:
        piece = reached
        wide = piece | sideways(piece)
        reached = (wide | upright(wide)) & cells
    return piece == cells


@rule
def takeable(s: Any) -> int:
    """The cells of the line whose card may be taken (M16), none when one card is left (M17)."""
    line = s.laid & LINES[s.line]
    cells = 0
    if line & (line - 1) == 0:
        return cells
    while line:
        bit = line & -line
        line ^= bit
        if in_one_piece(s.laid & ~bit):
            cells |= bit
    return cells
