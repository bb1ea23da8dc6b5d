"""What helps bots to play Faïence: what a card adds to an area, and who leads with it."""

from __future__ import annotations

import numpy as np

from carreau.core.bits import count_bits
from carreau.core.compile import rule
from carreau.core.leaders import share_softly
from carreau.core.quick import quick_below, quick_next

from .constants import CHOOSE, DROP, LAY, LOWEST, OUTSIDE, PLACES, SWAP, VALUES
from .rules import MOST_LEGAL, legal
from .rules.cards import MOTIF, NONE, VALUE
from .rules.layout import GRID, cells_of, score_values, score_zones

BESIDE = GRID.beside  # per cell: the four cells that touch it, or -1

PER_ROUND = 16.0  # points that a round brings, about
JOINED = 1.6  # what a neighbour of the same motif is worth
NEW_CARD = np.array([0.6, 0.3, 0.0, 0.25, 0.5, 0.75])  # what a card's effect is worth, from -2 to 3
SOME = 8  # one in this many moves of a playout is random
TRIES = 3  # of so many moves, the quick player of a review takes the best


@rule
def policy(s, seat, actions, n, chance):
    """Mostly whatever adds most to the area."""
    if s.phase == CHOOSE:
        return 0 if gain_of_top(s, seat) > 1.5 + 3.0 * quick_below(chance, 1000) / 1000 else 1
    if quick_below(chance, SOME) == 0:
        return quick_below(quick_next(chance), n)
    best, most, ties = 0, -100.0, 0
    for k in range(n):
        value = gain(s, seat, actions[k])
        if value > most:
            best, most, ties = k, value, 1
        elif value == most:
            ties += 1
            chance = quick_next(chance)
            if quick_below(chance, ties) == 0:
                best = k
    return best


@rule
def gain_of_top(s, seat):
    """The best that the top of the discard could do, roughly: its value and the cards of its motif."""
    card = s.discard[s.thrown - 1]
    return VALUE[card] + min(count_bits(cells_of(s, seat, MOTIF[card])), 2) * 0.8 * JOINED


@rule
def gain(s, seat, action):
    """What an action adds to the seat's area, and what the card's effect promises."""
    kind, place = action // PLACES, action % PLACES
    motif, value = kind // VALUES, kind % VALUES + LOWEST
    if place == DROP:
        return -value - 0.5 * count_bits(cells_of(s, seat, motif))
    if place == OUTSIDE:
        return float(value)
    if place == SWAP:
        return float(value - VALUE[s.outside[seat, 0]])
    added = value + JOINED * beside(s, seat, place, motif)
    before = s.cell[seat, place]
    if before != NONE:
        return added - VALUE[before] - JOINED * beside(s, seat, place, MOTIF[before])
    return added + (NEW_CARD[value - LOWEST] if s.phase == LAY else 0.0) + 0.5


@rule
def beside(s, seat, cell, motif):
    """How many cards of a motif touch a cell."""
    n = 0
    for side in range(4):
        other = BESIDE[cell, side]
        if other >= 0:
            n += MOTIF[s.cell[seat, other]] == motif
    return n


@rule
def cut(s, begun):
    """A round is enough: what follows is a new deal."""
    return s.scored > begun


@rule
def evaluate(s, out):
    """Who leads, counting what lies in the areas now and the best that this turn can add."""
    lead = 0.0
    for seat in range(s.players):
        out[seat] = s.points[seat] + score_values(s, seat) + score_zones(s, seat) + 0.3 * s.held[seat]
        lead = max(lead, out[seat])
        if (s.acting >> seat) & 1 and s.phase != CHOOSE:
            out[seat] += best_gain(s, seat)
    rounds = max(0.0, (s.target - lead) / PER_ROUND)
    share_softly(out, s.players, 4.0 + 5.0 * np.sqrt(rounds))


@rule
def best_gain(s, seat):
    actions = np.empty(MOST_LEGAL, np.int64)
    most = -100.0
    for k in range(legal(s, seat, actions)):
        most = max(most, gain(s, seat, actions[k]))
    return most
