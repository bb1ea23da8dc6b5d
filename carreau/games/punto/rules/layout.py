"""The table of Punto. A row is a bit mask; the table has a rim, so that nothing looks outside."""

from __future__ import annotations

import numpy as np

from carreau.core.compile import rule

from .cards import CARDS, KIND, VALUE, VALUES

LIMIT = 6  # P9
SIDE = 2 * LIMIT - 1  # the first card lies in the middle and the layout may grow five cells in any direction
CELLS = SIDE * SIDE
MIDDLE = CELLS // 2
ASIDE = CELLS  # in place of a cell: the card is set aside (P19)
PLACES = CELLS + 1
ACTIONS = CARDS // 2 * PLACES
WIDEST = LIMIT + 1  # columns in which a card can be laid at any one time: a box of 5 and its neighbours
MOST_LEGAL = 2 * CELLS + 1

RING = SIDE + 2  # a row with its rim
SPOTS = RING * RING
DIRECTIONS = np.array([1, RING - 1, RING, RING + 1])  # east, south-west, south, south-east

HIDDEN, UP, LAID, LEFT_OVER, SET_ASIDE = range(5)  # where a card is; set aside by seat k: SET_ASIDE + k


@rule
def list_cells(s, card, out, n):
    """P7, P8, P9"""
    base = KIND[card] * PLACES
    if s.count == 0:
        out[n] = base + MIDDLE
        return n + 1
    value = VALUE[card]
    west, east = max(s.west - 1, s.east - LIMIT + 1), min(s.east + 1, s.west + LIMIT - 1)
    columns = (2 << int(east - west)) - 1
    first_row = max(s.north - 1, s.south - LIMIT + 1)
    above, here = s.laid[first_row - 1], s.laid[first_row]
    for row in range(first_row, min(s.south + 1, s.north + LIMIT - 1) + 1):
        below = s.laid[row + 1]
        near = above | here | below
        cells = ((((near | near << 1 | near >> 1) & ~here) | s.low[value, row]) >> west) & columns
        action = base + (row - 1) * SIDE + west - 1
        for _ in range(WIDEST):  # always as many, so that the compiler needs no branch
            out[n] = action
            n += cells & 1
            cells >>= 1
            action += 1
        above, here = here, below
    return n


@rule
def free_beside(s, row):
    near = s.laid[row - 1] | s.laid[row] | s.laid[row + 1]
    return (near | near << 1 | near >> 1) & ~s.laid[row]


@rule
def can_lay(s, seat):
    first, second = s.up[seat, 0], s.up[seat, 1]
    if first == 0 and second == 0:
        return False
    if s.count == 0:
        return True
    value = max(VALUE[first - 1] if first else 0, VALUE[second - 1] if second else 0)
    columns = (2 << int(min(s.east + 1, s.west + LIMIT - 1))) - (1 << int(max(s.west - 1, s.east - LIMIT + 1)))
    for row in range(max(s.north - 1, s.south - LIMIT + 1), min(s.south + 1, s.north + LIMIT - 1) + 1):
        if (free_beside(s, row) | s.low[value, row]) & columns:
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
