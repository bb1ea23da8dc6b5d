"""Way D, two ways (Q17 to Q19)."""

# mypy: ignore-errors
from __future__ import annotations

from carreau.core.chance import draw
from carreau.core.compile import rule
from carreau.core.grid import EAST, NORTH, SOUTH, WEST

from ..constants import ACROSS, BLOCKED, DOWN, EMPTY, FACES, HAND_D
from .hidden import deal_hands, take_unused
from .joints import BESIDE
from .layout import cards_of, end_by_cards, faces_of, lay, lay_from_hand, list_faces


@rule
def setup_d(s, first):
    if first < 0:
        first = draw(s, 2)
    deal_hands(s, HAND_D)
    lay(s, take_unused(s), 0)
    s.direction[first], s.direction[1 - first] = ACROSS, DOWN
    begin_turn(s, first)


@rule
def joins(s, cell, direction):
    """Whether a card at a cell joins another in a direction."""
    if direction == ACROSS:
        return s.grid[BESIDE[cell, WEST]] != 0 or s.grid[BESIDE[cell, EAST]] != 0
    return s.grid[BESIDE[cell, NORTH]] != 0 or s.grid[BESIDE[cell, SOUTH]] != 0


@rule
def legal_d(s, seat, out):
    n = 0
    faces = faces_of(s.hand[seat])
    for i in range(s.opened):
        if joins(s, s.open_cell[i], s.direction[seat]):
            n = list_faces(int(s.open_fit[i]) & faces, int(s.open_cell[i]) * FACES, out, n)
    return n


@rule
def play_d(s, seat, action):
    lay_from_hand(s, seat, action % FACES, action // FACES)
    s.failures = 0
    if s.left[seat] == 0:
        end_by_cards(s, EMPTY)
    else:
        begin_turn(s, 1 - seat)


@rule
def fitting_in(s, direction):
    """The cards that fit somewhere in a direction."""
    faces = 0
    for i in range(s.opened):
        if joins(s, s.open_cell[i], direction):
            faces |= s.open_fit[i]
    return cards_of(faces)


@rule
def begin_turn(s, seat):
    """Q18, Q19: a seat that cannot lay loses the turn; the first and the third failure in a row swap the directions."""
    while s.failures < 4:
        cards = fitting_in(s, s.direction[seat])
        if s.hand[seat] & cards:
            s.acting = 1 << seat
            return
        s.lacks[seat] |= cards
        s.failures += 1
        if s.failures % 2 == 1:
            s.direction[0], s.direction[1] = s.direction[1], s.direction[0]
        seat = 1 - seat
    end_by_cards(s, BLOCKED)
