"""What a learning agent sees of Punto, and how its actions become choices.

Everything is told from the seat's side: seats are counted from it, colours from its own, and the table is a window of 7x7 cells
with the first row and column where a card may be laid now in its corner. Wherever the layout lies, it looks the same.
"""

from __future__ import annotations

from carreau.core.compile import rule
from carreau.core.observation import ObservationField, in_order, offsets
from carreau.core.relative import seats_on

from .constants import ASIDE, CARDS, CHOOSE, COLOURS, MIDDLE, MOST_ROUNDS, PLACES, SIDE, VALUES
from .rules.cards import COLOUR, FIRST_NEUTRAL, KIND, NEUTRAL_CARDS, VALUE
from .rules.hidden import NO_POOL
from .rules.layout import HIDDEN, LAID, LEFT_OVER, RING, WIDEST, room
from .rules.lines import side_of

SEATS = HUES = len(COLOURS)
WINDOW = WIDEST * WIDEST
FACE = HUES + 1  # a card: its colour, one of four, and its value
NEUTRAL = HUES - 1
PARTS = 1000  # of a whole card, for what is expected

FIELDS = in_order(
    ObservationField(
        "table", (HUES, WIDEST, WIDEST), "the value of the visible card, a plane for each colour", VALUES, spare=True
    ),
    ObservationField("room", (WIDEST, WIDEST), "the rows and columns in which a card may be laid now (P9)", spare=True),
    ObservationField(
        "up", (SEATS, 2, FACE), "the cards turned up, the lower kind first: colour, one of four, and value", VALUES, spare=True
    ),
    ObservationField("choice", (2, FACE), "the cards one of which is to be set aside (P19)", VALUES, spare=True),
    ObservationField("left", (SEATS,), "cards in each pile", CARDS // 2),
    ObservationField("laid", (HUES, VALUES), "cards of each kind on the table, covered ones too", 2),
    ObservationField("gone", (HUES, VALUES), "cards of each kind that are out of the game", 2, spare=True),
    ObservationField(
        "expected",
        (SEATS - 1, VALUES),
        "of each neutral value, the thousandths of cards that a pile is expected to hold (three players)",
        2 * PARTS,
    ),
    ObservationField("points", (SEATS,), "rounds won", 5),
    ObservationField("round", (1,), "the number of this round", MOST_ROUNDS[-1]),
    ObservationField("ender", (SEATS,), "who ended this round, while a card is to be set aside", spare=True),
    ObservationField("acting", (SEATS,), "who acts"),
    ObservationField("choosing", (1,), "1 while a card is to be set aside"),
    ObservationField("first_of_team", (1,), "1 for the lower seat of a team"),
    ObservationField("players", (SEATS - 1,), "two, three or four"),
    ObservationField("rounds", (1,), "option", 5),
    ObservationField("hand", (1,), "option", 2),
    ObservationField("teams", (1,), "option"),
    ObservationField("starter", (1,), "option"),
)
(
    TABLE, ROOM_AT, UP_AT, CHOICE, LEFT, LAID_AT, GONE_AT, EXPECTED, POINTS, ROUND, ENDER, ACTING, CHOOSING, FIRST_OF_TEAM,
    PLAYERS, ROUNDS, HAND, TEAMS, STARTER,
) = offsets(FIELDS)  # fmt: skip

UNTOLD = {
    "top": "of two equal cards, which one",
    "laid": "where cards show",
    "low": "where cards of lower values show",
    "under": "what lies beneath a card does not come to light in this round; laid counts it",
    "pile": "nobody knows it",
    "start": "where a pile begins in memory",
    "holder": "known only where expected says it",
    "pool": "by expected",
    "share": "by expected",
    "count": "as many as laid and covered",
    "last": "the rules do not ask",
    "ply": "the rules do not ask",
    "scored": "the rules do not ask",
    "ended": "over with the last round",
    "ender": "over with the last round, except while a card is to be set aside",
    "winner": "over with the last round; whoever sets a card aside has won",
    "choice": "of two equal cards, which one",
    "over": "nobody acts",
}

# choices: a cell of the window for the lower or the higher kind of the cards turned up, or one of two cards to set aside
CHOICES = 2 * WINDOW + 2


@rule
def hue(s, seat, colour):
    """A colour as this seat counts them: its own is 0."""
    if s.players == 3:
        return NEUTRAL if colour == NEUTRAL else (colour - seat + 3) % 3
    return (colour - side_of(s, seat) + HUES) % HUES


@rule
def corner(s):
    """The first row and column of the window, as cells of the table."""
    if s.count == 0:
        return MIDDLE // SIDE - 1, MIDDLE % SIDE - 1
    return room(s.north, s.south)[0] - 1, room(s.west, s.east)[0] - 1


@rule
def observe(s, seat, out):
    see_table(s, seat, out)
    for other in range(s.players):
        place = seats_on(s, seat, other)
        see_up(s, seat, other, UP_AT + place * 2 * FACE, out)
        out[LEFT + place] = s.left[other]
        out[POINTS + place] = s.points[other]
        out[ACTING + place] = (s.acting >> other) & 1
    see_cards(s, seat, out)
    if s.players == 3:
        see_expected(s, seat, out)
    if s.phase == CHOOSE:
        see_face(s, seat, s.choice[0], CHOICE, out)
        see_face(s, seat, s.choice[1], CHOICE + FACE, out)
        out[ENDER + seats_on(s, seat, s.ender)] = 1
        out[CHOOSING] = 1
    out[ROUND] = s.begun
    out[FIRST_OF_TEAM] = 1 if s.teams and seat < 2 else 0
    out[PLAYERS + int(s.players) - 2] = 1
    out[ROUNDS], out[HAND], out[TEAMS], out[STARTER] = s.rounds, s.hand, s.teams, s.starter


@rule
def see_table(s, seat, out):
    top, left = corner(s)
    if s.count == 0:
        out[ROOM_AT + WIDEST + 1] = 1
        return
    south, east = room(s.north, s.south)[1] - 1, room(s.west, s.east)[1] - 1
    for row in range(top, south + 1):
        for column in range(left, east + 1):
            cell = (row - top) * WIDEST + column - left
            out[ROOM_AT + cell] = 1
            if s.north <= row + 1 <= s.south and s.west <= column + 1 <= s.east:
                card = s.top[(row + 1) * RING + column + 1] - 1
                if card >= 0:
                    out[TABLE + hue(s, seat, COLOUR[card]) * WINDOW + cell] = VALUE[card]


@rule
def see_face(s, seat, card, at, out):
    out[at + hue(s, seat, COLOUR[card])] = 1
    out[at + HUES] = VALUE[card]


@rule
def slots(s, seat):
    """The cards turned up, the lower kind first; -1 for none."""
    first, second = s.up[seat, 0] - 1, s.up[seat, 1] - 1
    if first < 0 or (second >= 0 and KIND[second] < KIND[first]):
        return second, first
    return first, second


@rule
def see_up(s, seat, other, at, out):
    first, second = slots(s, other)
    if first >= 0:
        see_face(s, seat, first, at, out)
    if second >= 0:
        see_face(s, seat, second, at + FACE, out)


@rule
def see_cards(s, seat, out):
    for card in range(CARDS):
        kind = hue(s, seat, COLOUR[card]) * VALUES + VALUE[card] - 1
        if s.where[card] == LAID:
            out[LAID_AT + kind] += 1
        elif s.where[card] >= LEFT_OVER:
            out[GONE_AT + kind] += 1


@rule
def see_expected(s, seat, out):
    """P22: what is known of the neutral cards in piles."""
    for i in range(NEUTRAL_CARDS):
        pool = s.pool[i]
        if pool != NO_POOL and s.where[FIRST_NEUTRAL + i] == HIDDEN:
            cards = int(s.share[pool, 0]) + int(s.share[pool, 1]) + int(s.share[pool, 2])
            for other in range(3):
                at = EXPECTED + seats_on(s, seat, other) * VALUES + VALUE[FIRST_NEUTRAL + i] - 1
                out[at] += PARTS * int(s.share[pool, other]) // cards


# choices


@rule
def first(s, seat, action):
    kind, cell = action // PLACES, action % PLACES
    if cell == ASIDE:
        return 2 * WINDOW + (0 if KIND[s.choice[0]] == kind else 1)
    slot = 0 if KIND[slots(s, seat)[0]] == kind else 1
    top, left = corner(s)
    return slot * WINDOW + (cell // SIDE - top) * WIDEST + cell % SIDE - left


@rule
def joined(s, seat, one, other):
    if one >= 2 * WINDOW:
        return KIND[s.choice[one - 2 * WINDOW]] * PLACES + ASIDE
    card = slots(s, seat)[one // WINDOW]
    top, left = corner(s)
    row, column = one % WINDOW // WIDEST + top, one % WIDEST + left
    return KIND[card] * PLACES + row * SIDE + column
