"""The rules of Punto. A row of the table is a bit mask; every table has a rim, so that nothing looks outside."""

from __future__ import annotations

import numpy as np

from carreau.core.chance import draw, hide_chance, key_with, rekey, shuffle
from carreau.core.compile import rule
from carreau.core.state import state_type
from carreau.games.punto.cards import CARDS, COLOUR, FIRST_NEUTRAL, KIND, NEUTRAL_CARDS, VALUE, VALUES

LIMIT = 6  # P9
SIDE = 2 * LIMIT - 1  # the first card lies in the middle and the layout may grow five cells in any direction
CELLS = SIDE * SIDE
MIDDLE = CELLS // 2
ASIDE = CELLS  # in place of a cell: the card is set aside (P19)
PLACES = CELLS + 1
ACTIONS = CARDS // 2 * PLACES
WIDEST = LIMIT + 1  # columns in which a card can be laid at any one time: a box of 5 and its neighbours
MOST_LEGAL = 2 * CELLS + 1

RING = SIDE + 2  # a row with its rim
SPOTS = RING * RING
DIRECTIONS = np.array([1, RING - 1, RING, RING + 1])  # east, south-west, south, south-east

OWNER = np.array([[-1] * 4, [-1] * 4, [0, 1, 0, 1], [0, 1, 2, -1], [0, 1, 2, 3]])  # side of a colour, by sides (P2)
LINE = np.array([0, 0, 5, 4, 4])  # length of a line, by sides (P12)

HIDDEN, UP, LAID, LEFT_OVER, SET_ASIDE = range(5)  # where a card is; set aside by seat k: SET_ASIDE + k
BY_LINE, BY_SERIES, VOID = 1, 2, 3  # how a round ended
LAY, CHOOSE = 0, 1  # phases

POOLS = NEUTRAL_CARDS + 3  # neutral cards dealt together; pool k < 3: known to be with seat k
NO_POOL = -1
GONE = -1
NOTHING = 1 << 30

