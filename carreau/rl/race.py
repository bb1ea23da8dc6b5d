"""PettingZoo: all agents at once, against the clock."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random, SystemRandom
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import ParallelEnv

from carreau.core.agent_for import AGENTS, agent_of
from carreau.core.errors import BadOption, CarreauError
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.core.state import CLOCK, SPECTATOR, copied
from carreau.rl.episode import SEEDS, rewards
from carreau.rl.picture import check_mode, render
from carreau.rl.spaces import MODES, choice_space, masked_space

Observation = dict[str, Any]


class ParallelTable(ParallelEnv[str, Observation, int]):
    """A match in which all seats may act at once. With every step some time passes, and the clock does what has come due.

    Who acts in the same step acts in a random order, each on what it saw before the step: a choice that comes too late is refused
    as at a table. Waiting is the last choice; one that the mask forbids counts as waiting. The first half of an action is
    forgotten if the table changes before the second half comes.
    """

    def __init__(
        self, game: Game, players: int | None, render_mode: str | None, max_cycles: int | None, tick_seconds: float,
        options: Mapping[str, Any],
    ) -> None:  # fmt: skip
        self.game, self.options = game, dict(options)
        self.players = game.read_players(players, options)
        if not game.new(self.players, 0, **options).in_real_time:
            raise BadOption("This way to play is in turns: aec_env is for that.")
        AGENTS.want(game)
        self.drive = agent_of(game)
        self.metadata = {"name": f"carreau_{game.id}_v{game.version}", "render_modes": MODES}
        self.render_mode, self.max_cycles, self.tick = check_mode(render_mode), max_cycles, tick_seconds
        self.possible_agents = [f"seat_{seat}" for seat in range(self.players)]
        self.observation_spaces = {agent: masked_space(game) for agent in self.possible_agents}
        self.action_spaces = {agent: choice_space(game) for agent in self.possible_agents}
        self.agents: list[str] = []
        self.chance: Random = SystemRandom()

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:  # fmt: skip
        if seed is not None:
            self.chance = Random(seed)
        self.match: Match = self.game.new(self.players, self.chance.randrange(SEEDS), **self.options)
        self.agents = self.possible_agents[:]
        self.time, self.steps = 0.0, 0
        self.reached = {0: 0.0}  # when each ply was
        self.halves = dict.fromkeys(range(self.players), -1)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> Any:
        then = copied(self.match._states)
        ply, acting = self.match.ply, list(actions.items())
        self.chance.shuffle(acting)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        for agent, choice in acting:
            infos[agent] = self._act(self.possible_agents.index(agent), int(choice), then, ply)
        self._pass_time()
        if self.match.ply != ply:
            self.halves = dict.fromkeys(range(self.players), -1)
        self.steps += 1
        return self._outcome(infos)

    def _act(self, seat: int, choice: int, then: Any, ply: int) -> dict[str, Any]:
        """What a seat chose, on what it saw; what became of it."""
        if choice == self.drive.WAIT or self.match.over:
            return {}
        half, states = self.halves[seat], copied(then)
        if not self._mask(seat, states)[choice]:
            return {"illegal": True}
        action = self.drive.action_at(states.ctypes.data, seat, half, choice)
        self.halves[seat] = choice if action < 0 else -1
        if action >= 0:
            try:
                self.match.play(action, seat, ply)
            except CarreauError as refused:
                return {"refused": refused.code}
            self.reached[self.match.ply] = self.time
        return {}

    def _pass_time(self) -> None:
        """The clock acts when its time has come, the earliest first."""
        self.time += self.tick
        while due := self._due():
            self.match.play(min(due)[1], CLOCK)
            self.reached[self.match.ply] = self.time

    def _due(self) -> list[tuple[float, int]]:
        if self.match.over or self.game.realtime is None:
            return []
        timers = self.game.realtime.timers(self.match.state)
        times = [(self.reached[since] + seconds, action) for action, seconds, since in timers]
        return [one for one in times if one[0] <= self.time]

    def _outcome(self, infos: dict[str, dict[str, Any]]) -> Any:
        over = self.match.over
        cut = not over and self.max_cycles is not None and self.steps >= self.max_cycles
        won = rewards(self.match.returns) if over else [0.0] * self.players
        found = (
            self._observations(), dict(zip(self.agents, won, strict=True)), dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, cut), infos,
        )  # fmt: skip
        self.agents = [] if over or cut else self.agents
        return found

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._observe(seat) for seat, agent in enumerate(self.possible_agents)}

    def _observe(self, seat: int) -> Observation:
        row, address = np.empty(self.drive.LENGTH, np.int16), self.match._states.ctypes.data
        half = self.halves[seat] if self.match.may_act(seat) else -1
        self.drive.observe_at(address, seat, half, row.ctypes.data)
        return {"observation": row, "action_mask": self._mask(seat, self.match._states)}

    def _mask(self, seat: int, states: Any) -> Any:
        """Who may not act can only wait."""
        mask = np.zeros(self.drive.CHOICES, np.int8)
        if int(states["acting"][0]) >> seat & 1:
            self.drive.choices_at(states.ctypes.data, seat, self.halves[seat], mask.ctypes.data)
        mask[self.drive.WAIT] = 1
        return mask

    def render(self) -> Any:
        return render(self.game, self.match.seen(None), SPECTATOR, [], self.render_mode)

    def close(self) -> None:
        pass

    def __str__(self) -> str:
        return str(self.metadata["name"])
