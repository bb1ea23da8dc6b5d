"""Search among worlds that a seat cannot tell from the true one.

This file is run once per game (see bot.py), like core/drive.py. A game may help with an `advice.py`:

    evaluate(s, out)                         each seat's likely share of the win, before the end
    policy(s, seat, actions, n, chance)      the place in `actions` of a sensible action for a playout
    cut(s, begun)                            whether a playout that began at ply `begun` has gone far enough

Each of them sees a whole world, one of many that fit what the seat knows; none of them ever sees the true one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from carreau.core.compile import long_entry, rule
from carreau.core.leaders import share_lead
from carreau.core.memory import zeros
from carreau.core.quick import quick_below, quick_next, quick_start
from carreau.core.state import MOST_PLAYERS

GAME: Any = GAME  # noqa: F821
RULES: Any = RULES  # noqa: F821
DRIVE: Any = DRIVE  # noqa: F821

STATE, MOST_LEGAL = RULES.STATE, RULES.MOST_LEGAL
legal, play, returns, redeal = RULES.legal, DRIVE.play, RULES.returns, RULES.redeal

DEEPEST = 200  # actions from the root down the tree
LOOK_UP = 64  # iterations between looks whether the search is decided
ROOT = 0

NODE = np.dtype(
    (
        np.record,
        [
            ("total", "f4", MOST_PLAYERS),  # the sum of every seat's shares
            ("action", "i8"),  # that led here
            ("visits", "i4"),
            ("available", "i4"),  # how often the action was legal when its parent was visited
            ("first", "i4"),  # the child with the lowest action; 0 for none
            ("following", "i4"),  # the sibling with the next higher action; 0 for none
        ],
    )
)


@rule
def random_policy(s: Any, seat: int, actions: Any, n: int, chance: int) -> int:
    return quick_below(chance, n)


@rule
def never_cut(s: Any, begun: int) -> bool:
    return False


evaluate = getattr(GAME.advice, "evaluate", share_lead)
policy = getattr(GAME.advice, "policy", random_policy)
cut = getattr(GAME.advice, "cut", never_cut)


@rule
def lowest_seat(seats: int) -> int:
    seat = 0
    while not seats >> seat & 1:
        seat += 1
    return seat


@rule
def judge(s: Any, shares: Any) -> None:
    """What a world is worth to each seat."""
    if s.over:
        returns(s, shares)
    else:
        evaluate(s, shares)


@rule
def play_out(s: Any, begun: int, actions: Any, chance: int) -> None:
    """On to the end, or as far as the game's advice says."""
    while not s.over and not cut(s, begun):
        seat = lowest_seat(int(s.acting))
        n = int(legal(s, seat, actions))
        chance = quick_next(chance)
        play(s, seat, actions[policy(s, seat, actions, n, chance) if n > 1 else 0])


# one ply


@long_entry
def greedy_values(seen: Any, seat: int, worlds: int, seed: int, values: Any) -> None:
    """What every legal action is worth one ply on, as the mean over worlds."""
    world = zeros(2, STATE)
    actions = zeros(MOST_LEGAL, np.int64)
    shares = zeros(MOST_PLAYERS, np.float64)
    s = world[1]
    for i in range(worlds):
        world[0] = seen[0]
        redeal(world[0], seat, quick_start(seed + i))
        n = int(legal(world[0], seat, actions))
        for k in range(n):
            world[1] = world[0]
            play(s, seat, actions[k])
            judge(s, shares)
            values[k] += shares[seat] / worlds


# the tree


@long_entry
def grow(
    seen: Any, seat: int, iterations: int, seed: int, exploration: float, deepest: int, nodes: Any, stop: Any
) -> int:  # fmt: skip
    """Grow a tree from its root by this many iterations; fewer if told to stop or if the most visited action is certain.

    Single-observer information set search: every iteration deals the hidden cards again, goes down the tree among the
    actions that are legal in that world, adds a node, plays on to the end and adds the result to all nodes passed.
    Returns the number of nodes.
    """
    world = zeros(1, STATE)
    actions = zeros(MOST_LEGAL, np.int64)
    shares = zeros(MOST_PLAYERS, np.float64)
    path = zeros(DEEPEST + 1, np.int64)
    s = world[0]
    count, begun = 1, seen[0].ply
    deepest = min(deepest, DEEPEST)
    for i in range(iterations):
        if stop[0] or (i % LOOK_UP == 0 and is_decided(nodes, iterations - i)):
            break
        chance = quick_start(seed + i)
        world[0] = seen[0]
        redeal(s, seat, chance)
        count = iterate(s, begun, deepest, exploration, chance, actions, shares, path, nodes, count)
    return count