STATE = state_type(
    [
        ("ended_ply", "i4"),  # when the last finished round ended
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
def list_cells(s, card, out, n):
    """P7, P8, P9"""
    base = KIND[card] * PLACES
    if s.count == 0:
        out[n] = base + MIDDLE
        return n + 1
    value = VALUE[card]
    west, east = max(s.west - 1, s.east - LIMIT + 1), min(s.east + 1, s.west + LIMIT - 1)
    columns = (2 << int(east - west)) - 1
    for row in range(max(s.north - 1, s.south - LIMIT + 1), min(s.south + 1, s.north + LIMIT - 1) + 1):
        cells = ((free_beside(s, row) | s.low[value, row]) >> west) & columns
        first = base + (row - 1) * SIDE + west - 1
        for i in range(WIDEST):  # always as many, so that the compiler needs no branch
            out[n] = first + i
            n += (cells >> i) & 1
    return n


@rule
def free_beside(s, row):
    near = s.laid[row - 1] | s.laid[row] | s.laid[row + 1]
    return (near | near << 1 | near >> 1) & ~s.laid[row]


@rule
def play(s, seat, action):
    s.ply += 1
    kind, cell = action // PLACES, action % PLACES
    if cell == ASIDE:
        set_aside(s, seat, s.choice[0] if KIND[s.choice[0]] == kind else s.choice[1])
        return
    card = take_up(s, seat, kind)
    spot = lay(s, card, cell)
    best = best_of_lines(s, spot)
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
    slot = 0
    if s.up[seat, 0] == 0 or KIND[s.up[seat, 0] - 1] != kind:
        slot = 1
    card = s.up[seat, slot] - 1
    s.up[seat, slot] = 0
    return card


@rule
def lay(s, card, cell):
    row, column = cell // SIDE + 1, cell % SIDE + 1
    spot = row * RING + column
    bit = 1 << column
    value = VALUE[card]
    beneath = s.top[spot]
    s.under[card] = beneath
    s.top[spot] = card + 1
    s.where[card] = LAID
    s.last = cell + 1
    if beneath:
        for v in range(VALUE[beneath - 1] + 1, value + 1):
            s.low[v, row] &= ~bit
    else:
        s.laid[row] |= bit
        for v in range(value + 1, VALUES + 1):
            s.low[v, row] |= bit
        if s.count == 0:
            s.north, s.south, s.west, s.east = row, row, column, column
        s.north, s.south = min(s.north, row), max(s.south, row)
        s.west, s.east = min(s.west, column), max(s.east, column)
    s.count += 1
    return spot


@rule
def begin_turn(s, seat):
    """P6, P15"""
    if s.hand == 1:
        turn_up(s, seat)
    if can_lay(s, seat):
        s.acting = 1 << seat
    else:
        end_by_series(s, seat)


@rule
def turn_up(s, seat):
    """Turn up the top of the pile, if there is one."""
    if s.left[seat] == 0:
        return
    s.left[seat] -= 1
    place = s.start[seat] + s.left[seat]
    card = s.pile[place]
    s.pile[place] = GONE
    s.where[card] = UP
    s.up[seat, 0 if s.up[seat, 0] == 0 else 1] = card + 1
    if s.players == 3 and card >= FIRST_NEUTRAL:
        s.share[s.pool[card - FIRST_NEUTRAL], seat] -= 1
        s.pool[card - FIRST_NEUTRAL] = NO_POOL


@rule
def can_lay(s, seat):
    first, second = s.up[seat, 0], s.up[seat, 1]
    if first == 0 and second == 0:
        return False
    if s.count == 0:
        return True
    value = max(VALUE[first - 1] if first else 0, VALUE[second - 1] if second else 0)
    columns = (2 << int(min(s.east + 1, s.west + LIMIT - 1))) - (1 << int(max(s.west - 1, s.east - LIMIT + 1)))
    for row in range(max(s.north - 1, s.south - LIMIT + 1), min(s.south + 1, s.north + LIMIT - 1) + 1):
        if (free_beside(s, row) | s.low[value, row]) & columns:
            return True
    return False


# lines and series


@rule
def sides(s):
    return 2 if s.teams else s.players


@rule
def side_of(s, seat):
    return seat % 2 if s.teams else seat


@rule
def owner(s, spot):
    """The side whose colour shows there; -1 for none."""
    card = s.top[spot]
    return OWNER[sides(s), COLOUR[card - 1]] if card else -1


@rule
def run(s, spot, step):
    """How many cards of the colour of this spot follow it in a direction."""
    colour = COLOUR[s.top[spot] - 1]
    n = 0
    spot += step
    while s.top[spot] and COLOUR[s.top[spot] - 1] == colour:
        n += 1
        spot += step
    return n


@rule
def higher(a, b):
    """The card of the higher value, of two equal ones the first; -1 is none."""
    if a < 0 or (b >= 0 and VALUE[b] > VALUE[a]):
        return b
    if b >= 0 and VALUE[b] == VALUE[a]:
        return min(a, b)
    return a


@rule
def best_of_lines(s, spot):
    """The highest card of the lines through a spot (P12, P19), or -1 if there is none."""
    best = -1
    if owner(s, spot) < 0:
        return best  # P13
    for direction in DIRECTIONS:
        before = run(s, spot, -direction)
        length = before + 1 + run(s, spot, direction)
        if length >= LINE[sides(s)]:
            for i in range(length):
                best = higher(best, s.top[spot + (i - before) * direction] - 1)
    return best


@rule
def window(s, spot, direction):
    """The points of the series that begins at a spot, or 0 if none does (P16)."""
    points = 0
    colour = COLOUR[s.top[spot] - 1]
    for _ in range(LINE[sides(s)] - 1):
        card = s.top[spot] - 1
        if card < 0 or COLOUR[card] != colour:
            return 0
        points += VALUE[card]
        spot += direction
    return points


@rule
def lowest_series(s, side, above):
    """The fewest points above a number that a series of this side has, and how many series have them.

    Made into one number, so that the smaller is the better (P17); with nothing above, NOTHING.
    """
    fewest, times = NOTHING, 0
    for row in range(s.north, s.south + 1):
        for column in range(s.west, s.east + 1):
            spot = row * RING + column
            if owner(s, spot) != side:
                continue
            for direction in DIRECTIONS:
                points = window(s, spot, direction)
                if above < points < fewest:
                    fewest, times = points, 1
                elif points == fewest:
                    times += 1
    return NOTHING if times == 0 else fewest * CARDS * 4 - times


@rule
def count_series(s):
    """How many series every side has, sixteen bits for each side."""
    counts = 0
    for row in range(s.north, s.south + 1):
        for column in range(s.west, s.east + 1):
            spot = row * RING + column
            side = owner(s, spot)
            if side >= 0:
                for direction in DIRECTIONS:
                    if window(s, spot, direction):
                        counts += 1 << 16 * side
    return counts


@rule
def compare_lowest(s, a, b):
    """Positive if side a has the lower series, negative if side b, 0 if all are equal (P17)."""
    difference, above = 0, 0
    while difference == 0 and above != NOTHING:
        lowest = lowest_series(s, a, above)
        difference = lowest_series(s, b, above) - lowest
        above = NOTHING if lowest == NOTHING else (lowest - 1) // (CARDS * 4) + 1
    return difference


@rule
def leading_side(s):
    """The side that wins by series, or -1 (P16, P18)."""
    counts = count_series(s)
    best, tied = -1, False
    for side in range(sides(s)):
        count = (counts >> 16 * side) & 0xFFFF
        order = count - ((counts >> 16 * best) & 0xFFFF if best >= 0 else 0)
        if order == 0 and best >= 0:
            order = compare_lowest(s, side, best)
        if order > 0:
            best, tied = side, False
        elif order == 0:
            tied = True
    return -1 if tied else best


@rule
def best_of_series(s, colour):
    """The highest card of a colour in its series, or -1."""
    best = -1
    for row in range(s.north, s.south + 1):
        for column in range(s.west, s.east + 1):
            spot = row * RING + column
            if s.top[spot] == 0 or COLOUR[s.top[spot] - 1] != colour:
                continue
            for direction in DIRECTIONS:
                if window(s, spot, direction):
                    for i in range(LINE[sides(s)] - 1):
                        best = higher(best, s.top[spot + i * direction] - 1)
    return best


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
    for colour in range(4):
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
    s.ended, s.ender, s.winner, s.ended_ply = how, seat, winner, s.ply
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
    """P24, P25, P21"""
    most = 25 if s.rounds <= 3 else 50
    won = s.winner >= 0 and s.points[s.winner] == s.rounds
    if won or s.begun == most:
        s.over = 1
        s.acting = 0
        return
    left_of = s.winner if s.starter == 1 and s.winner >= 0 else s.ender
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


@rule
def deal_neutral(s):
    """P22, and P3 at the start: what was played is shuffled and dealt out equally, the rest leaves the game."""
    played = 0
    for i in range(NEUTRAL_CARDS):
        card = FIRST_NEUTRAL + i
        if s.where[card] == UP:  # seen, and back in its owner's pile
            s.pool[i] = s.holder[i]
            s.share[s.holder[i], s.holder[i]] += 1
        elif s.where[card] == LAID:
            s.pile[played] = card
            played += 1
    shuffle(s, s.pile, 0, played)
    each = played // 3
    pool = free_pool(s)
    for i in range(played):
        card = s.pile[i]
        if i < 3 * each:
            s.holder[card - FIRST_NEUTRAL] = i // each
            s.pool[card - FIRST_NEUTRAL] = pool
        else:
            s.where[card] = LEFT_OVER
    for seat in range(3):
        s.share[pool, seat] = each


@rule
def free_pool(s):
    pool = 3
    while s.share[pool, 0] or s.share[pool, 1] or s.share[pool, 2]:
        pool += 1
    return pool


# piles


@rule
def pile_side(s, card):
    """The side in whose piles a card is hidden, or -1."""
    if s.where[card] != HIDDEN:
        return -1
    if s.players == 3 and card >= FIRST_NEUTRAL:
        return int(s.holder[card - FIRST_NEUTRAL])
    return OWNER[sides(s), COLOUR[card]]


@rule
def place_piles(s):
    """Make room for every seat's cards, the seats of a side one behind the other."""
    for seat in range(4):
        s.left[seat] = 0
    for card in range(CARDS):
        s.pile[card] = GONE
        side = pile_side(s, card)
        if side >= 0:
            s.left[side] += 1
    stop = 0
    for side in range(sides(s)):
        n = s.left[side]
        s.start[side] = stop
        if s.teams:
            s.left[side], s.left[side + 2] = n - n // 2, n // 2  # P23
            s.start[side + 2] = stop + s.left[side]
        stop += n


@rule
def place(s, side, i):
    """Where the i-th hidden card of a side lies: in the first seat's pile, or in the partner's."""
    if i < s.left[side]:
        return s.start[side] + i
    return s.start[side + 2] + i - s.left[side]


@rule
def shuffle_piles(s):
    """Put the hidden cards of every side into its piles in a random order (P4, P5)."""
    counts = 0  # how many each side has got, sixteen bits for each
    for card in range(CARDS):
        side = pile_side(s, card)
        if side >= 0:
            n = (counts >> 16 * side) & 0xFFFF
            other = place(s, side, draw(s, n + 1))
            s.pile[place(s, side, n)] = s.pile[other]
            s.pile[other] = card
            counts += 1 << 16 * side


# the end of the match, and what is known


@rule
def returns(s, out):
    most, winners = -1, 0
    for seat in range(s.players):
        out[seat] = 0.0
        if s.points[seat] > most:
            most, winners = s.points[seat], 0
        winners += s.points[seat] == most
    if s.over:
        for seat in range(s.players):
            if s.points[seat] == most:
                out[seat] = 1.0 / winners


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


@rule
def redeal_neutral(s):
    """Deal the hidden cards of every pool again, to each seat as many as it has."""
    for pool in range(POOLS):
        hidden = s.share[pool, 0] + s.share[pool, 1] + s.share[pool, 2]
        first, second = s.share[pool, 0], s.share[pool, 1]
        for i in range(NEUTRAL_CARDS):
            if s.pool[i] == pool:
                chosen = draw(s, hidden)
                hidden -= 1
                if chosen < first:
                    s.holder[i] = 0
                    first -= 1
                elif chosen < first + second:
                    s.holder[i] = 1
                    second -= 1
                else:
                    s.holder[i] = 2
