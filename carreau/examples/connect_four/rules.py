"""The rules of Connect Four, on bit boards: a column is six bits and an empty one above them."""

from __future__ import annotations

from carreau.core.chance import hide_chance, key_with, rekey
from carreau.core.compile import rule
from carreau.core.grid import Grid
from carreau.core.leaders import share_win
from carreau.core.state import state_type

ROWS, COLUMNS = 6, 7
GRID = Grid(ROWS, COLUMNS)
STRIDE = ROWS + 1
ACTIONS = COLUMNS
MOST_LEGAL = COLUMNS

STATE = state_type(
    [
        ("stones", "i8", 2),  # the cells of each seat: bit column x 7 + row, from below
    ]
)


@rule
def setup(s, players, options, seed):
    key_with(s, seed)
    s.players = players
    s.acting = 1


@rule
def legal(s, seat, out):
    taken = s.stones[0] | s.stones[1]
    n = 0
    for column in range(COLUMNS):
        out[n] = column
        n += ~(taken >> (column * STRIDE + ROWS - 1)) & 1
    return n


@rule
def play(s, seat, action):
    taken = s.stones[0] | s.stones[1]
    s.stones[seat] |= (taken + (1 << (action * STRIDE))) & (((1 << ROWS) - 1) << (action * STRIDE))
    s.ply += 1
    s.acting = 1 << (1 - seat)
    if has_line(s.stones[seat]):
        s.points[seat] = 1
    if s.points[seat] or s.ply == ROWS * COLUMNS:
        s.over = 1
        s.acting = 0


@rule
def has_line(stones):
    """Whether four of these stones are in a row: upwards, or along one of the three directions across."""
    upwards = stones & (stones >> 1)
    falling = stones & (stones >> (STRIDE - 1))
    level = stones & (stones >> STRIDE)
    rising = stones & (stones >> (STRIDE + 1))
    return (
        (upwards & (upwards >> 2))
        | (falling & (falling >> 2 * (STRIDE - 1)))
        | (level & (level >> 2 * STRIDE))
        | (rising & (rising >> 2 * (STRIDE + 1)))
    ) != 0


@rule
def returns(s, out):
    share_win(s, out)


@rule
def view(s, seat):
    hide_chance(s)


@rule
def redeal(s, seat, seed):
    rekey(s, seed)
