"""The rules of Dominos florentins. Hands and sets of cells are bits of one number; rooms grow card by card (rooms.py)."""

from __future__ import annotations

from carreau.core.bits import lowest_bit
from carreau.core.chance import draw, hide_chance, key_with, rekey, shuffle
from carreau.core.compile import rule
from carreau.core.grid import NORTH
from carreau.core.state import state_type

from ..constants import ASIDE, BLACK, CARDS, CELLS, COLOUR_COUNT, DRAWING, EDGING, OPEN, PLACES, SEATS, SIDE, SIDES, STACK
from .grid import ALL, BIT, EDGE, TRIANGLES
from .hidden import EVERY_CARD, NONE, deal, deal_again, hide, take_top
from .layout import any_fits, cells_for, growing, put
from .rooms import add_triangles, colour_at, count_closed, count_if_closed, wall_off

CARD = SIDES * PLACES  # the actions with one card
ACTIONS = (CARDS + 1) * CARD
DECLINE = BLACK * CARD + ASIDE
# Each of the four arms asks for one colour, which 48 triangles have. Each of at most twelve corners asks for two, which
# fit at most fifteen times. Laying aside adds four actions, declining one.
MOST_LEGAL = 4 * 48 + 4

STATE = state_type(
    [
        ("hand", "i8", SEATS),  # a seat's hidden cards, as bits; 0 where they may not be known
        ("open", "i8"),  # the cards that lie open, as bits
        ("laid", "i8"),  # the cards in the square, as bits
        ("filled", "i8"),  # the cells with a card, as bits
        ("cells", "i8"),  # the empty cells where a card may be laid now, whatever its colours, as bits (D9, D10)
        ("fit", "i8", (SIDES, COLOUR_COUNT)),  # the cells that take this colour at this side
        ("root", "i2", TRIANGLES),  # another triangle of the same room, or the one that stands for the room
        ("black", "i2", SEATS),  # the border triangle where a seat's black card lies, or -1
        ("triangles", "i1", TRIANGLES),  # of the room that a triangle stands for: how many triangles it has
        ("gems", "i1", TRIANGLES),  # and gems
        ("openings", "i1", TRIANGLES),  # and triangles that face an empty place
        ("card", "i1", CELLS),  # the card in a cell, or -1
        ("turned", "i1", CELLS),  # its quarter turns
        ("stack", "i1", CARDS),  # the stack with its top last, then -1; all -1 where it may not be known
        ("left", "i1"),  # cards in the stack
        ("colour", "i1", SEATS),  # of a seat, or -1
        ("rooms", "i1", SEATS),  # closed rooms with gems of a seat's colour (D18)
        ("phase", "i1"),  # DRAWING, OPEN or EDGING
        ("declined", "i1"),  # how many have declined in a row (D12)
        ("asked", "i1"),  # how many have had their black card's action (D15)
        ("last", "i1"),  # the cell laid last, or -1
        ("free_pass", "i1"),  # options
        ("tie_break", "i1"),
    ]
)


@rule
def setup(s, players, options, seed):
    key_with(s, seed)
    s.players = players
    s.free_pass, s.tie_break = options[1], options[2]
    for triangle in range(TRIANGLES):
        s.root[triangle] = NONE
    for cell in range(CELLS):
        s.card[cell] = NONE
    for side in range(SIDES):
        for colour in range(COLOUR_COUNT):
            s.fit[side, colour] = ALL
    s.last = NONE
    s.cells = growing(s.filled)
    choose_colours(s, options[0])
    deal(s, EVERY_CARD, NONE)
    while s.left > STACK:
        s.open |= BIT[take_top(s)]  # D7
    s.acting = 1 << (options[3] if options[3] >= 0 else draw(s, players))


@rule
def choose_colours(s, chosen):
    """D6: by the option's digits, or at random."""
    for seat in range(SEATS):
        s.black[seat] = NONE
        s.colour[seat] = seat
    if chosen < 0:
        shuffle(s, s.colour, 0, SEATS)
    for seat in range(SEATS):
        if seat >= s.players:
            s.colour[seat] = NONE
        elif chosen >= 0:
            s.colour[seat] = chosen % COLOUR_COUNT
            chosen //= COLOUR_COUNT


