"""Many matches of one game, all a step further at once, on all cores: for learning agents and benchmarks."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from carreau.core.game import Game
from carreau.core.seed import read_seed, seed_words


class Batch:
    """After `start` and every `step`, the arrays tell each match's acting seat, legal mask and observation.

    A match that ends gives its `shares` and `over` once and is dealt anew. The compiled code runs without Python's
    global lock, so every core works on its own slice.
    """

    def __init__(self, game: Game, size: int, players: int | None = None, threads: int | None = None, **options: Any) -> None:
        self.players = game.read_players(players, options)
        self.numbers = np.array(game.option_numbers(game.read_options(options, self.players)), np.int64)
        rules = game.rules
        self.drive = game.drive
        self.states = np.zeros(size, rules.STATE)
        self.seats = np.zeros(size, np.int64)
        self.mask = np.zeros((size, self.drive.MASKED), np.bool_)
        self.shares = np.zeros((size, self.players))
        self.over = np.zeros(size, np.bool_)
        self.dealt = np.zeros(size, np.int64)
        if hasattr(rules, "observe"):
            self.observation: Any = np.zeros((size, *rules.OBSERVATION), np.bool_)
        else:
            self.observation = np.zeros(size, rules.STATE)
        cores = threads or os.cpu_count() or 1
        bounds = np.linspace(0, size, cores + 1).astype(int).tolist()
        self.slices = list(zip(bounds, bounds[1:], strict=False))
        self.pool = ThreadPoolExecutor(cores)
        self.words = np.zeros(8, np.int64)

    def start(self, seed: int | str | None = None) -> None:
        """Deal all matches, with the seeds seed, seed + 1, …"""
        self.words[:] = seed_words(read_seed(seed))
        self.dealt[:] = 0
        shown = (self.seats, self.mask, self.observation)
        self.each_slice(
            lambda begin, end: self.drive.start_batch(self.states, begin, end, self.players, self.numbers, self.words, *shown)
        )

    def step(self, chosen: Any) -> None:
        """Play one legal action in every match."""
        shown = (self.seats, self.mask, self.observation, self.shares, self.over)
        self.each_slice(
            lambda begin, end: self.drive.step_batch(
                self.states, begin, end, self.players, self.numbers, self.words, self.dealt, chosen, *shown
            )
        )

    def each_slice(self, work: Callable[[int, int], None]) -> None:
        for task in [self.pool.submit(work, begin, end) for begin, end in self.slices]:
            task.result()

    def close(self) -> None:
        self.pool.shutdown()
