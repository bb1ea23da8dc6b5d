"""The rules of Faïence: the course of a turn, a round and a match."""

from __future__ import annotations

from carreau.core.chance import draw, hide_chance, key_with, rekey, shuffle
from carreau.core.compile import rule
from carreau.core.leaders import share_win
from carreau.core.state import state_type

from ..constants import (
    BY_LIMIT,
    BY_SQUARE,
    CELLS,
    CHOOSE,
    DROP,
    DROP_DOWN,
    KINDS,
    LAY,
    MOST_LAPS,
    MOST_ROUNDS,
    MOST_SEATS,
    OWE,
    OWE_BESIDE,
    PLACES,
    REVEAL,
    SQUARE,
    TAKE,
)
from .cards import CARDS, KIND, NONE, VALUE
from .hidden import HAND, IN_SIGHT, MOST_HELD, POOLS, deal_pools, discard, draw_card, hide, take_discard, take_hand, turn_up
from .layout import MOST_OUTSIDE, list_places, open_cells, put, score_values, score_zones

ACTIONS = KINDS * PLACES
MOST_LEGAL = HAND * (CELLS + 2) + 1  # one more is written, and not counted

STATE = state_type(
    [
        ("laid", "i4", MOST_SEATS),  # per seat, a bit for each cell with a card
        ("target", "i2"),  # option
        ("cell", "i1", (MOST_SEATS, CELLS)),  # the cards in the areas; NONE for an empty cell
        ("outside", "i1", (MOST_SEATS, MOST_OUTSIDE)),  # the cards outside the squares
        ("last", "i1", MOST_SEATS),  # the place where a seat laid its last card + 1
        ("hand", "i1", (MOST_SEATS, MOST_HELD)),  # sorted; NONE where there is no card, or a hidden one
        ("held", "i1", MOST_SEATS),  # cards in hand
        ("pile", "i1", CARDS),  # the draw pile, its top last
        ("left", "i1"),  # cards in the draw pile
        ("discard", "i1", CARDS),  # its top last
        ("thrown", "i1"),  # cards in the discard
        ("up", "i1", 2),  # the card taken from the discard, or the two turned up
        ("pool", "i1", CARDS + 1),  # the pool of a hidden card, or IN_SIGHT (see hidden.py)
        ("share", "i1", (POOLS, MOST_SEATS)),  # how many cards of a pool a hand holds
        ("pile_pool", "i1"),  # the pool that the draw pile is made of
        ("phase", "i1"),  # CHOOSE, LAY, OWE, OWE_BESIDE or DROP_DOWN
        ("owed", "i1"),  # cards still to lay or to drop from the hand
        ("first", "i1"),  # who holds FIRST
        ("laps", "i1"),  # laps finished in this round
        ("closing", "i1"),  # 1 once somebody has completed a square
        ("begun", "i1"),  # rounds begun
        ("ended", "i1"),  # how the last finished round ended: BY_SQUARE or BY_LIMIT
        ("values", "i1", MOST_SEATS),  # what the cards' values brought in it
        ("zones", "i1", MOST_SEATS),  # what the zones brought in it
        ("sizes", "i1", SQUARE + 1),  # how many zones of each size it had
        ("zone_table", "i1"),  # options
        ("replace_once", "i1"),
        ("last_lap", "i1"),
    ]
)


@rule
def setup(s, players, options, seed):
    key_with(s, seed)
    s.players = players
    s.zone_table, s.target, s.replace_once, s.last_lap = options[0], options[1], options[2], options[3]
    first = options[4]
    if first < 0:
        first = draw(s, players)
    start_round(s, first)


@rule
def legal(s, seat, out):
    if s.phase == CHOOSE:
        out[0], out[1] = TAKE, REVEAL
        return 2
    cells = open_cells(s, seat)
    may_replace = s.phase != OWE_BESIDE
    n, before = 0, -1
    for i in range(len(s.up) if s.phase == LAY else s.held[seat]):
        kind = kind_up(s, i) if s.phase == LAY else KIND[s.hand[seat, i]]
        if kind == before:
            continue
        before = kind
        if s.phase == DROP_DOWN:
            out[n] = kind * PLACES + DROP
            n += 1
        else:
            n = list_places(s, seat, kind, cells, may_replace, out, n)
    return n


@rule
def kind_up(s, i):
    """The lower (0) or the higher (1) kind of the cards that are up; -1 if there is only one."""
    one, other = KIND[s.up[0]], KIND[s.up[1]]
    return min(one, other) if i == 0 else max(one, other)


