"""What a learning agent sees of Faïence. Seats are counted from its own. A choice is an action."""

from __future__ import annotations

from carreau.core.compile import rule
from carreau.core.observation import ObservationField, in_order, offsets
from carreau.core.relative import seats_on

from .constants import CELLS, HIGHEST, KINDS, LOWEST, MOST_LAPS, MOST_ROUNDS, MOST_SEATS, MOTIFS, PHASES, PLAYERS, SIDE
from .rules.cards import CARDS, COPIES, KIND, MOTIF, NONE, VALUE
from .rules.hidden import IN_SIGHT, MOST_HELD
from .rules.layout import MOST_OUTSIDE

FACE = MOTIFS + 1  # a card: its motif, one of six, and its value
MOST = max(COPIES)
SHOWN = 6  # cards on top of the discard whose order is told
PARTS = 1000  # of a whole card, for what is expected

FIELDS = in_order(
    ObservationField("motif", (MOST_SEATS, MOTIFS, SIDE, SIDE), "the areas: a plane for each motif"),
    ObservationField("value", (MOST_SEATS, SIDE, SIDE), "the areas: the values", HIGHEST, LOWEST),
    ObservationField(
        "outside",
        (MOST_SEATS, MOST_OUTSIDE, FACE),
        "cards outside the squares: motif, one of six, and value",
        HIGHEST,
        LOWEST,
        spare=True,
    ),
    ObservationField("hand", (KINDS,), "my cards, by kind", MOST),
    ObservationField("held", (MOST_SEATS,), "cards in each hand", MOST_HELD),
    ObservationField(
        "expected",
        (MOST_SEATS, KINDS),
        "of each kind, the thousandths of cards that the other hands, and in the first row the draw pile, are expected to hold",
        MOST * PARTS,
    ),
    ObservationField("top", (SHOWN, FACE), "the discard from its top", HIGHEST, LOWEST),
    ObservationField("discard", (KINDS,), "the discard, by kind", MOST),
    ObservationField("left", (1,), "cards in the draw pile", CARDS),
    ObservationField("up", (2, FACE), "the cards taken or turned up, the lower kind first", HIGHEST, LOWEST),
    ObservationField("phase", (len(PHASES),), f"one of {', '.join(PHASES)}"),
    ObservationField("owed", (1,), "cards still to lay or to drop", HIGHEST),
    ObservationField("first", (MOST_SEATS,), "who holds FIRST"),
    ObservationField("acting", (MOST_SEATS,), "who acts"),
    ObservationField("points", (MOST_SEATS,), "points of the rounds before", 3000, -3000),
    ObservationField("laps", (1,), "laps finished in this round", MOST_LAPS),
    ObservationField("closing", (1,), "1 once somebody has completed a square"),
    ObservationField("round", (1,), "the number of this round", MOST_ROUNDS),
    ObservationField("players", (len(PLAYERS),), "two, three, four or five"),
    ObservationField("target", (1,), "option", 200),
    ObservationField("zones", (1,), "option"),
    ObservationField("replace_once", (1,), "option"),
    ObservationField("last_lap", (1,), "option"),
)
(
    MOTIF_AT, VALUE_AT, OUTSIDE_AT, HAND_AT, HELD, EXPECTED, TOP, DISCARD, LEFT, UP, PHASE, OWED, FIRST, ACTING, POINTS, LAPS,
    CLOSING, ROUND, PLAYERS_AT, TARGET, ZONES, REPLACE_ONCE, LAST_LAP,
) = offsets(FIELDS)  # fmt: skip

UNTOLD = {
    "laid": "where cards lie",
    "last": "the rules do not ask",
    "pile": "nobody knows it",
    "pool": "by expected",
    "share": "by expected",
    "pile_pool": "the number of a pool; what it holds is told by expected",
    "thrown": "as many as the discard has",
    "ply": "the rules do not ask",
    "scored": "the rules do not ask",
    "ended": "over with the last round",
    "values": "over with the last round",
    "zones": "over with the last round",
    "sizes": "over with the last round",
    "over": "nobody acts",
}


@rule
def observe(s, seat, out):
    for other in range(s.players):
        place = seats_on(s, seat, other)
        see_area(s, other, place, out)
        out[HELD + place] = s.held[other]
        out[FIRST + place] = 1 if s.first == other else 0
        out[ACTING + place] = (s.acting >> other) & 1
        out[POINTS + place] = min(max(s.points[other], -3000), 3000)
    for i in range(s.held[seat]):
        out[HAND_AT + KIND[s.hand[seat, i]]] += 1
    see_discard(s, out)
    see_up(s, out)
    see_expected(s, seat, out)
    out[LEFT], out[OWED], out[LAPS], out[CLOSING], out[ROUND] = s.left, s.owed, s.laps, s.closing, s.begun
    out[PHASE + int(s.phase)] = 1
    out[PLAYERS_AT + int(s.players) - PLAYERS[0]] = 1
    out[TARGET], out[ZONES], out[REPLACE_ONCE], out[LAST_LAP] = s.target, s.zone_table, s.replace_once, s.last_lap


@rule
def see_face(card, at, out):
    if card != NONE:
        out[at + MOTIF[card]] = 1
        out[at + MOTIFS] = VALUE[card]


@rule
def see_area(s, other, place, out):
    for cell in range(CELLS):
        card = s.cell[other, cell]
        if card != NONE:
            out[MOTIF_AT + (place * MOTIFS + MOTIF[card]) * CELLS + cell] = 1
            out[VALUE_AT + place * CELLS + cell] = VALUE[card]
    for i in range(MOST_OUTSIDE):
        see_face(s.outside[other, i], OUTSIDE_AT + (place * MOST_OUTSIDE + i) * FACE, out)


@rule
def see_discard(s, out):
    for i in range(s.thrown):
        card = s.discard[s.thrown - 1 - i]
        out[DISCARD + KIND[card]] += 1
        if i < SHOWN:
            see_face(card, TOP + i * FACE, out)


@rule
def see_up(s, out):
    low, high = s.up[0], s.up[1]
    if low == NONE or (high != NONE and KIND[high] < KIND[low]):
        low, high = high, low
    see_face(low, UP, out)
    see_face(high, UP + FACE, out)


@rule
def see_expected(s, seat, out):
    """What a seat can expect of every hidden card: its pool's cards are handed out in any way (rules/hidden.py)."""
    own = 0
    for card in range(1, CARDS + 1):
        if own < s.held[seat] and s.hand[seat, own] == card:
            own += 1
        elif s.pool[card] != IN_SIGHT:
            expect(s, seat, KIND[card], s.pool[card], out)


@rule
def expect(s, seat, kind, pool, out):
    cards = int(s.left) if pool == s.pile_pool else 0
    for other in range(s.players):
        cards += int(s.share[pool, other]) if other != seat else 0
    for other in range(s.players):
        if other != seat:
            place = seats_on(s, seat, other)
            out[EXPECTED + place * KINDS + kind] += PARTS * int(s.share[pool, other]) // cards
    if pool == s.pile_pool:
        out[EXPECTED + kind] += PARTS * int(s.left) // cards
