"""Gymnasium's vector environment, on a compiled batch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from carreau.core.batch import Batch
from carreau.core.game import Game
from carreau.rl.spaces import choice_space, observation_space

Observation = NDArray[np.int16]
Step = tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class VectorTable(gymnasium.vector.VectorEnv[Observation, NDArray[np.int64], Any]):
    """Many matches in which one agent plays all seats, each in its turn.

    A match that ends is dealt again in the same step; `final_obs` and `final_info` in `infos` are of its end. The reward is that
    of the seat that has just chosen: 1 for a win alone, 0 for an equal share. `infos` has the mask of the next choice, whose it
    is, and what every seat of an ended match has won. All arrays stay in their place: the next step writes over them.
    """

    metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self, game: Game, size: int, players: int | None, threads: int | None, options: Mapping[str, Any]
    ) -> None:  # fmt: skip
        self.batch = Batch(game, size, players, threads, **options)
        self.num_envs = size
        self.single_observation_space, self.single_action_space = observation_space(game), choice_space(game)
        self.observation_space = batch_space(self.single_observation_space, size)
        self.action_space = batch_space(self.single_action_space, size)
        self._rows = np.arange(size)
        self._truncated = np.zeros(size, np.bool_)
        self._last = self.batch.keep_last()

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:  # fmt: skip
        self.batch.start(seed if isinstance(seed, int) or seed is None else next((one for one in seed if one is not None), None))
        return self.batch.observation, self._infos()

    def step(self, actions: NDArray[np.int64]) -> Step:
        batch = self.batch
        seats = batch.seats.copy()
        batch.step(actions)
        won = batch.shares[self._rows, seats]
        n = batch.players
        reward = np.where(batch.over, won if n == 1 else (n * won - 1) / (n - 1), 0.0)
        return batch.observation, reward, batch.over, self._truncated, {**self._infos(), **self._final(seats)}

    def _final(self, seats: NDArray[np.int64]) -> dict[str, Any]:
        """Of matches that have just ended, what Gymnasium asks for where these are begun anew in the same step."""
        over = self.batch.over
        if not over.any():
            return {}
        seen = np.full(self.num_envs, None, object)
        rows = np.flatnonzero(over)
        for i, row in zip(rows.tolist(), self._last[rows], strict=True):
            seen[i] = row
        info = {"seat": seats, "_seat": over.copy(), "shares": self.batch.shares.copy(), "_shares": over.copy()}
        return {"final_obs": seen, "_final_obs": over.copy(), "final_info": info, "_final_info": over.copy()}

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.batch.mask, "seat": self.batch.seats, "shares": self.batch.shares}

    def close_extras(self, **keywords: Any) -> None:
        self.batch.close()
