"""What the rules of Dominos florentins do not notice: the square turned, and the colours renamed.

Mirrored cards are not in the deck: of two joined triangles the first clockwise bears the gem (D4).
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from carreau.core.compile import rule
from carreau.core.memory import zeros

from .constants import ASIDE, BLACK, CARDS, CELLS, COLOUR_COUNT, PLACES, SEATS, SIDES
from .rules import CARD, STATE, parts_of
from .rules.cards import LETTERS, LOOKS
from .rules.grid import GRID, TRIANGLES

TURNS = SIDES
ORDERS = list(permutations(range(COLOUR_COUNT)))
CELL = GRID.turns[:TURNS]
COUNT = TURNS * len(ORDERS)
ABOUT = "the square turned by quarter turns (4), times the four colours in any order (24)"


def renamed(order: tuple[int, ...], card: int) -> tuple[int, int]:
    """The card and the quarter turns that a card becomes."""
    to = str.maketrans(LETTERS + LETTERS.upper(), "".join(LETTERS[one] for one in order) * 2)
    look = "".join(new.upper() if old.isupper() else new for old, new in zip(LOOKS[card][0], LOOKS[card][0].translate(to)))
    return next((one, turned) for one, looks in enumerate(LOOKS) for turned in range(SIDES) if looks[turned] == look)


COLOUR_TO = np.array(ORDERS)
CARD_TO = np.array([[renamed(order, card) for card in range(CARDS)] for order in ORDERS])  # with its quarter turns


@rule
def holds(s, number):
    return True


@rule
def cards_to(cards, number):
    """A set of cards."""
    found = 0
    for card in range(CARDS):
        found |= ((cards >> card) & 1) << CARD_TO[number // TURNS, card, 0]
    return found


@rule
def cells_to(cells, number):
    """A set of cells."""
    found = 0
    for cell in range(CELLS):
        found |= ((cells >> cell) & 1) << CELL[number % TURNS, cell]
    return found


@rule
def triangle_to(triangle, number):
    """-1 stays."""
    if triangle < 0:
        return triangle
    return int(CELL[number % TURNS, triangle // SIDES] * SIDES + (triangle + number % TURNS) % SIDES)


@rule
def transform(s, number):
    states = zeros(1, STATE)
    states[0] = s
    t = states[0]
    order = number // TURNS
    s.open, s.laid = cards_to(t.open, number), cards_to(t.laid, number)
    s.filled, s.cells = cells_to(t.filled, number), cells_to(t.cells, number)
    for card in range(CARDS):
        s.stack[card] = CARD_TO[order, t.stack[card], 0] if t.stack[card] >= 0 else t.stack[card]
    for seat in range(SEATS):
        s.hand[seat] = cards_to(t.hand[seat], number)
        s.black[seat] = triangle_to(int(t.black[seat]), number)
        s.colour[seat] = COLOUR_TO[order, t.colour[seat]] if t.colour[seat] >= 0 else t.colour[seat]
    for side in range(SIDES):
        for colour in range(COLOUR_COUNT):
            s.fit[(side + number) % SIDES, COLOUR_TO[order, colour]] = cells_to(t.fit[side, colour], number)
    turn_square(s, t, number)


@rule
def turn_square(s, t, number):
    for cell in range(CELLS):
        to, card = CELL[number % TURNS, cell], int(t.card[cell])
        s.card[to], s.turned[to] = card, 0
        if card >= 0:
            s.card[to] = CARD_TO[number // TURNS, card, 0]
            s.turned[to] = (CARD_TO[number // TURNS, card, 1] + int(t.turned[cell]) + number) % SIDES
    if t.last >= 0:
        s.last = CELL[number % TURNS, int(t.last)]
    for triangle in range(TRIANGLES):
        to = triangle_to(triangle, number)
        s.root[to] = triangle_to(int(t.root[triangle]), number)
        s.triangles[to], s.gems[to], s.openings[to] = t.triangles[triangle], t.gems[triangle], t.openings[triangle]


@rule
def moved(s, seat, action, number):
    card, turned, cell = parts_of(action)
    if cell != ASIDE:
        cell = int(CELL[number % TURNS, cell])
        turned += number % TURNS
    if card != BLACK:
        turned += 0 if cell == ASIDE else int(CARD_TO[number // TURNS, card, 1])
        card = int(CARD_TO[number // TURNS, card, 0])
    return card * CARD + turned % SIDES * PLACES + cell
