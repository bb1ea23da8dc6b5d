"""Intervals for whatever has no formula: drawing deals again and again, each with all its matches."""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist

import numpy as np

from carreau.lab.statistics.deals import Column, Deals
from carreau.lab.statistics.estimate import LEVEL, Estimate
from carreau.lab.statistics.mean import grouped
from carreau.lab.statistics.student import reach

DRAWS = 1000
SEED = 20  # fixed, so that the same matches give the same interval


def resampled(statistic: Callable[[Column], float], deals: Deals | Column, level: float = LEVEL, draws: int = DRAWS) -> Estimate:
    """Any number computed from rows, with its interval by drawing deals (percentiles, widened for few deals).

    Args:
        statistic: Computes the number from some rows, which it gets as an array of their places; a place may occur repeatedly.
        deals: The deal of each row.
        level: Of the interval.
        draws: How often all deals are drawn again.
    """
    groups = grouped(deals)
    value = statistic(groups.ordered(np.arange(groups.rows)))
    if groups.count < 2:
        return Estimate(value, math.nan, math.nan)
    chance = np.random.default_rng(SEED)
    values = np.array([statistic(groups.rows_of(chance.integers(groups.count, size=groups.count))) for _ in range(draws)])
    values = values[np.isfinite(values)]
    if not len(values):
        return Estimate(value, math.nan, math.nan)
    low, high = np.quantile(values, ends(level, groups.count))
    return Estimate(value, min(value, float(low)), max(value, float(high)), float(values.std(ddof=1)), groups.count - 1)


def ends(level: float, count: int) -> tuple[float, float]:
    """Between which parts of the drawn values the interval lies: as far out as Student's distribution goes with so few deals."""
    out = NormalDist().cdf(-reach(level, count - 1) * math.sqrt(count / (count - 1)))
    return out, 1 - out
