"""What a learning agent sees of M, and how its actions become choices. Seats are counted from its own."""

from __future__ import annotations

from carreau.core.compile import rule
from carreau.core.observation import ObservationField, in_order, offsets
from carreau.core.relative import seats_on

from .constants import CELLS, COLOURS, EMPTY, HAND, KEPT, NO_CARD, PLAYERS, SEATS, SIDE, SYMBOLS, TARGETS, VALUES
from .rules import PHASES, TOKENS, colour_sums
from .rules.cards import CARDS, COLOUR, KIND, LOW, SYMBOL, TENTH
from .rules.grid import LINES
from .rules.hidden import PILE, RING, is_hidden, unseen_cards

FACE = COLOURS + VALUES + SYMBOLS + 1  # a card: its colour, its value and its symbol, the last for none

FIELDS = in_order(
    ObservationField("table", (FACE, SIDE, SIDE), "planes of the ring: five colours, the values 0 to 40, five symbols and none"),
    ObservationField("hand", (HAND, FACE), "my cards, by place: colour, value, symbol"),
    ObservationField(
        "located",
        (SEATS, CARDS),
        "cards that I know although they lie face down: in the first row, how deep in the pile (1 is its top); then each hand",
        RING,
        spare=True,
    ),
    ObservationField("unseen", (CARDS,), "the cards that I do not know"),
    ObservationField(
        "barred",
        (SEATS, CARDS),
        "of each hidden card of the pile (first row) and of the other hands, which it cannot be: how many places are ruled out",
        RING,
    ),
    ObservationField("sums", (SEATS, COLOURS), "tens taken in each colour", 40),
    ObservationField("tokens", (SEATS,), "tokens", SEATS * TOKENS),
    ObservationField("held", (SEATS,), "cards in each hand", HAND),
    ObservationField("known", (SEATS,), "cards in the pile that each seat knows", RING),
    ObservationField("left", (1,), "cards in the pile", max(KEPT)),
    ObservationField("phase", (len(PHASES),), f"one of {', '.join(PHASES)}"),
    ObservationField("line", (SIDE, SIDE), "the cells of the line that scores"),
    ObservationField("free", (SIDE, SIDE), "the cells whose card may be taken"),
    ObservationField("last", (SIDE, SIDE), "the cell laid last"),
    ObservationField("trigger", (SEATS,), "who laid the last card"),
    ObservationField("acting", (SEATS,), "who acts"),
    ObservationField("final", (1,), "1 when the pile was empty before the last card was laid"),
    ObservationField("passes", (1,), "passes in a row", max(KEPT)),
    ObservationField("players", (len(PLAYERS),), "two, three, four, five or six"),
    ObservationField("deck", (1,), "option"),
    ObservationField("gaps", (1,), "option"),
    ObservationField("blank", (1,), "option"),
    ObservationField("voluntary", (1,), "option"),
)
(
    TABLE, HAND_AT, LOCATED, UNSEEN, BARRED, SUMS, TOKENS_AT, HELD, KNOWN, LEFT, PHASE, LINE, FREE, LAST, TRIGGER, ACTING,
    FINAL, PASSES, PLAYERS_AT, DECK, GAPS, BLANK, VOLUNTARY,
) = offsets(FIELDS)  # fmt: skip

UNTOLD = {
    "laid": "where the table shows a card",
    "colour": "by the table",
    "tenth": "by the table",
    "symbol": "by the table",
    "table": "of the two zeros of a colour, which one",
    "taken": "by sums and unseen",
    "never_low": "by barred, for the pile and each hand together",
    "never_high": "by barred, for the pile and each hand together",
    "card": "of the two zeros of a colour, which one; what lies in other hands and the pile, by located and unseen",
    "knows": "of others, how many cards of the pile they know",
    "order": "only while cards are dealt",
    "top": "where the pile begins in memory",
    "slot": "where the card to be drawn will be held",
    "moved": "the rules do not ask",
    "points": "by tokens and sums",
    "ply": "the rules do not ask",
    "scored": "the rules do not ask",
    "ended": "the match is over",
    "over": "nobody acts",
}

