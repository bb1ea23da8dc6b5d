"""How far an experiment is, and how long it will take."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from carreau.lab.experiment import Experiment
from carreau.lab.findings import Findings
from carreau.lab.run.chunk import DEEP, Chunk, seconds_for


@dataclass(frozen=True)
class Progress:
    """How far an experiment is.

    Attributes:
        done: The part of the work that is done, from 0 to 1.
        seconds: How long it took so far.
        left: How many seconds it will probably still take; None if that cannot be said yet.
        matches: How many matches were played.
        find: Gives what has been found so far.
    """

    done: float
    seconds: float
    left: float | None
    matches: int
    find: Callable[[], Findings]


class Pace:
    """How much work there is, in seconds of one core: from what was measured, and from a guess where nothing was yet."""

    def __init__(self, experiment: Experiment, deep: int) -> None:
        self.experiment, self.deep = experiment, deep
        self.begun = time.monotonic()
        self.seconds: dict[tuple[int, bool], float] = defaultdict(float)  # by setting, and whether positions are looked into
        self.deals: dict[tuple[int, bool], int] = defaultdict(int)
        self.played = 0.0  # seconds of cores

    def note(self, chunk: Chunk, seconds: float) -> None:
        kind = chunk.setting, chunk.first < self.deep
        self.seconds[kind] += seconds
        self.deals[kind] += chunk.deals
        self.played += seconds

    def cost(self, setting: int, first: int, end: int) -> float:
        """Of the deals from `first` to `end`, on one core."""
        middle = min(max(first, self.deep), end)
        return (middle - first) * self.per_deal(setting, True) + (end - middle) * self.per_deal(setting, False)

    def per_deal(self, setting: int, is_deep: bool) -> float:
        kind = setting, is_deep
        if self.deals[kind]:
            return self.seconds[kind] / self.deals[kind]
        return self.guess(*kind) * self.error

    def guess(self, setting: int, is_deep: bool) -> float:
        one = self.experiment.settings[setting]
        return (seconds_for(one) + (DEEP if is_deep else 0.0)) * one.tables * self.experiment.again

    @property
    def error(self) -> float:
        """How far off the guesses are, where they can be compared."""
        guessed = sum(count * self.guess(*kind) for kind, count in self.deals.items())
        return self.played / guessed if guessed and self.played else 1.0

    def left(self, cost: float, workers: int) -> float | None:
        """How long so much work will take so many; None if nothing was measured yet."""
        return cost / workers if self.played else None
