"""What the rules of Punto do not notice: the table turned or mirrored, and the two colours of a side exchanged."""

from __future__ import annotations

import numpy as np

from carreau.core.compile import rule
from carreau.core.grid import Grid
from carreau.core.memory import zeros

from .constants import ASIDE, CARDS, COLOURS, PLACES, VALUES
from .rules import STATE
from .rules.cards import COLOUR, KIND, VALUE
from .rules.layout import GRID, RING, SPOTS
from .rules.lines import sides

CELL = GRID.turns
SPOT = Grid(RING).turns
TURNS = len(CELL)
COLOUR_TO = np.array([[0, 1, 2, 3], [2, 1, 0, 3], [0, 3, 2, 1], [2, 3, 0, 1]])
COUNT = TURNS * len(COLOUR_TO)
ABOUT = "the table turned or mirrored (8), times the two colours of a side exchanged (4, for two players and in teams)"


@rule
def holds(s, number):
    return number < TURNS or sides(s) == 2


@rule
def card_to(card, number):
    """What a card becomes; -1 stays."""
    if card < 0:
        return card
    colour = COLOUR_TO[number // TURNS, COLOUR[card]]
    return int((colour * VALUES + VALUE[card] - 1) * 2 + card % 2)


@rule
def transform(s, number):
    states = zeros(1, STATE)
    states[0] = s
    t = states[0]
    for card in range(CARDS):
        other = card_to(card, number)
        s.under[other] = card_to(int(t.under[card]) - 1, number) + 1
        s.where[other] = t.where[card]
        s.pile[card] = card_to(int(t.pile[card]), number)
    for seat in range(len(COLOURS)):
        for slot in range(2):
            s.up[seat, slot] = card_to(int(t.up[seat, slot]) - 1, number) + 1
    one, other = card_to(int(t.choice[0]), number), card_to(int(t.choice[1]), number)
    s.choice[0], s.choice[1] = min(one, other), max(one, other)
    turn_table(s, t, number)


@rule
def turn_table(s, t, number):
    turn = number % TURNS
    for spot in range(SPOTS):
        s.top[SPOT[turn, spot]] = card_to(int(t.top[spot]) - 1, number) + 1
    if t.last:
        s.last = CELL[turn, int(t.last) - 1] + 1
    first, last = RING, 0
    west, east = RING, 0
    for row in range(RING):
        see_row(s, row)
        for column in range(RING):
            if s.top[row * RING + column]:
                first, last = min(first, row), max(last, row)
                west, east = min(west, column), max(east, column)
    if s.count:
        s.north, s.south, s.west, s.east = first, last, west, east


@rule
def see_row(s, row):
    s.laid[row] = 0
    for value in range(VALUES + 1):
        s.low[value, row] = 0
    for column in range(RING):
        card = int(s.top[row * RING + column]) - 1
        if card >= 0:
            s.laid[row] |= 1 << column
            for value in range(VALUE[card] + 1, VALUES + 1):
                s.low[value, row] |= 1 << column


@rule
def moved(s, seat, action, number):
    kind, cell = action // PLACES, action % PLACES
    to = KIND[card_to(2 * kind, number)]
    return to * PLACES + (ASIDE if cell == ASIDE else CELL[number % TURNS, cell])
