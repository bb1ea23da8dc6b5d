"""What a learning agent sees of Quatuor, and how its actions become choices. Seats are counted from its own.

In ways B and C the observation tells which faces fit in an open cell, as a seat's view does; the mask does not.
Laying two cards at once takes two choices one after the other: an open cell and a face for the first card, then the second.
"""

from __future__ import annotations

from carreau.core.compile import rule
from carreau.core.observation import ObservationField, in_order, offsets
from carreau.core.relative import seats_on

from .constants import CARDS, FACES, MOST_ACTIONS, REST, SPAN, WAYS, B
from .rules.actions import SINGLES, TAKE, WORD, WORDS
from .rules.joints import BESIDE, MOST_OPEN
from .rules.layout import open_index
from .rules.way_c import side_between

SEATS = 8
HANDS = 4  # ways with hands are for four at most
SIDES = 4
FAR = SPAN // 2

FIELDS = in_order(
    ObservationField(
        "laid", (CARDS, 4), "of each card: whether it lies on the table, row and column from the first cell, turned", FAR, -FAR
    ),
    ObservationField("open", (MOST_OPEN, 3), "open cells: whether there is one, row, column", FAR, -FAR, spare=True),
    ObservationField("fits", (MOST_OPEN, FACES), "for each open cell, the faces that fit there", spare=True),
    ObservationField("hand", (CARDS,), "my cards"),
    ObservationField("taken_back", (HANDS, CARDS), "cards of a hand that all know (Q7)", spare=True),
    ObservationField("lacks", (HANDS, CARDS), "cards that no other card of a hand can be", spare=True),
    ObservationField("left", (HANDS,), "cards in each hand", CARDS),
    ObservationField("once", (CARDS,), "way a: cards that were laid in this deal"),
    ObservationField("pair", (CARDS,), "way b: the cards turned up"),
    ObservationField("gone", (CARDS,), "way b: cards kept or set aside"),
    ObservationField("drawn", (1,), "way b: cards turned up so far", REST),
    ObservationField("told", (3,), "way b: of the last pair set aside, nothing, no place, or a place"),
    ObservationField("none", (SEATS,), "who has said none"),
    ObservationField("inside", (SEATS,), "way b: who is still in the game"),
    ObservationField("stopped", (SEATS,), "way b: who said stop"),
    ObservationField("barred", (HANDS,), "way c: who may not lay"),
    ObservationField("freed", (HANDS,), "way c: penalties served since a card was laid", 600, spare=True),
    ObservationField("dealer", (HANDS,), "way a: who lays the first card"),
    ObservationField("deal", (1,), "way a: the number of this deal", HANDS),
    ObservationField("idle", (1,), "way a: turns in a row without a new card", 3 * HANDS),
    ObservationField("moved", (1,), "way a: 1 when the acting seat has moved a laid card"),
    ObservationField("direction", (2,), "way d: 0 horizontal, 1 vertical"),
    ObservationField("failures", (1,), "way d: turns lost in a row", 4),
    ObservationField("points", (SEATS,), "points", REST),
    ObservationField("acting", (SEATS,), "who may act"),
    ObservationField("plies", (1,), "alone: actions so far", MOST_ACTIONS),
    ObservationField(
        "first_half", (5,), "way c: the first of two cards is chosen: 1, row, column, card, turned", CARDS, -FAR, spare=True
    ),
    ObservationField("players", (SEATS,), "how many take part, from one"),
    ObservationField("way", (len(WAYS),), f"one of {', '.join(WAYS)}"),
    ObservationField("deals", (1,), "option"),
    ObservationField("take_back", (1,), "option"),
    ObservationField("solo", (1,), "option"),
    ObservationField("penalty_seconds", (1,), "option", 60),
    ObservationField("idle_seconds", (1,), "option", 600),
)
(
    LAID, OPEN, FITS, HAND, TAKEN_BACK, LACKS, LEFT, ONCE, PAIR, GONE, DRAWN, TOLD, NONE, INSIDE, STOPPED, BARRED, FREED,
    DEALER, DEAL, IDLE, MOVED, DIRECTION, FAILURES, POINTS, ACTING, PLIES, FIRST_HALF, PLAYERS, WAY, DEALS, TAKE_BACK, SOLO,
    PENALTY, IDLE_SECONDS,
) = offsets(FIELDS)  # fmt: skip

UNTOLD = {
    "grid": "by laid",
    "table": "by laid",
    "opened": "by open",
    "last": "the rules do not ask",
    "unused": "nobody knows it; alone it is what is neither in hand nor on the table",
    "pack": "nobody knows it",
    "middle": "by laid",
    "order": "by pair, gone and laid; the order does not come back",
    "kept": "by points and gone",
    "aside": "by gone",
    "aside_ply": "the clock's",
    "since": "the clock's",
    "barred_since": "the clock's",
    "answer_seconds": "the clock's",
    "search_seconds": "the clock's",
    "ply": "except alone, the rules do not ask",
    "scored": "the rules do not ask",
    "ended": "the match is over, or the deal before",
    "over": "nobody acts",
}

# choices: a face in an open cell; cards taken back; words; a face in an open cell as the first of two; the second beside it
FIRST_TAKE = MOST_OPEN * FACES
FIRST_WORD = FIRST_TAKE + CARDS
FIRST_OF_TWO = FIRST_WORD + len(WORDS)
BESIDE_IT = FIRST_OF_TWO + MOST_OPEN * FACES
CHOICES = BESIDE_IT + SIDES * FACES


@rule
def far(line):
    """A row or column from the first cell's, which lies in the middle."""
    return (int(line) + FAR) % SPAN - FAR


