"""Each turn a card is laid and one is drawn; a card that is higher than the last scores a point."""

from __future__ import annotations

import numpy as np

from carreau.core.chance import hide_chance, key_with, rekey, shuffle
from carreau.core.compile import rule
from carreau.core.leaders import share_win
from carreau.core.state import state_type

CARDS = 12
SEATS = 3
MOST_HELD = 4
ACTIONS = CARDS
MOST_LEGAL = MOST_HELD
NONE = -1
WORTH = np.arange(CARDS) // 3

STATE = state_type(
    [
        ("hand", "i1", (SEATS, MOST_HELD)),  # ascending, then -1
        ("held", "i1", SEATS),  # how many cards a seat holds
        ("pile", "i1", CARDS),  # the top is the last; -1 behind it
        ("left", "i1"),  # how many
        ("row", "i1", CARDS),  # the laid cards in order, then -1
        ("laid", "i1"),  # how many
        ("shown", "i1"),  # what the card laid last is worth
    ]
)


@rule
def setup(s, players, options, seed):
    key_with(s, seed)
    s.players = players
    for i in range(CARDS):
        s.pile[i] = i
        s.row[i] = NONE
    for seat in range(SEATS):
        for i in range(MOST_HELD):
            s.hand[seat, i] = NONE
    shuffle(s, s.pile, 0, CARDS)
    s.left = CARDS
    for seat in range(players):
        for _ in range(options[0]):
            draw_card(s, seat)
    s.acting = 1


@rule
def draw_card(s, seat):
    s.left -= 1
    card = s.pile[s.left]
    s.pile[s.left] = NONE
    hold(s, seat, card)


@rule
def hold(s, seat, card):
    i = s.held[seat]
    while i > 0 and s.hand[seat, i - 1] > card:
        s.hand[seat, i] = s.hand[seat, i - 1]
        i -= 1
    s.hand[seat, i] = card
    s.held[seat] += 1


@rule
def legal(s, seat, out):
    for i in range(s.held[seat]):
        out[i] = s.hand[seat, i]
    return s.held[seat]


@rule
def play(s, seat, action):
    s.ply += 1
    slot = 0
    while s.hand[seat, slot] != action:
        slot += 1
    s.held[seat] -= 1
    for i in range(slot, s.held[seat]):
        s.hand[seat, i] = s.hand[seat, i + 1]
    s.hand[seat, s.held[seat]] = NONE
    if s.laid > 0 and action > s.row[s.laid - 1]:
        s.points[seat] += 1
    s.row[s.laid] = action
    s.laid += 1
    s.shown = WORTH[action]
    if s.left > 0:
        draw_card(s, seat)
    following = (seat + 1) % s.players
    s.acting = 1 << following
    if s.held[following] == 0:
        s.over = 1
        s.acting = 0


@rule
def returns(s, out):
    share_win(s, out)


@rule
def view(s, seat):
    hide_chance(s)
    for i in range(CARDS):
        s.pile[i] = NONE
    for other in range(s.players):
        if other != seat:
            for i in range(MOST_HELD):
                s.hand[other, i] = NONE


@rule
def redeal(s, seat, seed):
    rekey(s, seed)
    n = gather(s, seat)
    shuffle(s, s.pile, 0, n)
    for other in range(s.players):
        if other != seat:
            held = s.held[other]
            s.held[other] = 0
            for i in range(MOST_HELD):
                s.hand[other, i] = NONE
            for _ in range(held):
                n -= 1
                card = s.pile[n]
                s.pile[n] = NONE
                hold(s, other, card)


@rule
def gather(s, seat):
    """Put all cards that a seat has not seen where the pile is; how many."""
    n = 0
    for card in range(CARDS):
        if not is_seen(s, seat, card):
            s.pile[n] = card
            n += 1
    for i in range(n, CARDS):
        s.pile[i] = NONE
    return n


@rule
def is_seen(s, seat, card):
    for i in range(s.laid):
        if s.row[i] == card:
            return True
    if seat >= 0:
        for i in range(s.held[seat]):
            if s.hand[seat, i] == card:
                return True
    return False