@rule
def iterate(
    s: Any, begun: int, deepest: int, exploration: float, chance: int, actions: Any, shares: Any, path: Any, nodes: Any,
    count: int,
) -> int:  # fmt: skip
    """Go down a tree of so many nodes in one world, add a node, play on, and count in all nodes passed what every seat got.

    Returns the number of nodes; `shares` gets what the world was worth to each seat in the end.
    """
    node, length, fresh = ROOT, 1, False
    while not fresh and not s.over and length <= deepest and not (length > 1 and cut(s, begun)):
        turn = lowest_seat(int(s.acting))
        n = int(legal(s, turn, actions))
        chance = quick_next(chance)
        node = pick(s, turn, actions, n, chance, exploration, nodes, node, count)
        fresh = node == count
        count += fresh
        path[length] = node
        length += 1
        play(s, turn, nodes[node].action)
    play_out(s, begun, actions, chance)
    judge(s, shares)
    for k in range(length):
        passed = nodes[path[k]]
        passed.visits += 1
        for one in range(s.players):
            passed.total[one] += shares[one]
    return count


@rule
def pick(
    s: Any, turn: int, actions: Any, n: int, chance: int, exploration: float, nodes: Any, node: int, count: int
) -> int:  # fmt: skip
    """The child to go to: a new one for an action not yet tried, otherwise the one with the highest bound."""
    best, highest = 0, -1.0
    missing, wish, place, after = 0, -1, -1, 0
    before, child = 0, nodes[node].first
    for k in range(n):
        while child and nodes[child].action < actions[k]:
            before, child = child, nodes[child].following
        if child and nodes[child].action == actions[k]:
            nodes[child].available += 1
            bound = upper_bound(nodes[child], turn, exploration)
            if bound > highest:
                best, highest = child, bound
            continue
        missing += 1
        if missing == 1:
            wish = policy(s, turn, actions, n, chance)
        chance = quick_next(chance)
        if k == wish or (place != wish and quick_below(chance, missing) == 0):
            place, after = k, before
    if missing:
        add_child(nodes, node, after, count, actions[place])
        return count
    return best


@rule
def upper_bound(child: Any, turn: int, exploration: float) -> float:
    return child.total[turn] / child.visits + exploration * np.sqrt(np.log(child.available) / child.visits)


@rule
def add_child(nodes: Any, node: int, before: int, child: int, action: int) -> None:
    """Children are kept in ascending order, as legal actions are listed, so that both can be read side by side."""
    nodes[child].action = action
    nodes[child].available = 1
    nodes[child].visits = 0
    nodes[child].first = 0
    for seat in range(MOST_PLAYERS):
        nodes[child].total[seat] = 0.0
    if before:
        nodes[child].following = nodes[before].following
        nodes[before].following = child
    else:
        nodes[child].following = nodes[node].first
        nodes[node].first = child


@rule
def is_decided(nodes: Any, left: int) -> bool:
    """Whether the most visited action will stay ahead whatever the rest brings."""
    most, second = 0, 0
    child = nodes[ROOT].first
    while child:
        visits = nodes[child].visits
        if visits > most:
            most, second = visits, most
        elif visits > second:
            second = visits
        child = nodes[child].following
    return most - second > left


@long_entry
def root_children(nodes: Any, seat: int, actions: Any, visits: Any, totals: Any) -> int:
    """What the tree says about the actions at its root."""
    n, child = 0, nodes[ROOT].first
    while child:
        actions[n], visits[n], totals[n] = nodes[child].action, nodes[child].visits, nodes[child].total[seat]
        n += 1
        child = nodes[child].following
    return n
