"""The rules of Quatuor: the state, and the six rules, which ask the way to play."""

from __future__ import annotations

from carreau.core.chance import hide_chance, key_with, rekey
from carreau.core.compile import rule
from carreau.core.state import CLOCK, state_type

from ..constants import CARDS, CELLS, MIDDLE, REST, SECONDS, SOLO, A, B, C, D
from .actions import SINGLES
from .hidden import hide_hands, redeal_hands
from .joints import MOST_OPEN
from .solo import legal_solo, play_solo, setup_solo
from .way_a import legal_a, next_deal, play_a, setup_a
from .way_b import NOBODY, hide_pack, legal_b, play_b, redeal_pack, setup_b
from .way_c import ROOM, legal_c, play_c, setup_c
from .way_d import legal_d, play_d, setup_d

ACTIONS = SECONDS * SINGLES
MOST_LEGAL = ROOM

STATE = state_type(
    [
        ("open_fit", "i8", MOST_OPEN),  # per open cell: the faces that fit there, a bit each
        ("open_cell", "i2", MOST_OPEN),  # the empty cells beside a card, ascending; -1 behind the last
        ("grid", "i1", CELLS),  # the face + 1 that lies in a cell, 0 if it is empty
        ("where", "i2", CARDS),  # the cell of a laid card, or -1
        ("opened", "i1"),  # how many cells are open
        ("last", "i2"),  # the cell laid last, or -1
        ("table", "i4"),  # the laid cards, a bit each
        ("hand", "i4", 4),  # a seat's cards, a bit each; in a view of another seat only what all know
        ("known", "i4", 4),  # cards of a hand that all know: those taken back
        ("lacks", "i4", 4),  # cards that no hidden card of a hand can be: they fitted when the seat could not lay
        ("unused", "i4"),  # the cards that nobody was dealt
        ("left", "i1", 4),  # how many cards a seat holds
        ("ended", "i1"),  # how the match, or the last deal, ended
        ("once", "i4"),  # A: cards that were laid in this deal
        ("dealer", "i1"),  # A: who lays the first card
        ("deal", "i1"),  # A: the number of this deal, from 1
        ("idle", "i1"),  # A: turns in a row without a card laid for the first time
        ("moved", "i1"),  # A: 1 when the acting seat has moved a laid card
        ("direction", "i1", 2),  # D: ACROSS or DOWN, per seat
        ("failures", "i1"),  # D: turns lost in a row
        ("since", "i4"),  # B: when this search or answer began; C: when the last card was laid
        ("none", "i2"),  # B, C: who has said none, a bit each
        ("pack", "i1", CARDS),  # B: the pile beside the middle from the top; -1 behind the last; never shown
        ("middle", "i1", MIDDLE),  # B: the faces of the first four cards
        ("order", "i1", REST),  # B: the cards drawn so far, in order; -1 behind the last
        ("drawn", "i1"),  # B: how many
        ("pair", "i1", 2),  # B: the cards turned up
        ("kept", "i4", 8),  # B: the cards each seat has won, a bit each
        ("aside", "i4"),  # B: the cards of pairs set aside
        ("aside_ply", "i4"),  # B: when the last pair was set aside
        ("told", "i1"),  # B: of the last pair set aside: NO_PLACE, or A_PLACE
        ("inside", "i2"),  # B: who is still in the game, a bit each
        ("stopped", "i1"),  # B: who said stop, or -1
        ("barred", "i2"),  # C: who may not lay, a bit each
        ("barred_since", "i4", 4),  # C: since when
        ("freed", "i2", 4),  # C: penalties begun and served since the last card was laid
        ("way", "i1"),  # options
        ("deals", "i1"),
        ("take_back", "i1"),
        ("solo", "i1"),
        ("answer_seconds", "i2"),
        ("search_seconds", "i2"),
        ("penalty_seconds", "i2"),
        ("idle_seconds", "i2"),
    ]
)


@rule
def setup(s, players, options, seed):
    key_with(s, seed)
    s.players = players
    s.way, s.deals, s.take_back, s.solo = options[0], options[1], options[2], options[3]
    s.answer_seconds, s.search_seconds = options[4], options[5]
    s.penalty_seconds, s.idle_seconds = options[6], options[7]
    blank(s)
    if s.way == A:
        setup_a(s, options[8])
    elif s.way == B:
        setup_b(s)
    elif s.way == C:
        setup_c(s)
    elif s.way == D:
        setup_d(s, options[8])
    else:
        setup_solo(s)


@rule
def blank(s):
    hide_pack(s)
    for i in range(REST):
        s.order[i] = -1
    for i in range(MIDDLE):
        s.middle[i] = -1
    s.pair[0], s.pair[1] = -1, -1
    s.dealer, s.stopped = -1, NOBODY


@rule
def legal(s, seat, out):
    if s.way == B:
        return legal_b(s, seat, out)
    if s.way == C:
        return legal_c(s, seat, out)
    if seat == CLOCK:
        return 0
    if s.way == A:
        return legal_a(s, seat, out)
    if s.way == D:
        return legal_d(s, seat, out)
    return legal_solo(s, seat, out)


@rule
def play(s, seat, action):
    s.ply += 1
    if s.way == A:
        play_a(s, seat, action)
    elif s.way == B:
        play_b(s, seat, action)
    elif s.way == C:
        play_c(s, seat, action)
    elif s.way == D:
        play_d(s, seat, action)
    else:
        play_solo(s, seat, action)


@rule
def next_round(s):
    next_deal(s)


@rule
def returns(s, out):
    """The most points win, in way B among those who are still in (Q13); alone one wins or not."""
    most, winners = -1, 0
    for seat in range(s.players):
        out[seat] = 0.0
        if may_win(s, seat) and s.points[seat] > most:
            most, winners = s.points[seat], 0
        winners += 1 if may_win(s, seat) and s.points[seat] == most else 0
    if s.over and (s.players > 1 or most > 0):
        for seat in range(s.players):
            if may_win(s, seat) and s.points[seat] == most:
                out[seat] = 1.0 / winners


@rule
def may_win(s, seat):
    return s.inside == 0 or (s.inside >> seat) & 1 == 1


@rule
def view(s, seat):
    hide_chance(s)
    if s.way == B:
        hide_pack(s)
    elif s.way != SOLO:
        hide_hands(s, seat)


@rule
def redeal(s, seat, seed):
    rekey(s, seed)
    if s.way == B:
        redeal_pack(s)
    elif s.way != SOLO:
        redeal_hands(s, seat)
