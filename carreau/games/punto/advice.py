"""What helps bots to play Punto: complete a line, stop one, and judge a table by the lines it may still become."""

from __future__ import annotations

import numpy as np

from carreau.core.compile import rule
from carreau.core.grid import WAYS
from carreau.core.quick import quick_below, quick_next

from .constants import CHOOSE, COLOURS, PLACES, SIDE, VALUES
from .rules.cards import COLOUR, VALUE
from .rules.layout import RING, WIDEST, room
from .rules.lines import LINE, OWNER, side_of, sides

WIDTH = WIDEST + 1  # of a row in a mask: cells and a gap
SHIFTS = np.array([down * WIDTH + right for down, right in WAYS])
NO_GAPS = sum((1 << WIDEST) - 1 << WIDTH * row for row in range(WIDEST))
PROMISE = np.array([1, 3, 12, 60, 400, 4000])  # of a line that already has this many cards
EACH_SIDE = 25.0  # so that nobody is without hope


@rule
def policy(s, seat, actions, n, chance):
    """Complete a line; if not, stop another player's; if not, anything."""
    length = LINE[sides(s)]
    if s.phase == CHOOSE or s.count < 2 * length - 3:
        return quick_below(chance, n)
    masks = colour_masks(s)
    others, side = 0, side_of(s, seat)
    for colour in range(len(COLOURS)):
        owner = OWNER[sides(s), colour]
        if owner >= 0 and (owner != side or has_up(s, seat, colour)):
            gaps = line_gaps(masks[colour], length)
            if owner == side:
                k = find_cell(s, actions, n, gaps, colour, 0)
                if k >= 0:
                    return k
            else:
                others |= gaps
    k = find_cell(s, actions, n, others, -1, quick_below(chance, n))
    return k if k >= 0 else quick_below(quick_next(chance), n)


@rule
def has_up(s, seat, colour):
    for slot in range(2):
        if s.up[seat, slot] and COLOUR[s.up[seat, slot] - 1] == colour:
            return True
    return False


@rule
def colour_masks(s):
    """The cells where each colour shows, as bits."""
    red, blue, green, yellow = 0, 0, 0, 0
    top, left = room(s.north, s.south)[0], room(s.west, s.east)[0]
    west = int(s.west)
    for row in range(s.north, s.south + 1):
        spot = row * RING + west
        bit = 1 << (row - top) * WIDTH + west - left
        for _ in range(s.west, s.east + 1):
            card = s.top[spot]
            if card:
                colour = COLOUR[card - 1]
                red |= bit if colour == 0 else 0
                blue |= bit if colour == 1 else 0
                green |= bit if colour == 2 else 0
                yellow |= bit if colour == 3 else 0
            spot += 1
            bit <<= 1
    return red, blue, green, yellow


@rule
def line_gaps(mask, length):
    """The cells that would complete a line: those between, before and after the runs of cards in it."""
    found = 0
    for step in SHIFTS:
        two = mask & mask >> step
        if two == 0 and length == 5:
            continue
        three = two & mask >> 2 * step
        if length == 5:
            four = three & mask >> 3 * step
            found |= four << 4 * step | four >> step
            found |= mask << step & three >> step | two << 2 * step & two >> step | three << 3 * step & mask >> step
        else:
            found |= three << 3 * step | three >> step
            found |= mask << step & two >> step | two << 2 * step & mask >> step
    return found & NO_GAPS


@rule
def find_cell(s, actions, n, cells, colour, start):
    """The place of an action in one of these cells with a card of that colour (-1: any), or -1."""
    if cells == 0:
        return -1
    top, left = room(s.north, s.south)[0] - 1, room(s.west, s.east)[0] - 1
    for i in range(n):
        k = (start + i) % n
        kind, cell = actions[k] // PLACES, actions[k] % PLACES
        bit = (cell // SIDE - top) * WIDTH + cell % SIDE - left
        if (cells >> bit) & 1 and (colour < 0 or kind // VALUES == colour):
            return k
    return -1


@rule
def cut(s, begun):
    """A round is enough: what follows is a new deal."""
    return s.scored > begun


@rule
def evaluate(s, out):
    """How near each seat is to winning the match, counting the round as it stands."""
    for seat in range(s.players):
        out[seat] = 0.0
    whole = 0.0
    for side in range(sides(s)):
        whole += promise(s, side)
    for side in range(sides(s)):
        add_match_shares(s, side, promise(s, side) / whole, out)


@rule
def add_match_shares(s, winner, chance, out):
    """Every seat's share of the match if that side wins the round, times the chance that it does.

    Each round still needed makes a win a third as likely: exact for two players of equal strength who need one or two.
    """
    whole = 0.0
    for seat in range(s.players):
        whole += nearness(s, seat, winner)
    for seat in range(s.players):
        out[seat] += chance * nearness(s, seat, winner) / whole


@rule
def nearness(s, seat, winner):
    needed = int(s.rounds - s.points[seat])
    if side_of(s, seat) == winner and s.count > 0:
        needed -= 1
    if needed <= 0:
        return 1e6
    return 3.0**-needed


@rule
def promise(s, side):
    """What the lines that a side may still complete are worth together."""
    total = EACH_SIDE
    if s.count == 0:
        return total
    north, south = room(s.north, s.south)
    west, east = room(s.west, s.east)
    length = LINE[sides(s)]
    for colour in range(len(COLOURS)):
        if OWNER[sides(s), colour] == side:
            for row in range(north, south + 1):
                for column in range(west, east + 1):
                    for down, right in WAYS:
                        end_row, end_column = row + down * (length - 1), column + right * (length - 1)
                        if end_row <= south and west <= end_column <= east:
                            total += line_promise(s, row * RING + column, down * RING + right, length, colour)
    return total


@rule
def line_promise(s, spot, direction, length, colour):
    """What one line is worth to a colour: more, the more of it lies there and the harder it is to cover."""
    laid, firm = 0, 0
    for _ in range(length):
        card = s.top[spot]
        if card:
            if COLOUR[card - 1] != colour:
                return 0.0
            laid += 1
            firm += VALUE[card - 1]
        spot += direction
    return 0.0 if laid == 0 else PROMISE[laid] * (0.6 + 0.08 * firm / laid)
