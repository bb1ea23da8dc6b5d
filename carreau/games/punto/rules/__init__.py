"""The rules of Punto: the course of a turn, a round and a match."""

from __future__ import annotations

from carreau.core.chance import draw, hide_chance, key_with, rekey
from carreau.core.compile import rule
from carreau.core.leaders import share_win
from carreau.core.state import state_type

from ..constants import AFTER_WINNER, ASIDE, BY_LINE, BY_SERIES, CARDS, CHOOSE, COLOURS, LAY, MOST_ROUNDS, PLACES, VALUES, VOID
from .cards import FIRST_NEUTRAL, KIND, NEUTRAL_CARDS, VALUE
from .hidden import GONE, NO_POOL, POOLS, deal_neutral, place_piles, redeal_neutral, shuffle_piles, turn_up
from .layout import ACTIONS, HIDDEN, LAID, MOST_LEGAL, RING, SET_ASIDE, SPOTS, UP, can_lay, lay, list_cells
from .lines import OWNER, best_of_lines, best_of_series, higher, leading_side, side_of, sides

__all__ = ["ACTIONS", "MOST_LEGAL", "STATE", "legal", "next_round", "play", "redeal", "returns", "setup", "view"]

STATE = state_type(
    [
        ("low", "i2", (VALUES + 1, RING)),  # per value and row: cells whose card is lower
        ("laid", "i2", RING),  # per row: cells with a card
        ("top", "i1", SPOTS),  # the visible card + 1, 0 for an empty cell
        ("under", "i1", CARDS),  # the card + 1 beneath a laid card
        ("where", "i1", CARDS),  # HIDDEN, UP, LAID, LEFT_OVER, SET_ASIDE + seat
        ("pile", "i1", CARDS),  # the piles one behind the other, each with its top last; GONE where a card was taken
        ("start", "i1", 4),  # where a seat's pile begins
        ("left", "i1", 4),  # cards in a seat's pile
        ("up", "i1", (4, 2)),  # a seat's turned-up cards + 1
        ("holder", "i1", NEUTRAL_CARDS),  # the seat in whose pile a neutral card is
        ("pool", "i1", NEUTRAL_CARDS),  # the pool a hidden neutral card was dealt from
        ("share", "i1", (POOLS, 3)),  # how many hidden cards of a pool each seat has
        ("north", "i1"),  # the layout's box, in rows and columns with rim
        ("south", "i1"),
        ("west", "i1"),
        ("east", "i1"),
        ("count", "i1"),  # cards laid in this round
        ("last", "i1"),  # the cell laid last + 1
        ("phase", "i1"),  # LAY or CHOOSE
        ("choice", "i1", 2),  # the cards one of which is to be set aside
        ("begun", "i1"),  # rounds begun
        ("ended", "i1"),  # how the last finished round ended
        ("ender", "i1"),  # who ended it
        ("winner", "i1"),  # the seat that won it, or -1
        ("rounds", "i1"),  # options
        ("hand", "i1"),
        ("teams", "i1"),
        ("starter", "i1"),
    ]
)


@rule
def setup(s, players, options, seed):
    key_with(s, seed)
    s.players = players
    s.rounds, s.hand, s.teams, s.starter = options[0], options[1], options[2], options[3]
    s.winner = -1
    for i in range(NEUTRAL_CARDS):
        s.holder[i] = -1
        s.pool[i] = NO_POOL
        if players == 3:
            s.where[FIRST_NEUTRAL + i] = LAID  # to be dealt out as if they had been played (P3, P22)
    first = options[4]
    if first < 0:
        first = draw(s, players)
    start_round(s, first)


@rule
def legal(s, seat, out):
    if s.phase == CHOOSE:
        out[0] = KIND[s.choice[0]] * PLACES + ASIDE
        out[1] = KIND[s.choice[1]] * PLACES + ASIDE
        return 2
    first, second = s.up[seat, 0], s.up[seat, 1]
    if first == 0 or (second != 0 and KIND[second - 1] < KIND[first - 1]):
        first, second = second, first
    n = list_cells(s, first - 1, out, 0)
    if second != 0 and KIND[second - 1] != KIND[first - 1]:
        n = list_cells(s, second - 1, out, n)
    return n


