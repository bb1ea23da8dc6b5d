"""PettingZoo: one agent after the other."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random, SystemRandom
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from carreau.core.errors import IllegalAction
from carreau.core.game import Game
from carreau.rl.episode import SEEDS, Episode, check_illegal
from carreau.rl.picture import check_mode
from carreau.rl.spaces import MODES, choice_space, masked_space

Observation = dict[str, Any]


class TurnTable(AECEnv[str, Observation, int]):
    """A match in which the seats choose one after the other. Rewards come at the end: 1 for a win alone, together nothing."""

    def __init__(
        self, game: Game, players: int | None, render_mode: str | None, max_cycles: int | None, illegal: str,
        options: Mapping[str, Any],
    ) -> None:  # fmt: skip
        super().__init__()
        self.match = Episode(game, players, options)
        self.metadata = {"name": f"carreau_{game.id}_v{game.version}", "render_modes": MODES, "is_parallelizable": False}
        self.render_mode, self.max_cycles, self.illegal = check_mode(render_mode), max_cycles, check_illegal(illegal)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.match.players)]
        self.observation_spaces = {agent: masked_space(game) for agent in self.possible_agents}
        self.action_spaces = {agent: choice_space(game) for agent in self.possible_agents}
        self.agents: list[str] = []
        self.chance: Random = SystemRandom()

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.chance = Random(seed)
        self.match.deal(self.chance.randrange(SEEDS))
        self.agents = self.possible_agents[:]
        self.left = -1 if self.max_cycles is None else self.max_cycles * len(self.agents)  # choices until the match is cut off
        self.rewards, self._cumulative_rewards = dict.fromkeys(self.agents, 0.0), dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._chooses = self.possible_agents[self.match.seat]

    def observe(self, agent: str) -> Observation:
        match = self.match
        if agent == self._chooses and not match.over:
            return {"observation": match.observation, "action_mask": match.mask}
        return {"observation": match.observed(self.possible_agents.index(agent)), "action_mask": np.zeros_like(match.mask)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        match = self.match
        legal = action is not None and 0 <= action < len(match.mask) and match.mask[action]
        if not legal and self.illegal == "raise":
            raise IllegalAction(f"Choice {action} is not legal now: the mask says which are.")
        if not legal and self.illegal == "lose":
            self._end([-1.0 if one == agent else 1 / max(1, match.players - 1) for one in self.possible_agents])
            self.infos[agent]["illegal"] = True
            return
        choice = int(action) if legal and action is not None else self.chance.choice(np.flatnonzero(match.mask).tolist())
        self._cumulative_rewards[agent] = 0.0
        match.choose(choice)
        self.left -= 1
        self.agent_selection = self._chooses = self.possible_agents[match.seat]
        if match.over:
            self._end(match.rewards)
        elif self.left == 0:
            self.truncations = dict.fromkeys(self.agents, True)

    def _end(self, won: list[float]) -> None:
        self.rewards = dict(zip(self.agents, won, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def render(self) -> Any:
        return self.match.render(self.render_mode)

    def close(self) -> None:
        pass

    def __str__(self) -> str:
        return str(self.metadata["name"])
