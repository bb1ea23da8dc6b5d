"""How strong bots are meant to be, by their names."""

from __future__ import annotations

import math
from dataclasses import dataclass

LEVEL, DOUBLINGS = "level", "doublings"
RANKS = {"random": 0.0, "1": 1.0, "2": 2.0, "greedy": 2.5, "3": 3.0, "4": 4.0, "5": 5.0}
SEARCHES = {"ismcts": (3.0, 100), "flat": (2.6, 100)}  # the rank at so many iterations; ten times as many are one rank more
MOST_ITERATIONS = 1_000_000


@dataclass(frozen=True)
class Climb:
    """From a bot to a stronger one of its kind.

    Attributes:
        kind: What the steps are.
        order: Which of the two is the weaker, and which the stronger.
        x: Where the stronger one is: its level, or how often its search is twice as long.
    """

    kind: str
    order: tuple[int, int]
    x: float


def rank(bot: str) -> float | None:
    """A number that grows with strength; None for bots that nobody here knows."""
    if bot in RANKS:
        return RANKS[bot]
    if (search := iterations(bot)) and search[0] in SEARCHES:
        base, count = SEARCHES[search[0]]
        return base + math.log10(search[1] / count)
    return None


def iterations(bot: str) -> tuple[str, int] | None:
    """The kind of a search and how long it is."""
    kind, _, count = bot.partition(":")
    return (kind, int(count)) if count.isascii() and count.isdigit() and 0 < int(count) <= MOST_ITERATIONS else None


def step(first: str, second: str) -> Climb | None:
    """How far it is from the weaker to the stronger; None if they are not of one kind."""
    one, other = iterations(first), iterations(second)
    if one and other and one[0] == other[0] and one[1] != other[1]:
        order = (0, 1) if one[1] < other[1] else (1, 0)
        return Climb(DOUBLINGS, order, abs(math.log2(other[1] / one[1])))
    if first.isdigit() and second.isdigit() and first != second:
        order = (0, 1) if first < second else (1, 0)
        return Climb(LEVEL, order, float(max(first, second)))
    return None