@rule
def play(s, seat, action):
    s.ply += 1
    kind, cell = action // PLACES, action % PLACES
    if cell == ASIDE:
        set_aside(s, seat, s.choice[0] if KIND[s.choice[0]] == kind else s.choice[1])
        return
    best = best_of_lines(s, lay(s, take_up(s, seat, kind), cell))
    if best >= 0:
        end_round(s, seat, BY_LINE, seat)
        set_aside(s, seat, best)
        return
    if s.hand == 2:
        turn_up(s, seat)
    begin_turn(s, (seat + 1) % s.players)


@rule
def take_up(s, seat, kind):
    """The turned-up card of that kind, taken into the hand."""
    slot = 0 if s.up[seat, 0] and KIND[s.up[seat, 0] - 1] == kind else 1
    card = s.up[seat, slot] - 1
    s.up[seat, slot] = 0
    return card


@rule
def begin_turn(s, seat):
    """P6, P15"""
    if s.hand == 1:
        turn_up(s, seat)
    if can_lay(s, seat):
        s.acting = 1 << seat
    else:
        end_by_series(s, seat)


# the end of a round


@rule
def end_by_series(s, seat):
    """P15, P16"""
    side = leading_side(s)
    if side < 0:
        end_round(s, seat, VOID, -1)
        go_on(s)
        return
    end_round(s, seat, BY_SERIES, side)  # of a team: its lower seat
    first, second = -1, -1
    for colour in range(len(COLOURS)):
        if OWNER[sides(s), colour] == side:
            first, second = second, best_of_series(s, colour)
    if first >= 0 and second >= 0 and VALUE[first] == VALUE[second]:
        s.phase = CHOOSE
        s.choice[0], s.choice[1] = first, second
        s.acting = 1 << side
    else:
        set_aside(s, side, higher(first, second))


@rule
def end_round(s, seat, how, winner):
    s.ended, s.ender, s.winner = how, seat, winner
    if winner >= 0:
        for member in range(s.players):
            if side_of(s, member) == side_of(s, winner):
                s.points[member] += 1


@rule
def set_aside(s, seat, card):
    """P19"""
    s.where[card] = SET_ASIDE + seat
    s.phase = LAY
    s.choice[0], s.choice[1] = 0, 0
    go_on(s)


@rule
def go_on(s):
    """P24, P25"""
    won = s.winner >= 0 and s.points[s.winner] == s.rounds
    s.scored = s.ply
    s.acting = 0
    if won or s.begun == MOST_ROUNDS[s.rounds]:
        s.over = 1


@rule
def next_round(s):
    """P21"""
    left_of = s.winner if s.starter == AFTER_WINNER and s.winner >= 0 else s.ender
    start_round(s, (left_of + 1) % s.players)


@rule
def start_round(s, first):
    """P20"""
    s.begun += 1
    if s.players == 3:
        deal_neutral(s)
    for card in range(CARDS):
        if s.where[card] == UP or s.where[card] == LAID:
            s.where[card] = HIDDEN
        s.under[card] = 0
    for spot in range(SPOTS):
        s.top[spot] = 0
    for row in range(RING):
        s.laid[row] = 0
        for value in range(VALUES + 1):
            s.low[value, row] = 0
    s.count, s.last = 0, 0
    s.north, s.south, s.west, s.east = 0, 0, 0, 0
    place_piles(s)
    shuffle_piles(s)
    for seat in range(s.players):
        s.up[seat, 0], s.up[seat, 1] = 0, 0
        for _ in range(s.hand if s.hand == 2 or seat == first else 0):
            turn_up(s, seat)
    s.acting = 1 << first


# the end of the match, and what is known


@rule
def returns(s, out):
    """P24, P25"""
    share_win(s, out)


@rule
def view(s, seat):
    hide_chance(s)
    for i in range(CARDS):
        s.pile[i] = GONE
    for i in range(NEUTRAL_CARDS):
        if s.pool[i] != NO_POOL:
            s.holder[i] = -1


@rule
def redeal(s, seat, seed):
    rekey(s, seed)
    if s.players == 3:
        redeal_neutral(s)
    shuffle_piles(s)
