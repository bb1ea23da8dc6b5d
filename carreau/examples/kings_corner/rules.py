"""The rules of Kings in the Corner: the state, and the six rules."""

from __future__ import annotations

import numpy as np

from carreau.core.chance import draw, hide_chance, key_with, rekey
from carreau.core.compile import rule
from carreau.core.grid import Grid
from carreau.core.leaders import share_win
from carreau.core.places import draw_card, hide_hands, move_all, redeal_hands
from carreau.core.state import state_type

from .constants import CARDS, CELLS, PASS, RANKS, SIDE, STOCK

GRID = Grid(SIDE)
ACTIONS = (CARDS + 1) * CELLS
MOST_LEGAL = CARDS * 8 + 2  # one more is written, and not counted
NONE = -1
KING = RANKS - 1
KING_COST = 10  # K7

RANK = np.arange(CARDS) % RANKS
RED = np.isin(np.arange(CARDS) // RANKS, (1, 2)).astype(np.int64)
CORNER = np.array([cell % 2 == 0 and cell != STOCK for cell in range(CELLS)], np.int64)

PILE, HAND, LAID = 0, 1, 5  # where a card is; in the hand of seat k: HAND + k, in a cell: LAID + cell

STATE = state_type(
    [
        ("where", "i1", CARDS),  # PILE, HAND + seat, LAID + cell, or UNKNOWN in a view
        ("top", "i1", CELLS),  # the lowest card in a cell, upon which is laid, or NONE
        ("bottom", "i1", CELLS),  # the highest card in a cell, or NONE
        ("held", "i1", 4),  # how many cards a seat holds
        ("left", "i1"),  # how many cards the stock has
        ("last", "i1"),  # the cell laid in last, or NONE
        ("acted", "i1"),  # 1 when the acting seat has laid or moved something in this turn
        ("idle", "i1"),  # turns in a row without a stock in which nothing was laid or moved
    ]
)


@rule
def setup(s, players, options, seed):
    key_with(s, seed)
    s.players = players
    s.left, s.last = CARDS, NONE
    for cell in range(CELLS):
        s.top[cell], s.bottom[cell] = NONE, NONE
        if not CORNER[cell] and cell != STOCK:  # K2
            card = draw_card(s, s.where, PILE, LAID + cell)
            s.top[cell], s.bottom[cell] = card, card
            s.left -= 1
    for seat in range(players):
        for _ in range(options[0]):
            take_card(s, seat)
    first = options[1]
    if first < 0:
        first = draw(s, players)
    begin_turn(s, first)


@rule
def take_card(s, seat):
    if s.left:
        draw_card(s, s.where, PILE, HAND + seat)
        s.left -= 1
        s.held[seat] += 1


@rule
def begin_turn(s, seat):
    """K3"""
    take_card(s, seat)
    s.acted = 0
    s.acting = 1 << seat


@rule
def legal(s, seat, out):
    n = 0
    for card in range(CARDS):
        place = s.where[card]
        if place == HAND + seat:
            for cell in range(CELLS):
                out[n] = card * CELLS + cell
                n += may_lay(s, card, cell)
        elif place >= LAID and s.bottom[place - LAID] == card:
            for cell in range(CELLS):
                out[n] = card * CELLS + cell
                n += may_move(s, card, place - LAID, cell)
    out[n] = PASS
    return n + 1


@rule
def may_lay(s, card, cell):
    """K4: one lower and of the other colour; on a free side any card but a king, in a free corner a king."""
    if cell == STOCK:
        return False
    if s.top[cell] == NONE:
        return (RANK[card] == KING) == CORNER[cell]
    return follows(card, s.top[cell])


@rule
def may_move(s, card, source, cell):
    """K5: a whole pile onto another that its bottom card follows; a king's pile to a free corner."""
    if cell in (source, STOCK):
        return False
    if s.top[cell] == NONE:
        return RANK[card] == KING and CORNER[cell] == 1 and CORNER[source] == 0
    return follows(card, s.top[cell])


@rule
def follows(card, other):
    return RANK[card] + 1 == RANK[other] and RED[card] != RED[other]


@rule
def play(s, seat, action):
    card, cell = action // CELLS, action % CELLS
    s.ply += 1
    if action == PASS:
        end_turn(s, seat)
        return
    s.acted, s.idle, s.last = 1, 0, cell
    if s.where[card] == HAND + seat:
        s.where[card] = LAID + cell
        s.held[seat] -= 1
        put(s, card, card, cell)
        if s.held[seat] == 0:
            end(s)
    else:
        source = s.where[card] - LAID
        put(s, card, s.top[source], cell)
        s.top[source], s.bottom[source] = NONE, NONE
        move_all(s.where, LAID + source, LAID + cell)


@rule
def put(s, bottom, top, cell):
    if s.bottom[cell] == NONE:
        s.bottom[cell] = bottom
    s.top[cell] = top


@rule
def end_turn(s, seat):
    """K6"""
    if s.left == 0 and s.acted == 0:
        s.idle += 1
    if s.idle == s.players:
        end(s)
    else:
        begin_turn(s, (seat + 1) % s.players)


@rule
def end(s):
    """K7"""
    s.over, s.acting = 1, 0
    for card in range(CARDS):
        place = s.where[card]
        if HAND <= place < LAID:
            s.points[place - HAND] -= KING_COST if RANK[card] == KING else 1


@rule
def returns(s, out):
    """K7"""
    share_win(s, out)


@rule
def view(s, seat):
    """After the end everybody shows what is left (K7)."""
    hide_chance(s)
    if not s.over:
        hide_hands(s, seat, PILE, HAND)


@rule
def redeal(s, seat, seed):
    rekey(s, seed)
    if not s.over:
        redeal_hands(s, seat, PILE, HAND)
