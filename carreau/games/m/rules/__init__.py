"""The rules of M. Where cards lie on the table is in layout.py, where they lie face down in hidden.py."""

from __future__ import annotations

from carreau.core.bits import count_bits, list_bits, lowest_bit
from carreau.core.chance import draw, hide_chance, key_with, rekey
from carreau.core.compile import rule
from carreau.core.leaders import share_win
from carreau.core.state import state_type

from ..constants import CELLS, COLOURS, COLUMN, EMPTY, HAND, HIDDEN, KINDS, NO_CARD, PASS, ROW, SEATS, SYMBOLS, TARGETS, VALUES
from .cards import CARDS, COLOUR, KIND, LOW, TENTH, WORDS
from .grid import AROUND, START
from .hidden import OUT, PLACES, change, deal, deal_again, draw_card, is_hidden, leave_hand, rule_out
from .layout import fitting_cells, lines_through, open_cells, pick_up, put, scores, takeable

TOKENS = 6  # M5
ACTIONS = (KINDS + 1) * TARGETS
MOST_LEGAL = HAND * (CELLS + 1) + 1

PHASES = ("lay", "choose", "take")
LAY, CHOOSE, TAKE = range(3)
ENDINGS = (None, "scoring", "passes", "passes early")
BY_SCORING, BY_PASSES, BY_PASSES_EARLY = range(1, 4)
NO_LINE = -1

STATE = state_type(
    [
        ("laid", "i8"),  # the cells with a card
        ("colour", "i8", COLOURS),  # the cells with a card of each colour
        ("tenth", "i8", VALUES),  # of each value
        ("symbol", "i8", SYMBOLS + 1),  # of each symbol, and of none
        ("free", "i8"),  # while a line scores: the cells whose card may be taken
        ("taken", "i8", (SEATS, WORDS)),  # the set of cards in front of each seat
        ("never_low", "i8", OUT),  # for each place in hands and pile, the set of cards that passes have ruled out
        ("never_high", "i4", OUT),
        ("card", "i1", PLACES),  # what lies face down: four places per hand, the pile's ring, the cards removed
        ("knows", "i1", OUT),  # bit k: seat k knows the card there
        ("order", "i1", OUT),  # zero, except while the cards are dealt again
        ("table", "i1", CELLS),  # the card in each cell, or EMPTY
        ("tokens", "i1", SEATS),
        ("top", "i1"),  # where in its ring the pile begins
        ("left", "i1"),  # cards in the pile
        ("phase", "i1"),  # LAY, CHOOSE or TAKE
        ("line", "i1"),  # the line that scores, or NO_LINE
        ("trigger", "i1"),  # who laid the last card
        ("cell", "i1"),  # the cell laid last, or -1
        ("slot", "i1"),  # the hand's place that the last card laid or changed came from, or -1 after a pass without a change
        ("final", "i1"),  # 1 when the pile was empty before the last card was laid (M19)
        ("passes", "i1"),  # in a row
        ("moved", "i1"),  # tokens that the last action moved
        ("ended", "i1"),  # how the match ended, or 0
        ("deck", "i1"),  # options
        ("gaps", "i1"),
        ("blank", "i1"),
        ("voluntary", "i1"),
    ]
)


@rule
def setup(s, players, options, seed):
    key_with(s, seed)
    s.players = players
    s.deck, s.gaps, s.blank, s.voluntary = options[0], options[2], options[3], options[4]
    s.line, s.cell, s.slot = NO_LINE, -1, -1
    for cell in range(CELLS):
        s.table[cell] = EMPTY
    deal(s, START[options[1]])
    for seat in range(players):
        s.tokens[seat] = TOKENS
        s.points[seat] = 10 * TOKENS
    first = options[5]
    if first < 0:
        first = draw(s, players)
    s.acting = 1 << first


# legal


@rule
def legal(s, seat, out):
    if s.phase == LAY:
        return list_turn(s, seat, out)
    if s.phase == TAKE:
        return list_bits(s.free, NO_CARD * TARGETS, out, 0)
    out[0] = NO_CARD * TARGETS + ROW
    out[1] = NO_CARD * TARGETS + COLUMN
    return 2


@rule
def list_turn(s, seat, out):
    """M8, M11"""
    n = list_hand(s, seat, open_cells(s), s.voluntary, out)
    may_pass = s.voluntary or n == 0
    if n == 0:
        n = list_hand(s, seat, 0, True, out)
    if may_pass:
        out[n] = NO_CARD * TARGETS + PASS
        n += 1
    return n


