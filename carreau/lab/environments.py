"""How fast the environments for learning agents are: batches of every game, and the formats of other libraries beside these."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import numpy as np

import carreau
from carreau.core.batch import Batch
from carreau.core.game import Game
from carreau.lab.stopwatch import rate
from carreau.rl import aec_env, vector_env

MATCHES, STEPS = 1024, 20  # at once, and steps of each that are measured at a time
Say = Callable[[str], None]
Figures = dict[str, dict[str, float | str]]


def measure_environments(common: Game, peers: dict[str, Any], say: Say) -> Figures:
    """Batches of all games, by threads; then one game in the loops of PettingZoo and Gymnasium, beside the peers' figures."""
    figures: Figures = {}
    for game in [*map(carreau.load, carreau.games()), common]:
        say(f"batches of {game.name}")
        figures[game.name] = measure_batch(game)
    say(f"{common.name} in loops")
    loops: dict[str, float | str] = {"carreau, PettingZoo's loop, steps/s": looped(common)}
    loops["carreau, Gymnasium's vector, steps/s"] = vectored(common)
    figures[f"{common.name}, random"] = loops | compared(loops, peers)
    return figures


def measure_batch(game: Game) -> dict[str, float | str]:
    """Steps with observation and mask; what is chosen is drawn beforehand."""
    found = {f"steps/s, threads: {threads}": stepped(game, threads) for threads in sorted({1, os.cpu_count() or 1})}
    return {**found, "bytes of a match": game.rules.STATE.itemsize, "with what is seen and the mask": memory(game)}


def memory(game: Game) -> int:
    """What one more match in a batch takes."""
    with Batch(game, 1, threads=1) as batch:
        arrays = (batch.states, batch._turns, batch.mask, batch.observation, batch.shares, batch.over, batch.dealt)
        return sum(array.nbytes for array in arrays)


def stepped(game: Game, threads: int) -> float:
    """The matches are started anew for every try, from the same seed: so the choices are known before."""
    chance, chosen = np.random.default_rng(1), []
    with Batch(game, MATCHES, threads=threads) as batch:
        batch.start(1)
        for _ in range(STEPS):
            chosen.append((chance.random(batch.mask.shape, np.float32) * batch.mask).argmax(axis=1))
            batch.step(chosen[-1])

        def work() -> int:
            batch.start(1)
            for one in chosen:
                batch.step(one)
            return MATCHES * STEPS

        return rate(work)


def looped(game: Game) -> float:
    """PettingZoo's loop at random, as lab/peers/pettingzoo.py has it."""
    environment = aec_env(game)

    def work() -> int:
        steps = 0
        environment.reset(seed=random.getrandbits(30))
        for _ in environment.agent_iter():
            observation, _, over, cut, _ = environment.last()
            action = None if over or cut else int(random.choice(observation["action_mask"].nonzero()[0]))
            environment.step(action)
            steps += action is not None
        return steps

    return rate(work)


def vectored(game: Game) -> float:
    """Gymnasium's vector at random; the choices are drawn from the masks in NumPy."""
    environment = vector_env(game, 4 * MATCHES)
    _, infos = environment.reset(seed=1)
    chance, latest = np.random.default_rng(1), [infos]

    def work() -> int:
        for _ in range(STEPS):
            mask = latest[0]["action_mask"]
            latest[0] = environment.step((chance.random(mask.shape, np.float32) * mask).argmax(axis=1))[4]
        return 4 * MATCHES * STEPS

    figure = rate(work)
    environment.close()
    return figure


def compared(loops: dict[str, float | str], peers: dict[str, Any]) -> dict[str, float | str]:
    """The peers' figures, and how many times theirs ours are."""
    found: dict[str, float | str] = {}
    for name, kind, loop in (("pettingzoo", "stepped", "PettingZoo's loop"), ("pgx", "batched", "Gymnasium's vector")):
        if isinstance(figure := peers.get(name), dict):
            found[f"{name}, steps/s"] = figure[kind]
            found[f"{loop}: carreau / {name}"] = float(loops[f"carreau, {loop}, steps/s"]) / figure[kind]
        elif figure is not None:
            found[name] = figure
    return found