@rule
def observe(s, seat, out):
    see_table(s, out)
    for card in range(CARDS):
        if s.way != B:
            out[HAND + card] = (s.hand[seat] >> card) & 1
        out[ONCE + card] = (s.once >> card) & 1
        out[GONE + card] = (s.aside >> card) & 1
    for other in range(s.players):
        place = seats_on(s, seat, other)
        see_seat(s, other, place, out)
        if s.players <= HANDS:
            see_hand(s, other, place, out)
    see_pair(s, seat, out)
    out[DEAL], out[IDLE], out[MOVED], out[FAILURES] = s.deal, s.idle, s.moved, s.failures
    out[PLAYERS + int(s.players) - 1] = 1
    out[WAY + int(s.way)] = 1
    if s.players == 1:
        out[PLIES] = s.ply
    out[DEALS], out[TAKE_BACK], out[SOLO] = s.deals, s.take_back, s.solo
    out[PENALTY], out[IDLE_SECONDS] = s.penalty_seconds, s.idle_seconds


@rule
def see_table(s, out):
    for card in range(CARDS):
        cell = s.where[card]
        if cell >= 0:
            at = LAID + 4 * card
            out[at], out[at + 1], out[at + 2] = 1, far(cell // SPAN), far(cell % SPAN)
            out[at + 3] = 1 if s.grid[cell] > CARDS else 0
    for i in range(s.opened):
        at = OPEN + 3 * i
        out[at], out[at + 1], out[at + 2] = 1, far(s.open_cell[i] // SPAN), far(s.open_cell[i] % SPAN)
        for face in range(FACES):
            out[FITS + i * FACES + face] = (s.open_fit[i] >> face) & 1


@rule
def see_seat(s, other, place, out):
    for card in range(CARDS):
        out[GONE + card] |= (s.kept[other] >> card) & 1
    out[NONE + place] = (s.none >> other) & 1
    out[INSIDE + place] = (s.inside >> other) & 1
    out[POINTS + place] = s.points[other]
    out[ACTING + place] = (s.acting >> other) & 1
    out[STOPPED + place] = 1 if s.stopped == other else 0


@rule
def see_hand(s, other, place, out):
    for card in range(CARDS):
        out[TAKEN_BACK + place * CARDS + card] = (s.known[other] >> card) & 1
        out[LACKS + place * CARDS + card] = (s.lacks[other] >> card) & 1
    out[LEFT + place] = s.left[other]
    out[BARRED + place] = (s.barred >> other) & 1
    out[FREED + place] = s.freed[other]
    out[DEALER + place] = 1 if s.dealer == other else 0
    if s.players == 2:
        out[DIRECTION + place] = s.direction[other]


@rule
def see_pair(s, seat, out):
    for i in range(2):
        if s.pair[i] >= 0:
            out[PAIR + int(s.pair[i])] = 1
    out[DRAWN] = s.drawn
    out[TOLD + int(s.told)] = 1


@rule
def pending(s, seat, one, out):
    """The first of two cards is chosen."""
    slot, face = (one - FIRST_OF_TWO) // FACES, (one - FIRST_OF_TWO) % FACES
    cell = int(s.open_cell[slot])
    out[FIRST_HALF], out[FIRST_HALF + 1], out[FIRST_HALF + 2] = 1, far(cell // SPAN), far(cell % SPAN)
    out[FIRST_HALF + 3], out[FIRST_HALF + 4] = face % CARDS, face // CARDS


# choices


@rule
def place_in_list(s, cell):
    return int(open_index(s, cell))


@rule
def is_open(s, cell):
    i = place_in_list(s, cell)
    return i < s.opened and s.open_cell[i] == cell


@rule
def first(s, seat, action):
    if action >= SINGLES:
        one, other = action % SINGLES, action // SINGLES - 1
        leading = one if is_open(s, one // FACES) else other
        return FIRST_OF_TWO + place_in_list(s, leading // FACES) * FACES + leading % FACES
    place, face = action // FACES, action % FACES
    if place == TAKE:
        return FIRST_TAKE + face
    if place == WORD:
        return FIRST_WORD + face
    return place_in_list(s, place) * FACES + face


@rule
def second(s, seat, action):
    """The card in the open cell comes first; of two in open cells, the one in the lower cell."""
    if action < SINGLES:
        return -1
    one, other = action % SINGLES, action // SINGLES - 1
    if not is_open(s, one // FACES):
        return BESIDE_IT + side_between(other // FACES, one // FACES) * FACES + one % FACES
    if is_open(s, other // FACES):
        return place_in_list(s, other // FACES) * FACES + other % FACES
    return BESIDE_IT + side_between(one // FACES, other // FACES) * FACES + other % FACES


@rule
def joined(s, seat, one, other):
    if one >= FIRST_OF_TWO:
        if other < 0:
            return -1
        lay = int(s.open_cell[(one - FIRST_OF_TWO) // FACES]) * FACES + (one - FIRST_OF_TWO) % FACES
        return both(lay, second_lay(s, lay // FACES, other))
    if one >= FIRST_WORD:
        return WORD * FACES + one - FIRST_WORD
    if one >= FIRST_TAKE:
        return TAKE * FACES + one - FIRST_TAKE
    cell = int(s.open_cell[one // FACES]) if s.opened else 0
    return cell * FACES + one % FACES


@rule
def second_lay(s, cell, other):
    if other >= BESIDE_IT:
        return int(BESIDE[cell, (other - BESIDE_IT) // FACES]) * FACES + (other - BESIDE_IT) % FACES
    return int(s.open_cell[other // FACES]) * FACES + other % FACES


@rule
def both(one, other):
    """Two cards laid at once: the one in the higher cell is the second part of the action."""
    low, high = min(int(one), int(other)), max(int(one), int(other))
    return (1 + high) * SINGLES + low