# what may be laid where


@rule
def legal(s, seat, out):
    if s.phase == EDGING:
        return list_edge(s, s.colour[seat], out)
    cards = s.hand[seat] if s.phase == DRAWING else s.open
    n = 0
    while cards:
        n = list_card(s, lowest_bit(cards), out, n)
        cards &= cards - 1
    if s.phase == OPEN and s.free_pass:
        out[n] = DECLINE
        n += 1
    return n


@rule
def list_card(s, card, out, n):
    for turned in range(SIDES):
        action = card * CARD + turned * PLACES
        fitting = cells_for(s, card, turned)
        while fitting:
            out[n] = action + lowest_bit(fitting)
            n += 1
            fitting &= fitting - 1
        if turned == 0 and s.phase == DRAWING and s.filled:  # D11, D9
            out[n] = action + ASIDE
            n += 1
    return n


@rule
def list_edge(s, colour, out):
    """D15: against every border triangle of the seat's colour; declining is always allowed."""
    n = 0
    for side in range(SIDES):
        for i in range(SIDE):
            cell = EDGE[side, i]
            if s.card[cell] >= 0 and colour_at(s, cell * SIDES + side) == colour:
                out[n] = BLACK * CARD + side * PLACES + cell
                n += 1
        if side == NORTH:
            out[n] = DECLINE  # where it belongs in the order of numbers
            n += 1
    return n


# a turn


@rule
def parts_of(action):
    """Card, quarter turns (or side of the square) and cell."""
    return action // CARD, action // PLACES % SIDES, action % PLACES


@rule
def play(s, seat, action):
    s.ply += 1
    card, turned, cell = parts_of(action)
    s.acting = 1 << (seat + 1) % s.players
    if s.phase == EDGING:
        use_black(s, seat, turned, cell)
        return
    if card == BLACK:
        s.declined += 1
    elif cell == ASIDE:
        s.hand[seat] &= ~BIT[card]
        s.open |= BIT[card]
    else:
        s.hand[seat] &= ~BIT[card]
        s.open &= ~BIT[card]
        s.declined = 0
        put(s, card, turned, cell)
        add_triangles(s, card, turned, cell)
        count_closed(s, cell)
    if s.phase == DRAWING:
        s.hand[seat] |= BIT[take_top(s)]
        if s.left == 0:
            open_hands(s)
    if s.phase == OPEN and (s.declined == s.players or not any_fits(s)):
        s.phase = EDGING
        s.cells = 0


@rule
def open_hands(s):
    """D12"""
    for seat in range(s.players):
        s.open |= s.hand[seat]
        s.hand[seat] = 0
    s.phase = OPEN


@rule
def use_black(s, seat, side, cell):
    """D15: put the black card against a border triangle, or decline."""
    if cell != ASIDE:
        s.black[seat] = cell * SIDES + side
        wall_off(s, cell * SIDES + side)
        count_if_closed(s, cell * SIDES + side)
    s.asked += 1
    if s.asked == s.players:
        s.over = 1
        s.acting = 0


# the end of the match, and what is known


@rule
def standing(s, seat):
    """The more the better (D18)."""
    return s.points[seat] * CELLS + (s.rooms[seat] if s.tie_break else 0)


@rule
def returns(s, out):
    most, winners = 0, 0
    for seat in range(s.players):
        most = max(most, standing(s, seat))
    for seat in range(s.players):
        winners += standing(s, seat) == most
    for seat in range(s.players):
        out[seat] = 1.0 / winners if s.over and standing(s, seat) == most else 0.0


@rule
def view(s, seat):
    hide_chance(s)
    if s.left:
        hide(s, seat)


@rule
def redeal(s, seat, seed):
    rekey(s, seed)
    if s.left:
        deal_again(s, seat)
