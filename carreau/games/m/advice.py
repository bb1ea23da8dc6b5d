"""What helps bots to play M: take tokens while laying, and the right cards when a line scores."""

from __future__ import annotations

import numpy as np

from carreau.core.bits import count_bits
from carreau.core.compile import rule
from carreau.core.leaders import share_softly
from carreau.core.quick import quick_below, quick_next

from .constants import PASS, TARGETS
from .rules import LAY, TAKE, best_two, colour_sums
from .rules.cards import COLOUR, TENTH
from .rules.grid import AROUND

SOME = 8  # one in this many moves of a playout is random


@rule
def policy(s, seat, actions, n, chance):
    """Mostly whatever brings the most at once."""
    if quick_below(chance, SOME) == 0:
        return quick_below(quick_next(chance), n)
    sums = colour_sums(s, seat) if s.phase == TAKE else 0
    best, most, ties = 0, -1000, 0
    for k in range(n):
        target = actions[k] % TARGETS
        value = 0
        if s.phase == TAKE:
            card = s.table[target]
            value = best_two(sums + (TENTH[card] << 8 * COLOUR[card]))
        elif s.phase == LAY and target < PASS:
            value = count_bits(s.laid & AROUND[target])
        if value > most:
            best, most, ties = k, value, 1
        elif value == most:
            ties += 1
            chance = quick_next(chance)
            if quick_below(chance, ties) == 0:
                best = k
    return best


@rule
def evaluate(s, out):
    """Who leads; the longer the pile, the less that means."""
    for seat in range(s.players):
        out[seat] = float(s.points[seat])
    share_softly(out, s.players, 25.0 + 8.0 * np.sqrt(float(s.left)))
