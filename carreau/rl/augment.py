"""Positions seen otherwise: the same for the rules, new for an agent that learns."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from carreau.core.agent_for import SYMMETRIES, agent_of
from carreau.core.errors import BadOption
from carreau.core.game import Game


def augment(
    game: Game, states: Any, seats: NDArray[np.int64], numbers: NDArray[np.int64]
) -> tuple[NDArray[np.int16], NDArray[np.int64]]:  # fmt: skip
    """Transform positions by some of the game's symmetries."""
    if game.symmetry is None:
        raise BadOption(f"{game.name} lists no symmetries.")
    given = [np.ascontiguousarray(one, np.int64) for one in (seats, numbers)]
    if not all(one.shape == states.shape for one in given):
        raise BadOption("Give a seat and the number of a symmetry for each state.")
    if len(given[1]) and not 0 <= given[1].min() <= given[1].max() < game.symmetry.COUNT:
        raise BadOption(f"{game.name} has the symmetries 0 to {game.symmetry.COUNT - 1}.")
    SYMMETRIES.need(game)
    observation = np.zeros((len(states), game.observation_size), np.int16)
    moves = np.zeros((len(states), game.choices), np.int64)
    agent_of(game).transform_rows(np.ascontiguousarray(states), *given, observation, moves)
    return observation, moves
