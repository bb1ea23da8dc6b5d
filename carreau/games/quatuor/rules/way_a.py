"""Way A, lay them all (Q6 to Q8)."""

# mypy: ignore-errors
from __future__ import annotations

from carreau.core.bits import count_bits, lowest_bit
from carreau.core.chance import draw
from carreau.core.compile import rule

from ..constants import CARDS, EMPTY, FACES, HAND, LAPS, STALLED
from .actions import PASS, TAKE
from .hidden import deal_hands
from .joints import ALL_FACES, BESIDE, FIT
from .layout import (
    award_fewest,
    end,
    faces_of,
    fitting,
    lay,
    lay_from_hand,
    lift,
    list_faces,
    list_lays,
    neighbours,
    removable,
)


@rule
def setup_a(s, first):
    s.dealer = first if first >= 0 else draw(s, s.players)
    start_deal(s)


@rule
def start_deal(s):
    s.deal += 1
    s.idle, s.moved, s.once = 0, 0, 0
    deal_hands(s, HAND)
    s.acting = 1 << s.dealer


@rule
def legal_a(s, seat, out):
    n = list_lays(s, seat, out, 0)
    if n and not s.moved:
        return n  # Q5: a seat that can lay must
    if not s.moved:
        if s.take_back:
            n = list_faces(liftable(s), TAKE * FACES, out, n)
        else:
            n = list_moves(s, out, n)
    out[n] = PASS
    return n + 1


@rule
def liftable(s):
    """Q7: the cards that leave no hole and do not break the table."""
    if count_bits(s.table) < 2:
        return 0
    cards = removable(s)
    for card in range(CARDS):
        if (cards >> card) & 1 and count_bits(neighbours(s, s.where[card])) == 4:
            cards &= ~(1 << card)
    return cards


@rule
def list_moves(s, out, n):
    """Q7: every other cell where a lifted card fits the table without it."""
    lifted = liftable(s)
    for i in range(s.opened):
        cell = int(s.open_cell[i])
        near = neighbours(s, cell) & lifted
        faces = int(s.open_fit[i]) & faces_of(lifted & ~near)
        while near:
            card = lowest_bit(near)
            faces |= fits_without(s, cell, card) & faces_of(1 << card)
            near &= near - 1
        n = list_faces(faces, cell * FACES, out, n)
    return n


@rule
def fits_without(s, cell, card):
    """The faces that fit at a cell when a card beside it is lifted; none if nothing else lies beside it."""
    faces, joined = ALL_FACES, False
    for side in range(4):
        face = s.grid[BESIDE[cell, side]] - 1
        if face >= 0 and face % CARDS != card:
            faces &= FIT[(side + 2) % 4, face]
            joined = True
    return faces if joined else 0


@rule
def play_a(s, seat, action):
    place, face = action // FACES, action % FACES
    card = face % CARDS
    lays = place < TAKE and (s.hand[seat] >> card) & 1
    if not lays and not s.moved:
        s.lacks[seat] |= fitting(s)  # Q5: nothing in this hand fitted anywhere
    if lays:
        lay_from_hand(s, seat, face, place)
        new = not (s.once >> card) & 1
        s.once |= 1 << card
        if s.left[seat] == 0:
            end_deal(s, EMPTY)
        else:
            end_turn(s, seat, new)
    elif place < TAKE:
        lift(s, card)
        lay(s, face, place)
        s.moved = 1
    else:
        if place == TAKE:
            take_back(s, seat, card)
        end_turn(s, seat, False)


@rule
def take_back(s, seat, card):
    """Into the hand, where all know it."""
    lift(s, card)
    s.hand[seat] |= 1 << card
    s.known[seat] |= 1 << card
    s.left[seat] += 1


@rule
def end_turn(s, seat, new):
    """Q8"""
    s.moved = 0
    s.idle = 0 if new else s.idle + 1
    if s.idle == s.players * (LAPS if s.take_back else 1):
        end_deal(s, STALLED)
    else:
        s.acting = 1 << (seat + 1) % s.players


@rule
def end_deal(s, how):
    """Q6: one deal, or one for each player to deal."""
    award_fewest(s)
    s.moved = 0
    s.scored = s.ply
    s.ended, s.acting = how, 0
    if s.deals == 0 or s.deal == s.players:
        end(s, how)


@rule
def next_deal(s):
    s.dealer = (s.dealer + 1) % s.players
    start_deal(s)