@rule
def play(s, seat, action):
    s.ply += 1
    kind, place = action // PLACES, action % PLACES
    if s.phase == CHOOSE:
        open_source(s, place)
        return
    if s.phase == LAY:
        lay(s, seat, kind, place)
    else:
        pay(s, seat, take_hand(s, seat, kind), place)
    if s.owed == 0:
        end_turn(s, seat)


@rule
def open_source(s, place):
    """F5"""
    if place == TAKE:
        s.up[0] = take_discard(s)
    else:
        for i in range(2):
            s.up[i] = turn_up(s)
    s.phase = LAY


@rule
def lay(s, seat, kind, place):
    """The first card of a turn, the only one whose effect is applied (F7, F8)."""
    chosen = 0 if KIND[s.up[0]] == kind else 1
    card, other = int(s.up[chosen]), int(s.up[1 - chosen])
    s.up[0], s.up[1] = NONE, NONE
    if other != NONE:
        discard(s, other)  # F15
    replaced = put(s, seat, card, place)
    if replaced != NONE:
        discard(s, replaced)
    elif VALUE[card] > 0:
        for _ in range(VALUE[card]):
            draw_card(s, seat)
        s.phase, s.owed = DROP_DOWN, max(s.held[seat] - HAND, 0)  # F10
    else:
        s.phase, s.owed = OWE, min(-VALUE[card], s.held[seat])  # F11, F12


@rule
def pay(s, seat, card, place):
    """A card from the hand, dropped (F10) or owed for -1 or -2 (F12)."""
    s.owed -= 1
    replaced = card if place == DROP else put(s, seat, card, place)
    if replaced != NONE:
        discard(s, replaced)
    if s.replace_once and place != DROP:  # F13
        s.phase = OWE_BESIDE
        if replaced != NONE:
            s.owed = 0


@rule
def end_turn(s, seat):
    """F16, F25"""
    if open_cells(s, seat) == 0:
        s.closing = 1
    following = (seat + 1) % s.players
    lap_ends = following == s.first
    if lap_ends:
        s.laps += 1
    if s.closing and (lap_ends or not s.last_lap):
        end_round(s, BY_SQUARE)
    elif s.laps == MOST_LAPS:
        end_round(s, BY_LIMIT)
    else:
        begin_turn(s, following)


@rule
def begin_turn(s, seat):
    if s.thrown == 0:
        discard(s, turn_up(s))  # F6
    s.phase = CHOOSE
    s.acting = 1 << seat


# rounds


@rule
def end_round(s, how):
    """F18 to F21, F23, F24"""
    s.ended, s.scored = how, s.ply
    s.acting, s.phase = 0, CHOOSE
    for size in range(len(s.sizes)):
        s.sizes[size] = 0
    won = False
    for seat in range(s.players):
        s.values[seat] = score_values(s, seat)
        s.zones[seat] = score_zones(s, seat)
        s.points[seat] += s.values[seat] + s.zones[seat]
        won |= s.points[seat] >= s.target
    if won or s.begun == MOST_ROUNDS:
        s.over = 1


@rule
def next_round(s):
    """F17"""
    start_round(s, (s.first + 1) % s.players)


@rule
def start_round(s, first):
    """F2, F4, F17"""
    s.begun += 1
    s.first, s.laps, s.closing = first, 0, 0
    s.pile_pool = IN_SIGHT + 1
    for seat in range(s.players):
        clear(s, seat)
    for i in range(CARDS):
        s.pile[i] = i + 1
        s.discard[i] = NONE
        s.pool[i + 1] = s.pile_pool
    s.left, s.thrown = CARDS, 0
    shuffle(s, s.pile, 0, CARDS)
    for seat in range(s.players):
        for _ in range(HAND):
            draw_card(s, seat)
    begin_turn(s, first)  # turns up the card that starts the discard


@rule
def clear(s, seat):
    """An empty area and an empty hand."""
    s.laid[seat], s.last[seat], s.held[seat] = 0, 0, 0
    for cell in range(CELLS):
        s.cell[seat, cell] = NONE
    for i in range(MOST_OUTSIDE):
        s.outside[seat, i] = NONE
    for i in range(MOST_HELD):
        s.hand[seat, i] = NONE
    for pool in range(POOLS):
        s.share[pool, seat] = 0


# the end of the match, and what is known


@rule
def returns(s, out):
    """F23, F24"""
    share_win(s, out)


@rule
def view(s, seat):
    hide_chance(s)
    hide(s, seat)


@rule
def redeal(s, seat, seed):
    rekey(s, seed)
    deal_pools(s, seat)