# choices: for each place of the hand a cell, or under the pile; then targets without a card
WITH_CARD = CELLS + 1
CHOICES = HAND * WITH_CARD + TARGETS


@rule
def observe(s, seat, out):
    for cell in range(CELLS):
        if s.table[cell] != EMPTY:
            see_face(s, s.table[cell], TABLE + cell, CELLS, out)
    for slot in range(HAND):
        if s.card[seat * HAND + slot] != EMPTY:
            see_face(s, s.card[seat * HAND + slot], HAND_AT + slot * FACE, 1, out)
    see_hidden(s, seat, out)
    for other in range(s.players):
        see_seat(s, other, seats_on(s, seat, other), out)
    see_scoring(s, seat, out)
    out[LEFT], out[FINAL], out[PASSES] = s.left, s.final, s.passes
    out[PHASE + int(s.phase)] = 1
    out[PLAYERS_AT + int(s.players) - PLAYERS[0]] = 1
    out[DECK], out[GAPS], out[BLANK], out[VOLUNTARY] = s.deck, s.gaps, s.blank, s.voluntary


@rule
def see_face(s, card, at, step, out):
    out[at + step * COLOUR[card]] = 1
    out[at + step * (COLOURS + TENTH[card])] = 1
    out[at + step * (COLOURS + VALUES + SYMBOL[s.deck, card])] = 1


@rule
def see_seat(s, other, place, out):
    sums = colour_sums(s, other)
    for colour in range(COLOURS):
        out[SUMS + place * COLOURS + colour] = (sums >> 8 * colour) & 255
    out[TOKENS_AT + place] = s.tokens[other]
    for slot in range(HAND):
        out[HELD + place] += 1 if s.card[other * HAND + slot] != EMPTY else 0
    for i in range(s.left):
        out[KNOWN + place] += (s.knows[PILE + (int(s.top) + i) % RING] >> other) & 1
    out[ACTING + place] = (s.acting >> other) & 1
    out[TRIGGER + place] = 1 if s.cell >= 0 and s.trigger == other else 0


@rule
def see_hidden(s, seat, out):
    low, high = unseen_cards(s, seat)
    for card in range(CARDS):
        out[UNSEEN + card] = (low >> card) & 1 if card < LOW else (high >> card - LOW) & 1
    for other in range(s.players):
        if other != seat:
            place = seats_on(s, seat, other)
            for slot in range(HAND):
                see_place(s, seat, other * HAND + slot, place, 1, out)
    for i in range(s.left):
        see_place(s, seat, PILE + (int(s.top) + i) % RING, 0, i + 1, out)


@rule
def see_place(s, seat, place, row, depth, out):
    """A card that lies face down: known, or what it cannot be."""
    if s.card[place] == EMPTY:
        return
    if not is_hidden(s, place, seat):
        out[LOCATED + row * CARDS + int(s.card[place])] = depth
        return
    for card in range(CARDS if s.never_low[place] or s.never_high[place] else 0):
        barred = s.never_low[place] >> card if card < LOW else s.never_high[place] >> card - LOW
        out[BARRED + row * CARDS + card] += barred & 1


@rule
def see_scoring(s, seat, out):
    if s.cell >= 0:
        out[LAST + int(s.cell)] = 1
    for cell in range(CELLS):
        out[FREE + cell] = (s.free >> cell) & 1
        if s.line >= 0:
            out[LINE + cell] = (LINES[s.line] >> cell) & 1


# choices


@rule
def first(s, seat, action):
    kind, target = action // TARGETS, action % TARGETS
    if kind == NO_CARD:
        return HAND * WITH_CARD + target
    slot = 0
    while s.card[seat * HAND + slot] == EMPTY or KIND[s.deck, s.card[seat * HAND + slot]] != kind:
        slot += 1
    return slot * WITH_CARD + target


@rule
def joined(s, seat, one, other):
    if one >= HAND * WITH_CARD:
        return NO_CARD * TARGETS + one - HAND * WITH_CARD
    return KIND[s.deck, s.card[seat * HAND + one // WITH_CARD]] * TARGETS + one % WITH_CARD
