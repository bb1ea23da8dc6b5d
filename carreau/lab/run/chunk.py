"""Chunks: how the deals of a setting are split. This depends on the experiment alone, not on who plays them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from carreau.lab.experiment import Experiment, Setting

PIECES = 16  # a stretch of deals is split into at least as many, so that all cores have something to do
SHORTEST, LONGEST = 0.02, 1.0  # seconds that a chunk should take: splitting further costs more, and more would be lost
MOST_MATCHES = 10_000
RANDOM, QUICK, OWN = 5e-5, 0.01, 0.1  # seconds for a match, roughly: one of these kinds of bots in every seat
PER_ITERATION = 1e-3
BY_LEVEL = {"1": QUICK, "2": QUICK, "3": 100 * PER_ITERATION, "4": 600 * PER_ITERATION, "5": 6000 * PER_ITERATION}
DEEP = 0.1  # seconds for looking into the positions of a match


class Chunk(NamedTuple):
    """Some deals of one setting, from the first on."""

    first: int
    setting: int  # its number in the experiment
    deals: int

    @property
    def end(self) -> int:
        return self.first + self.deals


def chunks(experiment: Experiment, setting: int, first: int, end: int, deep: int) -> Iterator[Chunk]:
    """A stretch of deals, split. Those before `deep` are looked into, which takes longer."""
    middle = min(max(first, deep), end)
    for begin, stop, more in ((first, middle, DEEP), (middle, end, 0.0)):
        size = size_of(experiment, experiment.settings[setting], stop - begin, more)
        yield from (Chunk(deal, setting, min(size, stop - deal)) for deal in range(begin, stop, size))


def size_of(experiment: Experiment, setting: Setting, deals: int, more: float) -> int:
    """How many deals a chunk has."""
    matches = setting.tables * experiment.again
    seconds = (seconds_for(setting) + more) * matches
    most = max(1, min(round(LONGEST / seconds), MOST_MATCHES // matches))
    return min(most, max(1, round(SHORTEST / seconds), -(-deals // PIECES)))


def seconds_for(setting: Setting) -> float:
    """Roughly, for a match."""
    return sum(seconds_of(bot, setting) for bot in setting.bots) / setting.players


def seconds_of(bot: str, setting: Setting) -> float:
    for strategy in setting.strategies:
        if bot == strategy.name:
            return max(QUICK, seconds_of(strategy.bot, setting))
    if bot in BY_LEVEL:
        return BY_LEVEL[bot]
    kind, _, count = bot.partition(":")
    if kind in ("flat", "ismcts"):
        return int(count or 1000) * PER_ITERATION
    return {"random": RANDOM, "greedy": QUICK}.get(bot, OWN)
