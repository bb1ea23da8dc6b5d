"""What helps bots to play M: take tokens while laying, and the right cards when a line scores."""

from __future__ import annotations

import numpy as np

from carreau.core.compile import rule
from carreau.core.leaders import share_softly
from carreau.core.quick import quick_below, quick_next
from carreau.games.m.bits import count, lowest_bit
from carreau.games.m.cards import COLOUR, COLOURS, LOW, TENTH, WORDS
from carreau.games.m.ring import AROUND, PASS, TARGETS
from carreau.games.m.rules import LAY, TAKE

SOME = 8  # one in so many moves of a playout is anything


@rule
def policy(s, seat, actions, n, chance):
    """Mostly what brings most at once."""
    if quick_below(chance, SOME) == 0:
        return quick_below(quick_next(chance), n)
    sums = colour_sums(s, seat) if s.phase == TAKE else 0
    best, most, ties = 0, -1000, 0
    for k in range(n):
        target = actions[k] % TARGETS
        value = 0
        if s.phase == TAKE:
            value = worth_with(sums, s.table[target])
        elif s.phase == LAY and target < PASS:
            value = count(s.laid & AROUND[target])
        if value > most:
            best, most, ties = k, value, 1
        elif value == most:
            ties += 1
            chance = quick_next(chance)
            if quick_below(chance, ties) == 0:
                best = k
    return best


@rule
def colour_sums(s, seat):
    """The tenths of each colour that a seat has taken, eight bits for each."""
    sums = 0
    for word in range(WORDS):
        cards = s.taken[seat, word]
        while cards:
            card = word * LOW + lowest_bit(cards)
            sums += TENTH[card] << 8 * COLOUR[card]
            cards &= cards - 1
    return sums


@rule
def worth_with(sums, card):
    """M21, in tenths, with one card more."""
    sums += TENTH[card] << 8 * COLOUR[card]
    best, second, total = 0, 0, 0
    for colour in range(COLOURS):
        tenths = (sums >> 8 * colour) & 255
        total += tenths
        second = max(second, min(best, tenths))
        best = max(best, tenths)
    return 2 * (best + second) - total


@rule
def evaluate(s, out):
    """Who leads; the longer the pile, the less that says."""
    for seat in range(s.players):
        out[seat] = float(s.points[seat])
    share_softly(out, s.players, 25.0 + 8.0 * np.sqrt(float(s.left)))
