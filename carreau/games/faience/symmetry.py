"""What the rules of Faïence do not notice: the areas turned or mirrored, all alike, and the motifs renamed."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from carreau.core.compile import rule
from carreau.core.memory import zeros

from .constants import CELLS, MOTIFS, PLACES, REVEAL, TAKE, VALUES
from .rules import STATE
from .rules.cards import CARDS, MOTIF, NONE
from .rules.hidden import IN_SIGHT
from .rules.layout import GRID, MOST_OUTSIDE

CELL = GRID.turns
TURNS = len(CELL)
MOTIF_TO = np.array(list(permutations(range(MOTIFS))))
EACH = CARDS // MOTIFS  # cards of a motif
COUNT = TURNS * len(MOTIF_TO)
ABOUT = "all areas turned or mirrored alike (8), times the six motifs in any order (720)"


@rule
def holds(s, number):
    return True


@rule
def card_to(card, number):
    if card == NONE:
        return NONE
    return int(MOTIF_TO[number // TURNS, MOTIF[card]] * EACH + (card - 1) % EACH + 1)


@rule
def transform(s, number):
    states = zeros(1, STATE)
    states[0] = s
    t = states[0]
    for i in range(CARDS):
        s.pile[i] = card_to(int(t.pile[i]), number)
        s.discard[i] = card_to(int(t.discard[i]), number)
        s.pool[card_to(i + 1, number)] = t.pool[i + 1]
    s.pool[NONE] = IN_SIGHT
    for i in range(2):
        s.up[i] = card_to(int(t.up[i]), number)
    for seat in range(s.players):
        turn_area(s, t, seat, number)
        rename_hand(s, t, seat, number)


@rule
def turn_area(s, t, seat, number):
    turn = number % TURNS
    s.laid[seat] = 0
    for cell in range(CELLS):
        to = CELL[turn, cell]
        s.cell[seat, to] = card_to(int(t.cell[seat, cell]), number)
        s.laid[seat] |= ((int(t.laid[seat]) >> cell) & 1) << to
    for i in range(MOST_OUTSIDE):
        s.outside[seat, i] = card_to(int(t.outside[seat, i]), number)
    place = int(t.last[seat]) - 1
    if 0 <= place < CELLS:
        s.last[seat] = CELL[turn, place] + 1


@rule
def rename_hand(s, t, seat, number):
    """A hand is sorted; hidden cards stay where they are."""
    for i in range(t.held[seat]):
        card = card_to(int(t.hand[seat, i]), number)
        k = i
        while k > 0 and s.hand[seat, k - 1] > card:
            s.hand[seat, k] = s.hand[seat, k - 1]
            k -= 1
        s.hand[seat, k] = card


@rule
def moved(s, seat, action, number):
    kind, place = action // PLACES, action % PLACES
    if place in (TAKE, REVEAL):
        return action
    to = MOTIF_TO[number // TURNS, kind // VALUES] * VALUES + kind % VALUES
    return to * PLACES + (CELL[number % TURNS, place] if place < CELLS else place)
