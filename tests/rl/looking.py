"""What learning agents see and choose in positions of random matches."""

from __future__ import annotations

import random
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from carreau.check.agents import action_of, choices_of, observed
from carreau.check.case import Case, positions
from carreau.core.agent_for import AGENTS
from carreau.core.game import Game, Mode
from carreau.core.state import GENERATOR
from tests.effort import often

POSITIONS = 40  # of a match


def sample(game: Game, mode: Mode, players: int) -> Any:
    """Positions of two random matches, the ends of rounds and of the match left out."""
    return sample_of(game, [one.name for one in game.modes].index(mode.name), players)


@cache
def sample_of(game: Game, mode: int, players: int) -> Any:
    AGENTS.need(game)
    one = game.modes[mode]
    cases = [Case(game, Mode(one.name, one.players, varied(game, one, players, seed)), players) for seed in range(often(2))]
    states = np.concatenate([positions(case, seed, POSITIONS) for seed, case in enumerate(cases, 1)])
    return states[states["acting"] != 0]


def varied(game: Game, mode: Mode, players: int, seed: int) -> dict[str, Any]:
    """The options of a way to play; with others beside them, as far as they go together, if the seed is not 0."""
    options, chance = dict(mode.options), random.Random(16 * seed + players)
    for option in game.options if seed else ():
        more = {**options, option.name: chance.choice(option.samples(players))}
        if option.name not in mode.options and game.accepts(players, more):
            options = more
    return options


def chosen(drive: ModuleType, state: Any, seat: int, half: int = -1) -> list[int]:
    """The choices that the mask allows."""
    states, mask = np.array([state], drive.STATE), np.ones(drive.CHOICES, np.int8)
    drive.choices_at(states.ctypes.data, seat, half, mask.ctypes.data)
    found: list[int] = np.flatnonzero(mask).tolist()
    return found


def told(state: Any, untold: Any) -> bytes:
    """A view without the generator and without what its observation need not tell."""
    copy = state.copy()
    for name in {*GENERATOR, *untold}:
        copy[name] = 0
    return bytes(copy.tobytes())


__all__ = ["action_of", "choices_of", "chosen", "observed", "sample", "told", "varied"]
