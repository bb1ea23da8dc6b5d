"""An estimate: a value with its interval."""

from __future__ import annotations

import math
from dataclasses import dataclass

from carreau.lab.statistics.student import reach, two_sided

LEVEL = 0.95  # of an interval, if nothing else is said
NOTHING = 1e-14  # a variance that is only a matter of rounding


@dataclass(frozen=True)
class Estimate:
    """What a number probably is.

    Attributes:
        value: The best guess.
        low: The lower end of its interval.
        high: The upper end.
        error: Its standard error.
        degrees: The degrees of freedom of that: one less than the number of deals.
    """

    value: float
    low: float
    high: float
    error: float = math.nan
    degrees: int = 0

    @property
    def half(self) -> float:
        """Half of the interval's width."""
        return (self.high - self.low) / 2

    @property
    def is_known(self) -> bool:
        return math.isfinite(self.value)

    def chance(self, expected: float = 0.0) -> float:
        """The chance to be as far from what is expected, if that is the truth."""
        if self.error > 0:
            return two_sided((self.value - expected) / self.error, self.degrees)
        return math.nan if math.isnan(self.error) else float(self.value == expected)

    def differs_from(self, expected: float) -> bool:
        """Whether the interval does not contain a value."""
        return expected < self.low or self.high < expected

    def times(self, factor: float) -> Estimate:
        """A multiple of it."""
        low, high = sorted((factor * self.low, factor * self.high))
        return Estimate(factor * self.value, low, high, abs(factor) * self.error, self.degrees)

    def plus(self, more: float) -> Estimate:
        return Estimate(self.value + more, self.low + more, self.high + more, self.error, self.degrees)

    def within(self, low: float, high: float) -> Estimate:
        """The same, cut to what is possible."""
        value, least, most = (end if math.isnan(end) else min(max(end, low), high) for end in (self.value, self.low, self.high))
        return Estimate(value, least, most, self.error, self.degrees)


UNKNOWN = Estimate(math.nan, math.nan, math.nan)


def spread(value: float, error: float, degrees: int, level: float = LEVEL) -> Estimate:
    """A value with its standard error."""
    half = reach(level, degrees) * error if degrees > 0 else math.nan
    return Estimate(value, value - half, value + half, error, degrees)


def share(value: float, variance: float, deals: int, level: float = LEVEL) -> Estimate:
    """A share: Wilson's interval for as many trials as would vary like this.

    If nothing varies, as when somebody has won every time, the next deal may still be the first that does: the interval is that
    of as many deals of which one has.
    """
    degrees, still = deals - 1, value * (1 - value)
    if degrees < 1:
        return Estimate(value, 0.0, 1.0)
    trials = still / variance if variance > NOTHING else max(deals, still * deals**2)
    square = reach(level, degrees) ** 2
    middle = (value + square / (2 * trials)) / (1 + square / trials)
    half = math.sqrt(square * (still / trials + square / (4 * trials**2))) / (1 + square / trials)
    error = math.sqrt(max(variance, still / trials))
    return Estimate(value, max(0.0, min(value, middle - half)), min(1.0, max(value, middle + half)), error, degrees)
