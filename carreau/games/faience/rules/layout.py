"""A player's area: where cards may lie in it, and what they are worth. A set of its cells is a bit mask."""

from __future__ import annotations

from typing import Any

import numpy as np

from carreau.core.bits import count_bits, members
from carreau.core.compile import rule
from carreau.core.grid import Grid, rooms

from ..constants import CELLS, KINDS, LIMIT, LOWEST, MIDDLE, MOTIFS, OUTSIDE, PLACES, SIDE, SQUARE, SWAP, VALUES
from .cards import KIND, MOTIF, NONE, VALUE

GRID = Grid(SIDE)
MOST_OUTSIDE = -LOWEST  # a player who completes the square has at most two cards left to lay, and no more turns

ROW = (1 << SIDE) - 1
COLUMN = sum(1 << SIDE * row for row in range(SIDE))

# by the rows or columns that hold a card: the cells that leave the box within the square
ROW_ROOM = np.array([sum(ROW << SIDE * row for row in members(rows)) for rows in rooms(SIDE, LIMIT)])
COLUMN_ROOM = np.array([sum(COLUMN << column for column in members(columns)) for columns in rooms(SIDE, LIMIT)])

# whether a card of this kind may replace that card (F8)
KINDS_DOWN = np.arange(KINDS)[:, np.newaxis]
FITS = ((KIND >= 0) & ((KINDS_DOWN // VALUES == MOTIF) | (KINDS_DOWN % VALUES == KIND % VALUES))).astype(np.int64)

# by option and size: the first three are the rulebook's, the others rebuilt (F20)
ZONE_POINTS = np.array([[0, *((n - 1) ** 2 for n in range(1, SQUARE + 1))], [0, 0, *(3 * n - 5 for n in range(2, SQUARE + 1))]])


@rule
def beside(cells: int) -> int:
    """The cells that touch these. A step over the rim comes out where the same area cannot reach."""
    return cells << 1 | cells >> 1 | cells << SIDE | cells >> SIDE


@rule
def open_cells(s: Any, seat: int) -> int:
    """Where a card may be laid (F7, F9); none are left once the square is complete, and only then."""
    laid = int(s.laid[seat])
    if laid == 0:
        return 1 << MIDDLE
    rows, columns = 0, 0
    for row in range(SIDE):
        line = (laid >> SIDE * row) & ROW
        columns |= line
        if line:
            rows |= 1 << row
    return int(beside(laid) & ~laid & ROW_ROOM[rows] & COLUMN_ROOM[columns])


@rule
def list_places(s: Any, seat: int, kind: int, cells: int, may_replace: int, out: Any, n: int) -> int:
    """Add where a card of this kind may go: open cells, cards that it may replace, and outside a complete square (F14)."""
    base = kind * PLACES
    for cell in range(CELLS):
        out[n] = base + cell
        n += (cells >> cell) & 1 | FITS[kind, s.cell[seat, cell]] & may_replace
    if cells == 0:
        out[n] = base + OUTSIDE
        n += 1
    out[n] = base + SWAP
    return n + int(FITS[kind, s.outside[seat, 0]] & may_replace)


@rule
def put(s: Any, seat: int, card: int, place: int) -> int:
    """Lay a card in a player's area; the card that it replaces, if any."""
    replaced = NONE
    if place == OUTSIDE:
        s.outside[seat, 0 if s.outside[seat, 0] == NONE else 1] = card
    elif place == SWAP:
        replaced = int(s.outside[seat, 0])  # never more than one while a card is owed
        s.outside[seat, 0] = card
    else:
        replaced = int(s.cell[seat, place])
        s.cell[seat, place] = card
        s.laid[seat] |= 1 << place
    s.last[seat] = place + 1
    return replaced


@rule
def score_values(s: Any, seat: int) -> int:
    """F18"""
    points = int(VALUE[s.outside[seat, 0]] + VALUE[s.outside[seat, 1]])
    for cell in range(CELLS):
        points += int(VALUE[s.cell[seat, cell]])
    return points


@rule
def score_zones(s: Any, seat: int) -> int:
    """F19, F20; the zones are also counted by size."""
    points = 0
    for motif in range(MOTIFS):
        cells = cells_of(s, seat, motif)
        while cells:
            zone = spread(cells & -cells, cells)
            cells &= ~zone
            size = count_bits(zone)
            s.sizes[size] += 1
            points += ZONE_POINTS[s.zone_table, size]
    return points


@rule
def cells_of(s: Any, seat: int, motif: int) -> int:
    cells = 0
    for cell in range(CELLS):
        if MOTIF[s.cell[seat, cell]] == motif:
            cells |= 1 << cell
    return cells


@rule
def spread(zone: int, cells: int) -> int:
    """All of these cells that hang together with the zone."""
    before = 0
    while zone != before:
        before = zone
        zone |= beside(zone) & cells
    return zone