@rule
def list_hand(s, seat, cells, may_change, out):
    """For each kind of card in hand, those of the cells where it fits, and whether it may go under the pile."""
    n = 0
    card = next_card(s, seat, -1)
    while card < CARDS:
        kind = KIND[s.deck, card]
        n = list_bits(fitting_cells(s, card, cells), kind * TARGETS, out, n)
        if may_change and s.left:
            out[n] = kind * TARGETS + PASS
            n += 1
        card = next_card(s, seat, kind)
    return n


@rule
def next_card(s, seat, kind):
    """The lowest card of the hand whose kind is higher; CARDS if there is none."""
    lowest = CARDS
    for place in range(seat * HAND, (seat + 1) * HAND):
        card = s.card[place]
        if card != EMPTY and card < lowest and KIND[s.deck, card] > kind:
            lowest = card
    return lowest


# play


@rule
def play(s, seat, action):
    s.ply += 1
    s.moved = 0
    kind, target = action // TARGETS, action % TARGETS
    if s.phase == TAKE:
        take(s, seat, target)
    elif s.phase == CHOOSE:
        start_scoring(s, seat, lines_through(s.cell)[target - ROW])
    elif target == PASS:
        make_pass(s, seat, kind)
    else:
        lay(s, seat, kind, target)


@rule
def lay(s, seat, kind, cell):
    card = leave_hand(s, seat, kind)
    put(s, card, cell)
    s.passes, s.cell, s.trigger, s.final = 0, cell, seat, s.left == 0
    collect(s, seat, count_bits(s.laid & AROUND[cell]) - 1)
    row, column = lines_through(cell)
    row_scores, column_scores = scores(s, card, cell, row), scores(s, card, cell, column)
    if row_scores and column_scores:
        s.phase = CHOOSE  # M14
    elif row_scores or column_scores:
        start_scoring(s, seat, row if row_scores else column)
    else:
        end_turn(s, seat)


@rule
def collect(s, seat, owed):
    """M10"""
    other = seat
    for _ in range(s.players - 1):
        other = (other + s.players - 1) % s.players
        paid = min(owed, s.tokens[other])
        give(s, other, seat, paid)
        owed -= paid


@rule
def give(s, giver, taker, tokens):
    s.tokens[giver] -= tokens
    s.tokens[taker] += tokens
    s.points[giver] -= 10 * tokens
    s.points[taker] += 10 * tokens
    s.moved += tokens


@rule
def end_turn(s, seat):
    """M8, M18"""
    draw_card(s, seat, s.slot)
    s.acting = 1 << (seat + 1) % s.players


@rule
def make_pass(s, seat, kind):
    """M11, M20"""
    s.passes += 1
    s.slot = -1
    if next_card(s, seat, -1) < CARDS:
        give(s, seat, (seat + s.players - 1) % s.players, min(1, s.tokens[seat]))
        if not s.voluntary:
            rule_out(s, seat)
    if kind != NO_CARD:
        change(s, seat, kind)
    s.acting = 1 << (seat + 1) % s.players
    if s.passes == s.players + s.left:
        end(s, BY_PASSES_EARLY if s.left else BY_PASSES)


@rule
def end(s, how):
    s.ended, s.over, s.acting = how, 1, 0


# a line scores


@rule
def start_scoring(s, seat, line):
    s.phase, s.line = TAKE, line
    s.free = takeable(s)
    s.acting = 1 << seat


@rule
def take(s, seat, cell):
    """M15 to M19, M21"""
    card = pick_up(s, cell)
    s.taken[seat, card // LOW] |= 1 << card % LOW
    s.points[seat] = 10 * (int(s.tokens[seat]) + best_two(colour_sums(s, seat)))
    s.free = takeable(s)
    s.acting = 1 << (seat + 1) % s.players
    if s.free:
        return
    s.phase, s.line = LAY, NO_LINE
    if s.final:
        end(s, BY_SCORING)
    else:
        end_turn(s, s.trigger)


@rule
def colour_sums(s, seat):
    """The tenths of each colour that a seat has taken, eight bits for each."""
    sums = 0
    for word in range(WORDS):
        cards = s.taken[seat, word]
        while cards:
            card = word * LOW + lowest_bit(cards)
            sums += TENTH[card] << 8 * COLOUR[card]
            cards &= cards - 1
    return sums


@rule
def best_two(sums):
    """The two best colours, less all the others."""
    best, second, total = 0, 0, 0
    for colour in range(COLOURS):
        tenths = (sums >> 8 * colour) & 255
        total += tenths
        second = max(second, min(best, tenths))
        best = max(best, tenths)
    return 2 * (best + second) - total


@rule
def returns(s, out):
    """M21"""
    share_win(s, out)


# what is known


@rule
def view(s, seat):
    hide_chance(s)
    for place in range(PLACES):
        if is_hidden(s, place, seat):
            s.card[place] = HIDDEN


@rule
def redeal(s, seat, seed):
    rekey(s, seed)
    deal_again(s, seat)
