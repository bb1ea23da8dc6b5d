"""What a learning agent sees of Dominos florentins. Seats are counted from its own. A choice is an action."""

from __future__ import annotations

from carreau.core.compile import rule
from carreau.core.observation import ObservationField, in_order, offsets
from carreau.core.relative import seats_on

from .constants import CARDS, CELLS, COLOUR_COUNT, DRAWING, EDGING, SEATS, SIDE, SIDES, STACK
from .rules.cards import COLOUR, GEM
from .rules.grid import EDGE, TRIANGLES
from .rules.rooms import room_of

PHASES = EDGING + 1
GEMS = 60  # D4

FIELDS = in_order(
    ObservationField("colour", (SIDES, COLOUR_COUNT, SIDE, SIDE), "the square: per side of a cell, a plane for each colour"),
    ObservationField("gem", (SIDES, SIDE, SIDE), "the gems in the square, per side of a cell"),
    ObservationField("room_gems", (SIDES, SIDE, SIDE), "gems in the whole room of each triangle", GEMS),
    ObservationField("openings", (SIDES, SIDE, SIDE), "triangles of that room that face an empty place", TRIANGLES),
    ObservationField("growing", (SIDE, SIDE), "the cells where a card may be laid now, whatever its colours"),
    ObservationField("hand", (CARDS,), "my cards"),
    ObservationField("open", (CARDS,), "the cards that lie open"),
    ObservationField("unseen", (CARDS,), "the cards that I do not know"),
    ObservationField("black", (SEATS, SIDES, SIDE), "where black cards lie: per side of the square and place", spare=True),
    ObservationField("own", (SEATS, COLOUR_COUNT), "the colour of each seat"),
    ObservationField("points", (SEATS,), "gems in closed rooms", GEMS),
    ObservationField("rooms", (SEATS,), "closed rooms with gems (D18)", GEMS),
    ObservationField("acting", (SEATS,), "who acts"),
    ObservationField("left", (1,), "cards in the stack", STACK),
    ObservationField("phase", (PHASES,), "drawing, all cards open, black cards"),
    ObservationField("declined", (1,), "how many have declined in a row (D12)", SEATS),
    ObservationField("asked", (1,), "how many have had their black card's action (D15)", SEATS),
    ObservationField("players", (SEATS - 1,), "two, three or four"),
    ObservationField("free_pass", (1,), "option"),
    ObservationField("tie_break", (1,), "option"),
)
(
    COLOUR_AT, GEM_AT, ROOM_GEMS, OPENINGS, GROWING, HAND_AT, OPEN, UNSEEN, BLACK_AT, OWN, POINTS, ROOMS, ACTING, LEFT, PHASE,
    DECLINED, ASKED, PLAYERS, FREE_PASS, TIE_BREAK,
) = offsets(FIELDS)  # fmt: skip

UNTOLD = {
    "laid": "by the square",
    "filled": "by the square",
    "fit": "by the square",
    "card": "by its colours in the square",
    "turned": "by its colours in the square",
    "root": "which triangle stands for a room; the rooms are told by the square",
    "triangles": "by the square",
    "gems": "by room_gems",
    "stack": "nobody knows it",
    "last": "the rules do not ask",
    "ply": "the rules do not ask",
    "scored": "the rules do not ask",
    "over": "nobody acts",
}


@rule
def observe(s, seat, out):
    for cell in range(CELLS):
        out[GROWING + cell] = (s.cells >> cell) & 1
        if s.card[cell] >= 0:
            see_cell(s, cell, out)
    see_cards(s, seat, out)
    for other in range(s.players):
        see_seat(s, other, seats_on(s, seat, other), out)
    out[LEFT], out[DECLINED], out[ASKED] = s.left, s.declined, s.asked
    out[PHASE + int(s.phase)] = 1
    out[PLAYERS + int(s.players) - 2] = 1
    out[FREE_PASS], out[TIE_BREAK] = s.free_pass, s.tie_break


@rule
def see_cell(s, cell, out):
    card, turned = s.card[cell], s.turned[cell]
    for side in range(SIDES):
        out[COLOUR_AT + (side * COLOUR_COUNT + COLOUR[card, turned, side]) * CELLS + cell] = 1
        out[GEM_AT + side * CELLS + cell] = GEM[card, turned, side]
        room = room_of(s, cell * SIDES + side)
        out[ROOM_GEMS + side * CELLS + cell] = s.gems[room]
        out[OPENINGS + side * CELLS + cell] = s.openings[room]


@rule
def see_cards(s, seat, out):
    for card in range(CARDS):
        mine, shown = (s.hand[seat] >> card) & 1, (s.open >> card) & 1
        out[HAND_AT + card], out[OPEN + card] = mine, shown
        if s.phase == DRAWING:
            out[UNSEEN + card] = 1 - (mine | shown | (s.laid >> card) & 1)


@rule
def see_seat(s, other, place, out):
    out[OWN + place * COLOUR_COUNT + int(s.colour[other])] = 1
    out[POINTS + place], out[ROOMS + place] = s.points[other], s.rooms[other]
    out[ACTING + place] = (s.acting >> other) & 1
    if s.black[other] >= 0:
        cell, side = int(s.black[other]) // SIDES, int(s.black[other]) % SIDES
        for i in range(SIDE):
            if EDGE[side, i] == cell:
                out[BLACK_AT + (place * SIDES + side) * SIDE + i] = 1
