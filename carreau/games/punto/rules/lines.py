"""Lines and series: what wins a round of Punto."""

from __future__ import annotations

from typing import Any

import numpy as np

from carreau.core.compile import rule
from carreau.core.kept import kept

from ..constants import CARDS, COLOURS
from .cards import COLOUR, VALUE
from .layout import DIRECTIONS, RING

OWNER = np.array([[-1] * 4, [-1] * 4, [0, 1, 0, 1], [0, 1, 2, -1], [0, 1, 2, 3]])  # side of a colour, by sides (P2)
LINE = np.array([0, 0, 5, 4, 4])  # length of a line, by sides (P12)
NOTHING = 1 << 30


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
def spots(s):
    """From the first corner of the layout to the last."""
    return range(int(s.north) * RING + int(s.west), int(s.south) * RING + int(s.east) + 1)


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
    if a < 0 or b < 0:
        return max(a, b)
    if VALUE[a] == VALUE[b]:
        return min(a, b)
    return a if VALUE[a] > VALUE[b] else b


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
    for spot in spots(s):
        if owner(s, spot) == side:
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
    for spot in spots(s):
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
    best, most, tied = -1, 0, False
    for side in range(sides(s)):
        count = (counts >> 16 * side) & 0xFFFF
        order = count - most
        if order == 0 and best >= 0:
            order = compare_lowest(s, side, best)
        if order > 0:
            best, most, tied = side, count, False
        elif order == 0:
            tied = True
    return -1 if tied else best


@rule
def best_of_series(s, colour):
    """The highest card of a colour in its series, or -1."""
    best = -1
    for spot in spots(s):
        if s.top[spot] and COLOUR[s.top[spot] - 1] == colour:
            for direction in DIRECTIONS:
                if window(s, spot, direction):
                    for i in range(LINE[sides(s)] - 1):
                        best = higher(best, s.top[spot + i * direction] - 1)
    return best


# in plain Python


def own_colours(s: Any, seat: int) -> tuple[int, ...]:
    """The colours with which a seat makes lines (P2, P5, P13)."""
    return colours_of(int(side_of(s, seat)), int(sides(s)))


@kept
def colours_of(side: int, sides: int) -> tuple[int, ...]:
    return tuple(colour for colour in range(len(COLOURS)) if OWNER[sides, colour] == side)
