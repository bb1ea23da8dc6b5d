"""Dealing hands, hiding them, and dealing again what a seat cannot know (ways A, C and D)."""

# mypy: ignore-errors
from __future__ import annotations

import math

import numpy as np

from carreau.core.bits import count_bits, lowest_bit, some_bits
from carreau.core.chance import draw
from carreau.core.compile import rule

from ..constants import CARDS
from .cards import ALL_CARDS
from .layout import clear

CHOOSE = np.array([[math.comb(n, k) for k in range(CARDS + 1)] for n in range(CARDS + 1)], np.int64)
NO_SEAT = 1 << 10


@rule
def deal_hands(s, n):
    """An empty table, n cards for everybody, the rest unused."""
    clear(s)
    rest = ALL_CARDS
    for seat in range(s.players):
        cards = some_bits(s, rest, n)
        rest &= ~cards
        s.hand[seat], s.left[seat] = cards, n
        s.known[seat], s.lacks[seat] = 0, 0
    s.unused = rest


@rule
def take_unused(s):
    """Any of the unused cards."""
    card = some_bits(s, s.unused, 1)
    s.unused &= ~card
    return lowest_bit(card)


@rule
def hide_hands(s, seat):
    """Of other hands only the cards that were taken back are known."""
    for other in range(s.players):
        if other != seat:
            s.hand[other] &= s.known[other]
    s.unused = 0


@rule
def hidden_from(s, seat):
    """The cards whose place a seat does not know."""
    cards = ALL_CARDS & ~int(s.table)
    for other in range(s.players):
        cards &= ~(int(s.hand[other]) if other == seat else int(s.known[other]))
    return cards


@rule
def redeal_hands(s, seat):
    """Deal the hidden cards to the other hands, but no hand gets a card that it was seen to lack.

    The hands are dealt in turn, each any cards that it may hold. Hands dealt first leave more or fewer choices to the
    next, so a deal is kept with a chance in proportion to the choices that it left: then all that fit are equally likely.
    """
    hidden = hidden_from(s, seat)
    while not try_to_deal(s, seat, hidden):
        pass


@rule
def try_to_deal(s, seat, hidden):
    rest = hidden
    key = next_key(s, seat, hidden, -1)
    while key != NO_SEAT:
        other = key % 16
        n = needs(s, other)
        may_hold = rest & ~int(s.lacks[other])
        choices = CHOOSE[count_bits(may_hold), n]
        most = CHOOSE[most_left(s, seat, hidden, key), n]
        if choices < most and draw(s, most) >= choices:
            return False
        cards = some_bits(s, may_hold, n)
        rest &= ~cards
        s.hand[other] = s.known[other] | cards
        key = next_key(s, seat, hidden, key)
    s.unused = rest
    return True


@rule
def needs(s, other):
    """How many hidden cards a hand has."""
    return s.left[other] - count_bits(s.known[other])


@rule
def next_key(s, seat, hidden, after):
    """Whose hand is dealt next, as 16 x the cards that it may hold + seat: the hand with the least choice comes first."""
    best = NO_SEAT
    for other in range(s.players):
        if other != seat:
            key = 16 * count_bits(hidden & ~int(s.lacks[other])) + other
            if after < key < best:
                best = key
    return best


@rule
def most_left(s, seat, hidden, key):
    """The most cards that the hands dealt before can leave to choose from."""
    mine = hidden & ~int(s.lacks[key % 16])
    most = key // 16
    for other in range(s.players):
        may_hold = hidden & ~int(s.lacks[other])
        if other != seat and 16 * count_bits(may_hold) + other < key:
            most -= max(0, needs(s, other) - count_bits(may_hold & ~mine))
    return most
