"""What Gymnasium and PettingZoo call spaces: which observations and choices there can be."""

from __future__ import annotations

import gymnasium
import numpy as np

from carreau.core.game import Game

MODES = ["human", "ansi", "rgb_array"]


def observation_space(game: Game) -> gymnasium.spaces.Box:
    fields = game.observation_fields
    low = np.concatenate([np.full(field.size, field.low, np.int16) for field in fields])
    high = np.concatenate([np.full(field.size, field.high, np.int16) for field in fields])
    return gymnasium.spaces.Box(low, high, dtype=np.int16)


def choice_space(game: Game) -> gymnasium.spaces.Discrete:
    return gymnasium.spaces.Discrete(game.choices)


def masked_space(game: Game) -> gymnasium.spaces.Dict:
    """An observation together with its mask, as PettingZoo's own games with masks have it."""
    mask = gymnasium.spaces.Box(0, 1, (game.choices,), np.int8)
    return gymnasium.spaces.Dict({"observation": observation_space(game), "action_mask": mask})
