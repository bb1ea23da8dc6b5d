"""The rules of Dominos florentins. Hands and sets of cells are bits of one number; rooms grow card by card (rooms.py)."""

from __future__ import annotations

from carreau.core.chance import draw, hide_chance, key_with, rekey, shuffle
from carreau.core.compile import rule
from carreau.core.state import state_type

from .cards import BLACK, CARDS, COLOUR
from .grid import (
    ALL,
    ASIDE,
    BIT,
    CELLS,
    CROSS,
    EAST_EDGE,
    EDGE,
    MIDDLE,
    NEIGHBOUR,
    NORTH,
    PLACE_OF,
    PLACES,
    PRIME,
    SIDE,
    SIDES,
    TRIANGLES,
    WEST_EDGE,
)
from .rooms import add_triangles, room_of, wall_off

SEATS = 4
COLOURS = 4
HAND = 4
STACK = 32  # D7
DECK = (1 << CARDS) - 1  # all cards, as bits

CARD = SIDES * PLACES  # the actions with one card
ACTIONS = (CARDS + 1) * CARD
DECLINE = BLACK * CARD + ASIDE
# Each of the four arms asks for one colour, which 48 triangles have. Each of at most twelve corners asks for two, which
# fit at most fifteen times. Laying aside adds four actions, declining one.
MOST_LEGAL = 4 * 48 + 4

DRAWING, OPEN, EDGING = range(3)  # phases: while there is a stack; all cards open; black cards
NONE = -1

