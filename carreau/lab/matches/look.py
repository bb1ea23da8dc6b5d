"""What positions of a match were worth, by quick playouts.

This file is run once per game (see look_for.py), like bots/search.py, whose quick play it uses.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from carreau.core.compile import long_entry, rule
from carreau.core.memory import zeros
from carreau.core.quick import quick_below, quick_next, quick_start
from carreau.core.state import MOST_PLAYERS, SPECTATOR

RULES: Any = RULES  # noqa: F821
DRIVE: Any = DRIVE  # noqa: F821
SEARCH: Any = SEARCH  # noqa: F821
WORLDS: Any = WORLDS  # noqa: F821

STATE, MOST_LEGAL = RULES.STATE, RULES.MOST_LEGAL
legal, play, redeal, states_at = RULES.legal, DRIVE.play, RULES.redeal, DRIVE.states_at
judge, play_out, finish = SEARCH.judge, SEARCH.play_out, WORLDS.finish


@long_entry
def expect(address: int, worlds: int, seed: int, sums: Any) -> None:
    """Quick play to the very end, in worlds that fit what everybody can see; `sums` gets each seat's shares."""
    world, trial = zeros(1, STATE), zeros(1, STATE)
    actions = zeros(MOST_LEGAL, np.int64)
    shares = zeros(MOST_PLAYERS, np.float64)
    s = world[0]
    for i in range(worlds):
        chance = quick_start(seed + i)
        world[0] = states_at(address, 1)[0]
        redeal(s, SPECTATOR, chance)
        finish(s, actions, shares, chance, trial)
        for seat in range(s.players):
            sums[seat] += shares[seat]


@long_entry
def weigh(address: int, seat: int, action: int, worlds: int, seed: int, sums: Any) -> None:
    """How much more an action is worth than any action, in worlds that the seat cannot tell from the true one.

    In each world the action is followed by quick play, as far as bots look, and so is one of all legal actions, drawn at random;
    `sums` gets the difference of the seat's shares, and its square.
    """
    world = zeros(2, STATE)
    actions = zeros(MOST_LEGAL, np.int64)
    shares = zeros(MOST_PLAYERS, np.float64)
    s = world[1]
    for i in range(worlds):
        chance = quick_start(seed + i)
        world[0] = states_at(address, 1)[0]
        redeal(world[0], seat, chance)
        n = legal(world[0], seat, actions)
        chance = quick_next(chance)
        other = actions[quick_below(chance, n)]
        if other != action:
            chance = quick_next(chance)
            gain = follow(world, s, seat, action, actions, shares, chance)
            gain -= follow(world, s, seat, other, actions, shares, chance)
            sums[0] += gain
            sums[1] += gain * gain


@rule
def follow(world: Any, s: Any, seat: int, action: int, actions: Any, shares: Any, chance: int) -> float:
    """The seat's share after an action in the first world, which stays as it is, played on in the second."""
    world[1] = world[0]
    play(s, seat, action)
    play_out(s, world[0].ply, actions, chance)
    judge(s, shares)
    return shares[seat]
