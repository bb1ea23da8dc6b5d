"""What the rules of Quatuor do not notice: the table turned by half a turn, and objects and colours renamed.

Only renamings after which every card of the deck is in the deck again. An empty table notices: its first card is not turned (Q3).
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from carreau.core.compile import rule
from carreau.core.memory import zeros

from .constants import CARDS, CELLS, FACES, MIDDLE, REST, SPAN
from .rules import STATE
from .rules.actions import SINGLES, TAKE
from .rules.cards import COLOURS, OBJECTS, Face, face_of
from .rules.joints import BESIDE
from .rules.layout import NOWHERE, open_up

CORNERS = ((0, 1, 2, 3), (3, 2, 1, 0), (1, 0, 3, 2), (2, 3, 0, 1))  # as it is, half a turn, mirrored left and right, up and down
FLIPS = np.array([(1, 1), (-1, -1), (1, -1), (-1, 1)])  # rows and columns


def renamed(marks: Face, objects: tuple[int, ...], colours: tuple[int, ...], corners: tuple[int, ...]) -> Face:
    one, two, three, four = ((objects[marks[corner][0]], colours[marks[corner][1]]) for corner in corners)
    return one, two, three, four


def all_renamings() -> list[tuple[int, list[int]]]:
    """How the table flips, and what each face becomes; the first changes nothing."""
    known = {face_of(face): face for face in range(FACES)}
    found = []
    for flip, corners in enumerate(CORNERS):
        for objects in permutations(range(len(OBJECTS))):
            for colours in permutations(range(len(COLOURS))):
                faces = (known.get(renamed(face_of(face), objects, colours, corners), -1) for face in range(FACES))
                if (first := next(faces)) >= 0 and min(rest := list(faces)) >= 0:
                    found.append((flip, [first, *rest]))
    return found


RENAMINGS = all_renamings()
FLIP = np.array([flip for flip, _ in RENAMINGS])
FACE_TO = np.array([faces for _, faces in RENAMINGS])
COUNT = len(RENAMINGS)
ABOUT = f"the table turned by half a turn or not, objects and colours renamed, where this leaves the deck as it is ({COUNT})"


@rule
def holds(s, number):
    return number == 0 or s.table != 0


@rule
def cell_to(cell, number):
    row = int(FLIPS[FLIP[number], 0]) * (int(cell) // SPAN) % SPAN
    return row * SPAN + int(FLIPS[FLIP[number], 1]) * (int(cell) % SPAN) % SPAN


@rule
def cards_to(cards, number):
    """A set of cards."""
    found = 0
    for card in range(CARDS):
        found |= ((int(cards) >> card) & 1) << int(FACE_TO[number, card] % CARDS)
    return found


@rule
def card_to(card, number):
    """-1 stays."""
    return int(FACE_TO[number, card] % CARDS) if card >= 0 else card


@rule
def transform(s, number):
    states = zeros(1, STATE)
    states[0] = s
    t = states[0]
    s.table, s.unused, s.once = cards_to(t.table, number), cards_to(t.unused, number), cards_to(t.once, number)
    s.aside = cards_to(t.aside, number)
    for seat in range(len(s.hand)):
        s.hand[seat], s.known[seat] = cards_to(t.hand[seat], number), cards_to(t.known[seat], number)
        s.lacks[seat] = cards_to(t.lacks[seat], number)
    for seat in range(len(s.kept)):
        s.kept[seat] = cards_to(t.kept[seat], number)
    for i in range(CARDS):
        s.pack[i] = card_to(int(t.pack[i]), number)
    for i in range(REST):
        s.order[i] = card_to(int(t.order[i]), number)
    for i in range(MIDDLE):
        s.middle[i] = FACE_TO[number, t.middle[i]] if t.middle[i] >= 0 else t.middle[i]
    for i in range(2):
        s.pair[i] = card_to(int(t.pair[i]), number)
    turn_table(s, t, number)


@rule
def turn_table(s, t, number):
    for cell in range(CELLS):
        face = int(t.grid[cell]) - 1
        s.grid[cell_to(cell, number)] = FACE_TO[number, face] + 1 if face >= 0 else 0
    for card in range(CARDS):
        s.where[card_to(card, number)] = cell_to(t.where[card], number) if t.where[card] >= 0 else NOWHERE
    if t.last >= 0:
        s.last = cell_to(t.last, number)
    s.opened = 0
    for i in range(len(s.open_cell)):
        s.open_cell[i], s.open_fit[i] = NOWHERE, 0
    for card in range(CARDS):
        if s.where[card] >= 0:
            for side in range(4):
                if s.grid[BESIDE[s.where[card], side]] == 0:
                    open_up(s, BESIDE[s.where[card], side])


@rule
def lay_to(lay, number):
    return cell_to(lay // FACES, number) * FACES + int(FACE_TO[number, lay % FACES])


@rule
def moved(s, seat, action, number):
    if number == 0:
        return action
    if action >= SINGLES:
        one, other = lay_to(action % SINGLES, number), lay_to(action // SINGLES - 1, number)
        return (1 + max(one, other)) * SINGLES + min(one, other)
    place, face = action // FACES, action % FACES
    if place == TAKE:
        return TAKE * FACES + card_to(face, number)
    return action if place > TAKE else lay_to(action, number)
