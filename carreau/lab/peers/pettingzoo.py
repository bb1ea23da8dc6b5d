"""PettingZoo: Connect Four in Python, steps driven from Python."""

from __future__ import annotations

import random

from pettingzoo.classic import connect_four_v3

from carreau.lab.stopwatch import rate


def measure(batch: int) -> dict[str, float]:
    environment = connect_four_v3.env()

    def work() -> int:
        steps = 0
        environment.reset(seed=random.getrandbits(30))
        for _ in environment.agent_iter():
            observation, _, over, cut, _ = environment.last()
            action = None if over or cut else int(random.choice(observation["action_mask"].nonzero()[0]))
            environment.step(action)
            steps += action is not None
        return steps

    return {"stepped": rate(work)}
