"""Solo (Q20): form a square of 3x3."""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from carreau.core.bits import count_bits, lowest_bit
from carreau.core.chance import draw
from carreau.core.compile import rule

from ..constants import FACES, GAVE_UP, LIMIT, MOST_ACTIONS, SPAN, SQUARE
from .actions import GIVE_UP, TAKE
from .cards import ALL_CARDS
from .layout import clear, end, lay_from_hand, lift, list_faces, list_lays, removable
from .solver import solutions

PUZZLES = np.array(list(solutions()), np.int64)
FREE, PUZZLE = range(2)


@rule
def setup_solo(s):
    clear(s)
    s.hand[0] = ALL_CARDS if s.solo == FREE else PUZZLES[draw(s, len(PUZZLES))]
    s.left[0] = count_bits(s.hand[0])
    s.unused = ALL_CARDS & ~s.hand[0]
    s.acting = 1


@rule
def legal_solo(s, seat, out):
    n = list_lays(s, seat, out, 0)
    n = list_faces(removable(s), TAKE * FACES, out, n)
    out[n] = GIVE_UP
    return n + 1


@rule
def play_solo(s, seat, action):
    place, face = action // FACES, action % FACES
    if action == GIVE_UP:
        end(s, GAVE_UP)
        return
    if place == TAKE:
        lift(s, face)
        s.hand[0] |= 1 << face
        s.left[0] += 1
    else:
        lay_from_hand(s, 0, face, place)
    if count_bits(s.table) == 9 and in_square(s, s.where[lowest_bit(s.table)]):
        s.points[0] = 1
        end(s, SQUARE)
    elif s.ply == MOST_ACTIONS:
        end(s, LIMIT)


@rule
def in_square(s, cell):
    """Whether a cell is part of a full square of 3x3."""
    for corner in range(9):
        n = 0
        for i in range(9):
            row = (cell // SPAN - corner // 3 + i // 3) % SPAN
            column = (cell % SPAN - corner % 3 + i % 3) % SPAN
            n += 1 if s.grid[row * SPAN + column] else 0
        if n == 9:
            return True
    return False
