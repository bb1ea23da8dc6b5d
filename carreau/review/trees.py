"""Trees of what may follow: what the search says about every action, and about a few of them in the same worlds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carreau.bots.bot import NO_LIMIT
from carreau.bots.search_for import search_for
from carreau.bots.seen import Seen
from carreau.core.types import Action
from carreau.review.seeds import seed_for
from carreau.review.worlds_for import worlds_for

FIRST_LOOK = 4  # trees that look at every action
PAIRED = 8  # trees after each of the actions that are compared
STUDENT = 2.365  # of a 95 % interval from eight numbers
EXPLORATION = 0.5  # as the bots explore
NEVER = np.zeros(1, np.int64)  # told to stop


@dataclass(frozen=True)
class Look:
    """What the first trees say about an action."""

    value: float | None
    error: float | None
    visits: int


@dataclass(frozen=True)
class Line:
    """What follows an action.

    Attributes:
        values: The acting seat's share, from each of the trees.
        reply: What the next seat most likely answers; None if the match is over.
    """

    values: tuple[float, ...]
    reply: Action | None

    @property
    def value(self) -> float:
        return fmean(self.values)

    @property
    def error(self) -> float:
        return error_of(self.values)


def error_of(values: Sequence[float]) -> float:
    """The standard error of a mean."""
    return stdev(values) / math.sqrt(len(values))


def look_at_all(seen: Seen, iterations: int, seed: int) -> dict[Action, Look]:
    """What every action is worth, from several trees that know nothing of each other."""
    found: dict[Action, list[tuple[int, float]]] = {}
    for k in range(FIRST_LOOK):
        for action, visits, total in first_tree(seen, max(1, iterations // FIRST_LOOK), seed_for(seed, k)):
            found.setdefault(action, []).append((visits, total))
    return {action: look_of(trees) for action, trees in found.items()}


def first_tree(seen: Seen, iterations: int, seed: int) -> list[tuple[int, int, float]]:
    """Every action that one tree has tried: its visits, and the sum of the seat's shares."""
    search = search_for(seen.game)
    nodes = np.zeros(iterations + 1, search.NODE)
    search.grow(seen._states, seen.seat, iterations, seed, EXPLORATION, NO_LIMIT, nodes, NEVER)
    return children(search, nodes, seen.seat)


def children(search: ModuleType, nodes: Any, seat: int) -> list[tuple[int, int, float]]:
    """What a tree says about the actions at its root; in other worlds the next seat may have other cards, so they may be many."""
    most = len(nodes)
    actions, visits, totals = np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(most)
    n = search.root_children(nodes, seat, actions, visits, totals)
    return list(zip(actions[:n].tolist(), visits[:n].tolist(), totals[:n].tolist()))


def look_of(trees: list[tuple[int, float]]) -> Look:
    """The mean over all visits. Its error is that of shares which are all or nothing: others vary less."""
    visits, total = sum(one[0] for one in trees), sum(one[1] for one in trees)
    if visits == 0:
        return Look(None, None, 0)
    value, cautious = total / visits, (total + 0.5) / (visits + 1)
    return Look(value, math.sqrt(cautious * (1 - cautious) / visits), visits)


def lines_after(seen: Seen, actions: Sequence[Action], iterations: int, seed: int) -> dict[Action, Line]:
    """What follows each of some actions, in the same worlds and with equal effort."""
    each = max(1, iterations // (PAIRED * len(actions)))
    return {action: line_after(seen, action, each, seed) for action in actions}


def line_after(seen: Seen, action: Action, iterations: int, seed: int) -> Line:
    values, replies = [], dict[Action, int]()
    for k in range(PAIRED):
        value, nodes = tree_after(seen, action, iterations, seed_for(seed, "paired", k))
        values.append(value)
        for reply, visits, _ in children(search_for(seen.game), nodes, seen.seat):
            replies[reply] = replies.get(reply, 0) + visits
    return Line(tuple(values), max(replies, key=lambda reply: (replies[reply], -reply)) if replies else None)


def tree_after(seen: Seen, action: Action, iterations: int, seed: int) -> tuple[float, Any]:
    """The seat's share after an action, and the tree of what may follow."""
    nodes, sums = tree_nodes(seen, iterations), np.zeros(8)
    worlds_for(seen.game).grow_after(seen._states, seen.seat, action, False, iterations, seed, EXPLORATION, nodes, sums, NEVER)
    return float(sums[seen.seat]) / iterations, nodes


def tree_nodes(seen: Seen, iterations: int) -> NDArray[Any]:
    return np.zeros(iterations + 1, search_for(seen.game).NODE)


@dataclass(frozen=True)
class Difference:
    """How much more one action is worth than another, from trees in the same worlds."""

    mean: float
    error: float

    @property
    def lowest(self) -> float:
        """The lower end of the 95 % interval."""
        return self.mean - STUDENT * self.error


def difference(better: Line, other: Line) -> Difference:
    gaps = [one - two for one, two in zip(better.values, other.values)]
    return Difference(fmean(gaps), error_of(gaps))
