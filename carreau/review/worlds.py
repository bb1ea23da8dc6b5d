"""What a move is worth, in worlds that a seat cannot tell from the true one.

This file is run once per game (see worlds_for.py), like bots/search.py, whose tree and quick play it uses.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from carreau.core.compile import long_entry, rule
from carreau.core.memory import zeros
from carreau.core.quick import quick_below, quick_next, quick_start
from carreau.core.state import MOST_PLAYERS

RULES: Any = RULES  # noqa: F821
DRIVE: Any = DRIVE  # noqa: F821
SEARCH: Any = SEARCH  # noqa: F821
GAME: Any = GAME  # noqa: F821

STATE, MOST_LEGAL, NODE, DEEPEST = RULES.STATE, RULES.MOST_LEGAL, SEARCH.NODE, SEARCH.DEEPEST
setup, legal, play, returns, redeal = RULES.setup, RULES.legal, DRIVE.play, RULES.returns, RULES.redeal
policy, judge, iterate, lowest_seat = SEARCH.policy, SEARCH.judge, SEARCH.iterate, SEARCH.lowest_seat

TRIES = getattr(GAME.advice, "TRIES", 1)


@rule
def turn_of(s: Any, seat: int) -> int:
    """The seat, if it may act, otherwise the lowest that may."""
    if seat >= 0 and s.acting >> seat & 1:
        return seat
    return lowest_seat(int(s.acting))


@rule
def choose(s: Any, seat: int, actions: Any, n: int, chance: int, trial: Any, shares: Any) -> int:
    """What the quick player does: what the policy says or, if the game asks for tries, the best of that and random actions."""
    best = policy(s, seat, actions, n, chance)
    if TRIES == 1:
        return best
    wish, most = best, -1.0
    for k in range(TRIES):
        if k > 0:
            chance = quick_next(chance)
            wish = quick_below(chance, n)
        trial[0] = s
        play(trial[0], seat, actions[wish])
        judge(trial[0], shares)
        if shares[seat] > most:
            best, most = wish, shares[seat]
    return best


@rule
def finish(s: Any, actions: Any, shares: Any, chance: int, trial: Any) -> None:
    """On to the very end with the quick player, and who has won."""
    while not s.over:
        seat = lowest_seat(int(s.acting))
        n = int(legal(s, seat, actions))
        chance = quick_next(chance)
        play(s, seat, actions[choose(s, seat, actions, n, chance, trial, shares) if n > 1 else 0])
    returns(s, shares)


@long_entry
def compare(seen: Any, seat: int, action: int, worlds: int, seed: int, sums: Any) -> None:
    """Quick play to the end, worlds times: with the quick player's own choice, and in the same worlds with this action first.

    `sums` gets for every seat: the share without the action, its square, the difference that the action makes, its square.
    An action of -1 is none.
    """
    world = zeros(2, STATE)
    trial = zeros(1, STATE)
    actions = zeros(MOST_LEGAL, np.int64)
    free = zeros(MOST_PLAYERS, np.float64)
    bound = zeros(MOST_PLAYERS, np.float64)
    s = world[1]
    for i in range(worlds):
        chance = quick_start(seed + i)
        world[0] = seen[0]
        redeal(world[0], seat, chance)
        turn = turn_of(world[0], seat)
        n = int(legal(world[0], turn, actions))
        chance = quick_next(chance)
        own = actions[choose(world[0], turn, actions, n, chance, trial, free) if n > 1 else 0]
        chance = quick_next(chance)
        world[1] = world[0]
        play(s, turn, own)
        finish(s, actions, free, chance, trial)
        if action >= 0 and action != own:
            world[1] = world[0]
            play(s, turn, action)
            finish(s, actions, bound, chance, trial)
        for one in range(s.players):
            gain = bound[one] - free[one] if action >= 0 and action != own else 0.0
            sums[one, 0] += free[one]
            sums[one, 1] += free[one] * free[one]
            sums[one, 2] += gain
            sums[one, 3] += gain * gain


@long_entry
def deal(first: int, count: int, players: int, options: Any, sums: Any) -> None:
    """Quick play from so many new deals: for every seat the share, and its square."""
    states = zeros(2, STATE)
    trial = zeros(1, STATE)
    actions = zeros(MOST_LEGAL, np.int64)
    words = zeros(8, np.int64)
    shares = zeros(players, np.float64)
    for i in range(count):
        chance = quick_start(first + i)
        words[0], words[1] = chance & 0xFFFFFFFF, chance >> 32
        states[0] = states[1]
        setup(states[0], players, options, words)
        finish(states[0], actions, shares, quick_next(chance), trial)
        for one in range(players):
            sums[one, 0] += shares[one]
            sums[one, 1] += shares[one] * shares[one]


@long_entry
def grow_after(
    seen: Any, seat: int, action: int, is_true: bool, iterations: int, seed: int, exploration: float, nodes: Any, sums: Any,
    stop: Any,
) -> int:  # fmt: skip
    """The tree of what may follow an action, or a position if it is -1; `sums` gets the shares of all seats.

    Every iteration deals again what the seat cannot know, unless what is given is the true world, for hindsight.
    Returns how many iterations were done.
    """
    world = zeros(1, STATE)
    actions = zeros(MOST_LEGAL, np.int64)
    shares = zeros(MOST_PLAYERS, np.float64)
    path = zeros(DEEPEST + 1, np.int64)
    s = world[0]
    count, begun = 1, seen[0].ply
    for i in range(iterations):
        if stop[0]:
            return i
        chance = quick_start(seed + i)
        world[0] = seen[0]
        if not is_true:
            redeal(s, seat, chance)
        if action >= 0:
            play(s, seat, action)
        count = iterate(s, begun, DEEPEST, exploration, chance, actions, shares, path, nodes, count)
        for one in range(s.players):
            sums[one] += shares[one]
    return iterations
