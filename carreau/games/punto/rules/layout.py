"""The laid cards of Punto. A row is a bit mask; the cells have a rim, so that nothing looks outside."""

from __future__ import annotations

from typing import Any

import numpy as np

from carreau.core.compile import rule
from carreau.core.grid import WAYS, Grid

from ..constants import CELLS, KINDS, LIMIT, MIDDLE, PLACES, SIDE, VALUES
from .cards import KIND, VALUE

ACTIONS = KINDS * PLACES
MOST_LEGAL = 2 * CELLS + 1

GRID = Grid(SIDE)
RING = SIDE + 2  # a row with its rim
SPOTS = RING * RING  # the cells and their rim
DIRECTIONS = np.array([down * RING + right for down, right in WAYS])
WIDEST = LIMIT + 1  # columns in which a card can be laid at any one time: a box of 5 and its neighbours

HIDDEN, UP, LAID, LEFT_OVER, SET_ASIDE = range(5)  # where a card is; set aside by seat k: SET_ASIDE + k


@rule
def room(first, last):
    """The first and the last row (or column) in which a card may be laid, the layout reaching from one to another (P9)."""
    return int(max(first - 1, last - LIMIT + 1)), int(min(last + 1, first + LIMIT - 1))


@rule
def open_cells(s, value, row):
    """The cells of a row that are beside a card or hold a lower one (P7, P8)."""
    near = s.laid[row - 1] | s.laid[row] | s.laid[row + 1]
    return (near | near << 1 | near >> 1) & ~s.laid[row] | s.low[value, row]


@rule
def list_cells(s, card, out, n):
    """P7, P8, P9"""
    base = KIND[card] * PLACES
    if s.count == 0:
        out[n] = base + MIDDLE
        return n + 1
    value = VALUE[card]
    north, south = room(s.north, s.south)
    west, east = room(s.west, s.east)
    columns = (2 << east - west) - 1
    for row in range(north, south + 1):
        cells = open_cells(s, value, row) >> west & columns
        action = base + (row - 1) * SIDE + west - 1
        for _ in range(WIDEST):  # always as many, so that the compiler needs no branch
            out[n] = action
            n += cells & 1
            cells >>= 1
            action += 1
    return n


@rule
def can_lay(s, seat):
    first, second = s.up[seat, 0], s.up[seat, 1]
    if first == 0 and second == 0:
        return False
    if s.count == 0:
        return True
    value = max(VALUE[first - 1] if first else 0, VALUE[second - 1] if second else 0)
    north, south = room(s.north, s.south)
    west, east = room(s.west, s.east)
    columns = (2 << east) - (1 << west)
    for row in range(north, south + 1):
        if open_cells(s, value, row) & columns:
            return True
    return False


@rule
def lay(s, card, cell):
    row, column = cell // SIDE + 1, cell % SIDE + 1
    spot = row * RING + column
    bit = 1 << column
    value = VALUE[card]
    beneath = s.top[spot]
    s.under[card] = beneath
    s.top[spot] = card + 1
    s.where[card] = LAID
    s.last = cell + 1
    if beneath:
        for v in range(VALUE[beneath - 1] + 1, value + 1):
            s.low[v, row] &= ~bit
    else:
        s.laid[row] |= bit
        for v in range(value + 1, VALUES + 1):
            s.low[v, row] |= bit
        if s.count == 0:
            s.north, s.south, s.west, s.east = row, row, column, column
        s.north, s.south = min(s.north, row), max(s.south, row)
        s.west, s.east = min(s.west, column), max(s.east, column)
    s.count += 1
    return spot


# in plain Python


def spot_of(cell: int) -> int:
    return (cell // SIDE + 1) * RING + cell % SIDE + 1


def cell_of(spot: int) -> int:
    return (spot // RING - 1) * SIDE + spot % RING - 1


SPOT = [spot_of(cell) for cell in range(CELLS)]  # by cell
Stacks = tuple[tuple[int, tuple[int, ...]], ...]  # cells, with their cards from the top down


def tops(s: Any) -> dict[int, int]:
    """The visible cards by cell."""
    return {cell_of(spot): int(card) - 1 for spot, card in enumerate(s.top) if card}


def rows(s: Any) -> dict[int, Stacks]:
    """All laid cards, row by row."""
    top, under = s.top, s.under
    found = {}
    for row in range(s.north, s.south + 1) if s.count else ():
        first, cell = row * RING + s.west, (row - 1) * SIDE + s.west - 1
        tops = enumerate(top[first : first + s.east - s.west + 1], cell)
        found[row - 1] = tuple([(at, tuple(stack(s, card - 1)) if under[card - 1] else (card - 1,)) for at, card in tops if card])
    return found


def top_of(s: Any, cell: int) -> int:
    """The visible card of a cell, or -1."""
    return int(s.top[SPOT[cell]]) - 1


def stack(s: Any, card: int) -> list[int]:
    """A card and those that it covers, the uppermost first."""
    cards = [card]
    while s.under[cards[-1]]:
        cards.append(int(s.under[cards[-1]]) - 1)
    return cards