STATE = state_type(
    [
        ("hand", "i8", SEATS),  # a seat's hidden cards, as bits; 0 where they may not be known
        ("open", "i8"),  # the cards that lie open, as bits
        ("laid", "i8"),  # the cards in the square, as bits
        ("filled", "i8"),  # the cells with a card, as bits
        ("cells", "i8"),  # the empty cells where a card may be laid now, whatever its colours, as bits (D9, D10)
        ("fit", "i8", (SIDES, COLOURS)),  # the cells that take this colour at this side: no neighbour there, or one that matches
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
        for colour in range(COLOURS):
            s.fit[side, colour] = ALL
    s.last = NONE
    s.cells = growing(s.filled)
    choose_colours(s, options[0])
    for card in range(CARDS):
        s.stack[card] = card
    shuffle(s, s.stack, 0, CARDS)
    s.left = CARDS
    deal_hands(s, NONE)
    while s.left > STACK:
        s.open |= BIT[take_top(s)]  # D7
    first = options[3]
    if first < 0:
        first = draw(s, players)
    s.acting = 1 << first


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
            s.colour[seat] = chosen % COLOURS
            chosen //= COLOURS


@rule
def deal_hands(s, but):
    """Four cards from the top of the stack for every seat but one."""
    for seat in range(s.players):
        if seat != but:
            s.hand[seat] = 0
            for _ in range(HAND):
                s.hand[seat] |= BIT[take_top(s)]


@rule
def take_top(s):
    s.left -= 1
    card = s.stack[s.left]
    s.stack[s.left] = NONE
    return card


# what may be laid where


@rule
def growing(filled):
    """The empty cells where a card may be laid, by those that are filled (D9, D10)."""
    if filled == 0:
        return 1 << MIDDLE
    vertical = filled << SIDE | filled >> SIDE  # the cells with a card north or south of them
    across = (filled & ~EAST_EDGE) << 1 | (filled & ~WEST_EDGE) >> 1
    if filled & CROSS != CROSS:
        return (vertical | across) & CROSS & ~filled
    return vertical & across & ~filled  # a free corner: no cell has cards on opposite sides only


@rule
def cells_for(s, card, turned):
    """The cells where every touching side has the same colour (D8)."""
    cells = s.cells
    for side in range(SIDES):
        cells &= s.fit[side, COLOUR[card, turned, side]]
    return cells


@rule
def any_fits(s):
    """Whether any open card fits anywhere (D13)."""
    cards = s.open
    while cards:
        bit = cards & -cards
        cards ^= bit
        for turned in range(SIDES):
            if cells_for(s, PLACE_OF[bit % PRIME], turned):
                return True
    return False


@rule
def legal(s, seat, out):
    if s.phase == EDGING:
        return list_edge(s, s.colour[seat], out)
    cards = s.hand[seat] if s.phase == DRAWING else s.open
    n = 0
    while cards:
        bit = cards & -cards
        cards ^= bit
        n = list_card(s, PLACE_OF[bit % PRIME], out, n)
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
            bit = fitting & -fitting
            fitting ^= bit
            out[n] = action + PLACE_OF[bit % PRIME]
            n += 1
        if turned == 0 and s.phase == DRAWING and s.filled:  # D11, D9
            out[n] = action + ASIDE
            n += 1
    return n


@rule
def list_edge(s, colour, out):
    """D15: against every border triangle of one's colour; declining is always allowed."""
    n = 0
    for side in range(SIDES):
        for i in range(SIDE):
            cell = EDGE[side, i]
            if s.card[cell] >= 0 and COLOUR[s.card[cell], s.turned[cell], side] == colour:
                out[n] = BLACK * CARD + side * PLACES + cell
                n += 1
        if side == NORTH:
            out[n] = DECLINE  # where it belongs in the order of numbers
            n += 1
    return n


# a turn


@rule
def play(s, seat, action):
    s.ply += 1
    card, turned, cell = action // CARD, action // PLACES % SIDES, action % PLACES
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
        lay(s, card, turned, cell)
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
def lay(s, card, turned, cell):
    s.card[cell], s.turned[cell] = card, turned
    s.last = cell
    s.laid |= BIT[card]
    s.filled |= BIT[cell]
    s.cells = growing(s.filled)
    for side in range(SIDES):
        other = NEIGHBOUR[cell, side]
        if other >= 0:
            for colour in range(COLOURS):
                if colour != COLOUR[card, turned, side]:
                    s.fit[(side + 2) % SIDES, colour] &= ~BIT[other]
    add_triangles(s, card, turned, cell)
    for side in range(SIDES):
        if is_first_of_room(s, cell, side):
            count_if_closed(s, cell, side)


@rule
def use_black(s, seat, side, cell):
    """D15: put the black card against a border triangle, or decline."""
    if cell != ASIDE:
        s.black[seat] = cell * SIDES + side
        wall_off(s, cell * SIDES + side)
        count_if_closed(s, cell, side)
    s.asked += 1
    if s.asked == s.players:
        s.over = 1
        s.acting = 0


@rule
def is_first_of_room(s, cell, side):
    """Whether no earlier side of the card is of the same room."""
    earlier = 0
    while room_of(s, cell * SIDES + earlier) != room_of(s, cell * SIDES + side):
        earlier += 1
    return earlier == side


@rule
def count_if_closed(s, cell, side):
    """D17, D18: a closed room stays as it is, so its gems count at once."""
    room = room_of(s, cell * SIDES + side)
    if s.openings[room] == 0 and s.gems[room] > 0:
        for seat in range(s.players):
            if s.colour[seat] == COLOUR[s.card[cell], s.turned[cell], side]:
                s.points[seat] += s.gems[room]
                s.rooms[seat] += 1


# the end of the match, and what is known


@rule
def standing(s, seat):
    """The more the better (D18)."""
    return s.points[seat] * CELLS + (s.rooms[seat] if s.tie_break else 0)


@rule
def returns(s, out):
    most, winners = -1, 0
    for seat in range(s.players):
        out[seat] = 0.0
        if standing(s, seat) > most:
            most, winners = standing(s, seat), 0
        winners += standing(s, seat) == most
    if s.over:
        for seat in range(s.players):
            if standing(s, seat) == most:
                out[seat] = 1.0 / winners


@rule
def view(s, seat):
    hide_chance(s)
    if s.left == 0:
        return
    for i in range(CARDS):
        s.stack[i] = NONE
    for other in range(s.players):
        if other != seat:
            s.hand[other] = 0


@rule
def redeal(s, seat, seed):
    """Shuffle all cards that the seat has not seen; no move proves what a hand lacks, so all orders fit."""
    rekey(s, seed)
    if s.left == 0:
        return
    unseen = DECK & ~s.laid & ~s.open
    if seat >= 0:
        unseen &= ~s.hand[seat]
    s.left = 0
    while unseen:
        bit = unseen & -unseen
        unseen ^= bit
        s.stack[s.left] = PLACE_OF[bit % PRIME]
        s.left += 1
    shuffle(s, s.stack, 0, s.left)
    deal_hands(s, seat)
