"""A bot that chooses by the columns of its mask: how what has been learned sits at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from carreau.bots.seen import Seen
from carreau.core.agent_for import AGENTS, agent_of
from carreau.core.types import Action

Policy = Callable[[Seen, NDArray[np.int16], NDArray[np.bool_], int], int]


class PolicyBot:
    """A bot that asks a function, which is given what the seat may know, its observation, its mask and a seed."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def choose(self, seen: Seen, legal: Sequence[Action], seed: int) -> Action:
        """Choose an action: see [`Bot`][carreau.Bot]."""
        AGENTS.want(seen.game)
        whole = agent_of(seen.game).WHOLE
        address = seen._states.ctypes.data
        halves = {action: self._halves(seen, action) for action in legal}
        first = self._ask(seen, whole, {one for one, _ in halves.values()}, seed)
        seconds = {other for one, other in halves.values() if one == first}
        second = whole if seconds == {whole} else self._ask(seen, first, seconds, seed)
        half, last = (whole, first) if second == whole else (first, second)
        return int(agent_of(seen.game).action_at(address, seen.seat, half, last))

    def _halves(self, seen: Seen, action: Action) -> tuple[int, int]:
        """The choice or choices that stand for an action."""
        drive, address = agent_of(seen.game), seen._states.ctypes.data
        return int(drive.first_at(address, seen.seat, action)), int(drive.second_at(address, seen.seat, action))

    def _ask(self, seen: Seen, half: int, allowed: set[int], seed: int) -> int:
        observation, mask = np.empty(seen.game.observation_size, np.int16), np.zeros(seen.game.choices, np.bool_)
        agent_of(seen.game).observe_at(seen._states.ctypes.data, seen.seat, half, observation.ctypes.data)
        mask[list(allowed)] = True
        return int(self.policy(seen, observation, mask, seed))
