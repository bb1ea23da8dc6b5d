"""What helps bots to play Quatuor in turns (A and D): few cards left, and those easy to lay."""

from __future__ import annotations

from carreau.core.bits import count_bits
from carreau.core.compile import rule
from carreau.core.leaders import share_softly

from .constants import A, D
from .rules.layout import fitting

TRIES = 5  # of so many moves, the quick player of a review takes the best


@rule
def evaluate(s, out):
    """Fewer cards are closer to winning, and cards that fit now are closer than others."""
    cards = fitting(s) if s.way == A or s.way == D else 0
    for seat in range(s.players):
        out[seat] = 0.0
        if s.way == A or s.way == D:
            out[seat] = 4.0 * s.points[seat] - s.left[seat] + 0.4 * min(3, count_bits(s.hand[seat] & cards))
            if (s.acting >> seat) & 1:
                out[seat] += 0.5
    share_softly(out, s.players, 1.0)


@rule
def cut(s, begun):
    """A deal is enough."""
    return s.scored > begun
