"""The rules of Sample: the state, and the six rules."""

from __future__ import annotations

from carreau.core.chance import draw, hide_chance, key_with, rekey
from carreau.core.compile import rule
from carreau.core.grid import Grid
from carreau.core.leaders import share_win
from carreau.core.places import draw_card, hide_hands, redeal_hands
from carreau.core.state import state_type

from .constants import CARDS, CELLS, SIDE, VALUES

GRID = Grid(SIDE)
BESIDE = GRID.beside
ACTIONS = CARDS * CELLS
MOST_LEGAL = 4 * CELLS
FREE = -1  # no card lies in a cell

PILE, LAID, HAND = range(3)  # where a card is; in the hand of seat k: HAND + k

STATE = state_type(
    [
        ("where", "i1", CARDS),  # PILE, LAID, HAND + seat, or UNKNOWN in a view
        ("cell", "i1", CELLS),  # the card in a cell, or FREE
        ("held", "i1", 4),  # how many cards a seat holds
        ("left", "i1"),  # how many cards the pile has
        ("laid", "i1"),  # how many cards lie on the table
        ("last", "i1"),  # the cell laid last, or -1
    ]
)


@rule
def setup(s, players, options, seed):
    key_with(s, seed)
    s.players = players
    s.left, s.last = CARDS, -1
    for cell in range(CELLS):
        s.cell[cell] = FREE
    for seat in range(players):
        for _ in range(options[0]):
            take_card(s, seat)
    first = options[1]
    if first < 0:
        first = draw(s, players)
    s.acting = 1 << first


@rule
def take_card(s, seat):
    """R2, R5: from the pile, while there is one."""
    if s.left:
        draw_card(s, s.where, PILE, HAND + seat)
        s.left -= 1
        s.held[seat] += 1


@rule
def legal(s, seat, out):
    n = 0
    for card in range(CARDS):
        if s.where[card] == HAND + seat:
            for cell in range(CELLS):
                if is_open(s, cell):
                    out[n] = card * CELLS + cell
                    n += 1
    return n


@rule
def is_open(s, cell):
    """R3: free, and beside a card; the first card may lie anywhere."""
    if s.cell[cell] != FREE:
        return False
    if s.laid == 0:
        return True
    for side in range(4):
        other = BESIDE[cell, side]
        if other >= 0 and s.cell[other] != FREE:
            return True
    return False


@rule
def play(s, seat, action):
    card, cell = action // CELLS, action % CELLS
    s.ply += 1
    s.cell[cell], s.last = card, cell
    s.where[card] = LAID
    s.laid += 1
    s.held[seat] -= 1
    s.points[seat] += worth(s, cell)
    take_card(s, seat)
    if s.laid == CELLS:  # R6
        s.over, s.acting = 1, 0
    else:
        s.acting = 1 << (seat + 1) % s.players


@rule
def worth(s, cell):
    """R4: a point for each neighbour of the same colour or value."""
    points, card = 0, s.cell[cell]
    for side in range(4):
        other = BESIDE[cell, side]
        if other >= 0 and s.cell[other] != FREE:
            points += fits(card, s.cell[other])
    return points


@rule
def fits(card, other):
    return card // VALUES == other // VALUES or card % VALUES == other % VALUES


@rule
def returns(s, out):
    """R6"""
    share_win(s, out)


@rule
def view(s, seat):
    hide_chance(s)
    hide_hands(s, seat, PILE, HAND)


@rule
def redeal(s, seat, seed):
    rekey(s, seed)
    redeal_hands(s, seat, PILE, HAND)
