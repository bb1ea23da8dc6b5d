"""Wald's sequential test: two ways to play the same deals, compared until it is clear which of three things is so."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from carreau.lab.statistics.deals import Column, Numbers

FEWEST = 40  # deals before anything is decided: the variance has to be estimated first
DOUBTS = 3  # deals that are far off, added to those that were played, so that a few equal ones prove nothing
FIRST, SECOND, EQUAL = "first", "second", "equal"


@dataclass(frozen=True)
class Verdict:
    """What a test says so far.

    Attributes:
        decided: `first` (is higher), `second`, `equal` (not as far apart as would be worth knowing), or nothing yet.
        deals: After how many deals that was clear; all there are if it is not.
        higher: How much the deals up to there speak for the first being higher, as the logarithm of a likelihood ratio.
        lower: The same for the second.
    """

    decided: str | None
    deals: int
    higher: float
    lower: float


@dataclass(frozen=True)
class Sprt:
    """Two of Wald's tests side by side: no difference against +apart, and no difference against −apart.

    Attributes:
        apart: The difference worth knowing.
        alpha: The chance to call equal ways different.
        beta: The chance to call ways equal that are so far apart.
        range_of_values: How far values can lie apart (1 for shares).
    """

    apart: float
    alpha: float = 0.05
    beta: float = 0.05
    range_of_values: float = 0.0

    @property
    def upper(self) -> float:
        """What the logarithm of a likelihood ratio must reach to speak for a difference. Half of alpha is for either side."""
        return math.log((1 - self.beta) / (self.alpha / 2))

    @property
    def lower(self) -> float:
        """What it must fall to, to speak against one."""
        return math.log(self.beta / (1 - self.alpha / 2))

    def verdict(self, differences: Column) -> Verdict:
        """What the deals say, in their order: what follows after the decision does not change it."""
        if not len(differences):
            return Verdict(None, 0, 0.0, 0.0)
        higher, lower = self.ratios(np.asarray(differences, np.float64))
        ends = (self.end(higher), self.end(lower))
        for end, ratio, name in ((ends[0], higher, FIRST), (ends[1], lower, SECOND)):
            if end < len(ratio) and ratio[end] >= self.upper:
                return Verdict(name, end + 1, float(higher[end]), float(lower[end]))
        if (end := max(ends)) < len(higher):
            return Verdict(EQUAL, end + 1, float(higher[end]), float(lower[end]))
        return Verdict(None, len(higher), float(higher[-1]), float(lower[-1]))

    def ratios(self, differences: Numbers) -> tuple[Numbers, Numbers]:
        """After each deal, how likely what was seen is if the first is higher, and if the second is, against if neither is.

        For normal values whose variance is not known: how much more they spread around one truth than around the other.
        """
        count = np.arange(1, len(differences) + 1)
        mean = np.cumsum(differences) / count
        squares = np.maximum(np.cumsum(differences**2) - count * mean**2, 0.0)
        variance = (squares + DOUBTS * max(self.range_of_values, self.apart) ** 2) / count
        none = variance + mean**2
        return (
            count / 2 * np.log(none / (variance + (mean - self.apart) ** 2)),
            count / 2 * np.log(none / (variance + (mean + self.apart) ** 2)),
        )

    def end(self, ratio: Numbers) -> int:
        """The place where one of the tests ends; behind all if it does not."""
        outside = (ratio >= self.upper) | (ratio <= self.lower)
        outside[: FEWEST - 1] = False
        return int(outside.argmax()) if outside.any() else len(ratio)
