"""Gymnasium: one seat against bots."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from numpy.typing import NDArray

from carreau.bots.bot import Bot
from carreau.bots.bot import Random as RandomBot
from carreau.bots.levels import read_bot
from carreau.core.engine import in_real_time
from carreau.core.errors import BadOption, BadPlayers, IllegalAction
from carreau.core.game import Game
from carreau.core.refusal import no_seat
from carreau.rl.episode import SEEDS, Episode, check_illegal
from carreau.rl.picture import check_mode
from carreau.rl.spaces import MODES, choice_space, observation_space

Observation = NDArray[np.int16]


class SingleSeat(gymnasium.Env[Observation, np.int64]):
    """One seat of a match; bots play the others as soon as they have to act. The reward comes at the end, from -1 to 1.

    `info["action_mask"]` says which choices are legal, as does `action_masks()`.
    """

    metadata = {"render_modes": MODES, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self, game: Game, seat: int, opponents: str | Bot | list[str | Bot], players: int | None, render_mode: str | None,
        illegal: str, options: Mapping[str, Any],
    ) -> None:  # fmt: skip
        self.match = Episode(game, players, options)
        if not 0 <= seat < self.match.players:
            raise no_seat(seat, self.match.players)
        if in_real_time(game, self.match.players, options):
            raise BadOption("Everybody acts at once in this match: parallel_env and aec_env are for that.")
        self.seat, self.illegal, self.render_mode = seat, check_illegal(illegal), check_mode(render_mode)
        self.bots = read_opponents(opponents, self.match.players, seat)
        self.observation_space: gymnasium.spaces.Space[Any] = observation_space(game)
        self.action_space: gymnasium.spaces.Space[Any] = choice_space(game)
        self.chance = Random(0)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.chance = Random(int(self.np_random.integers(SEEDS)))
        self.match.deal(self.chance.randrange(SEEDS))
        self._let_others_play()
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        choice = int(action)
        if not (0 <= choice < len(self.match.mask) and self.match.mask[choice]):
            if self.illegal == "raise":
                raise IllegalAction(f"Choice {choice} is not legal now: the mask says which are.")
            if self.illegal == "lose":
                self.match.over = True
                return self._observation(), -1.0, True, False, {**self._info(), "illegal": True}
            choice = self.chance.choice(np.flatnonzero(self.match.mask).tolist())
        self.match.choose(choice)
        self._let_others_play()
        reward = self.match.rewards[self.seat] if self.match.over else 0.0
        return self._observation(), reward, self.match.over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which choices are legal, as MaskablePPO of sb3-contrib asks for it."""
        return self.match.mask.astype(np.bool_)

    def render(self) -> Any:
        return self.match.render(self.render_mode, self.seat)

    def close(self) -> None:
        pass

    def _let_others_play(self) -> None:
        match = self.match
        while not match.over and match.seat != self.seat:
            seat, bot = match.seat, self.bots[match.seat]
            if isinstance(bot, RandomBot):  # it needs no look at the match
                match.choose(self.chance.choice(match.mask.nonzero()[0].tolist()))
                continue
            match.play(bot.choose(match.seen(seat), match.legal(seat), self.chance.getrandbits(60)))

    def _observation(self) -> Observation:
        return self.match.observed(self.seat) if self.match.over else self.match.observation

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.match.mask.copy()}


def read_opponents(opponents: str | Bot | list[str | Bot], players: int, seat: int) -> list[Bot]:
    """A bot for each seat; the one of the agent's own seat is never asked."""
    given = opponents if isinstance(opponents, list) else [opponents] * (players - 1)
    if len(given) != players - 1:
        raise BadPlayers(f"There are {players - 1} other seats: give a bot for each, or one for all.")
    bots = [read_bot(one) if isinstance(one, str) else one for one in given]
    return [*bots[:seat], read_bot("random"), *bots[seat:]]
