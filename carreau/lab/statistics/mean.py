"""Means, shares and ratios over matches, and differences between two ways to play the same deals.

All of them are ratios of sums. How much one varies is seen from what each deal adds to it (linearized); that takes care of
everything that matches of a deal have in common.
"""

from __future__ import annotations

import math

import numpy as np

from carreau.lab.statistics.deals import Column, Deals, Numbers
from carreau.lab.statistics.estimate import LEVEL, NOTHING, UNKNOWN, Estimate, share, spread

Sums = tuple[Numbers, Numbers]  # above and below the line, by deal


def mean_by_deal(values: Column, deals: Deals | Column, level: float = LEVEL) -> Estimate:
    """The mean over all rows; those without a value (nan) do not count."""
    return ratio_by_deal(values, None, deals, level)


def ratio_by_deal(above: Column, below: Column | None, deals: Deals | Column, level: float = LEVEL) -> Estimate:
    """The sum of one column over the sum of another, such as choices for each decision. Below None, it is the mean."""
    sums, groups = summed(above, below, deals)
    if not groups.count or not sums[1].sum() > 0:
        return UNKNOWN
    value, pulls = ratio(sums)
    return spread(value, math.sqrt(variance(pulls)), groups.count - 1, level)


def share_by_deal(above: Column, deals: Deals | Column, below: Column | None = None, level: float = LEVEL) -> Estimate:
    """The same for what lies between 0 and 1. Its interval does so, too, and is never empty."""
    sums, groups = summed(above, below, deals)
    if not groups.count or not sums[1].sum() > 0:
        return UNKNOWN
    value, pulls = ratio(sums)
    return share(min(1.0, max(0.0, value)), variance(pulls), groups.count, level)


def difference_by_deal(
    first: tuple[Column, Column | None, Deals | Column], second: tuple[Column, Column | None, Deals | Column],
    level: float = LEVEL, range_of_values: float = 0.0,
) -> Estimate:  # fmt: skip
    """The first ratio less the second, over the deals that both have: what these have in common falls away.

    Args:
        first: What is above and below the line (None for a mean), and the deals.
        second: The same for the other.
        level: Of the interval.
        range_of_values: How far values can lie apart (1 for shares); if all deals differ by the same, the interval is that of
            as many deals of which one differs by so much more.
    """
    sums, count = in_common(first, second)
    if count == 0 or not min(sums[0][1].sum(), sums[1][1].sum()) > 0:
        return UNKNOWN
    (one, pulls), (other, pulls_of_other) = ratio(sums[0]), ratio(sums[1])
    square = variance(pulls - pulls_of_other)
    error = range_of_values / count if square <= NOTHING else math.sqrt(square)
    return spread(one - other, error, count - 1, level)


def quantile_by_deal(values: Column, part: float, deals: Deals | Column, level: float = LEVEL) -> Estimate:
    """The value that this part of the rows does not exceed, such as the median: by the interval of that part (Woodruff)."""
    kept, _, groups = known(values, None, deals)
    if not groups.count:
        return UNKNOWN
    ascending = np.sort(kept)
    value = at(ascending, part)
    around = share_by_deal(kept <= value, groups, level=level)
    moved = (min(1.0, max(0.0, part + end - around.value)) for end in (around.low, around.high))
    low, high = (at(ascending, end) for end in moved)
    return Estimate(value, min(low, value), max(high, value), degrees=groups.count - 1)


def half_width(values: Column, deals: Deals | Column) -> float:
    """Half of the width of the 95 % interval of a share."""
    return share_by_deal(values, deals).half


def at(ascending: Column, part: float) -> float:
    return float(ascending[min(len(ascending) - 1, max(0, math.ceil(part * len(ascending)) - 1))])


def grouped(deals: Deals | Column) -> Deals:
    return deals if isinstance(deals, Deals) else Deals(deals)


def known(above: Column, below: Column | None, deals: Deals | Column) -> tuple[Column, Column | None, Deals]:
    """Without the rows that have no value."""
    groups = grouped(deals)
    if above.dtype.kind != "f" or (kept := np.isfinite(above)).all():
        return above, below, groups
    return above[kept], below if below is None else below[kept], groups.where(kept)


def summed(above: Column, below: Column | None, deals: Deals | Column) -> tuple[Sums, Deals]:
    """Both sums by deal."""
    above, below, groups = known(above, below, deals)
    under = groups.sizes.astype(np.float64) if below is None else groups.sums(below)
    return (groups.sums(above), under), groups


def in_common(
    first: tuple[Column, Column | None, Deals | Column], second: tuple[Column, Column | None, Deals | Column]
) -> tuple[tuple[Sums, Sums], int]:
    """The sums of two tables, over the deals that both have."""
    (one, groups), (other, others) = summed(*first), summed(*second)
    numbers, here, there = np.intersect1d(groups.numbers, others.numbers, assume_unique=True, return_indices=True)
    return ((one[0][here], one[1][here]), (other[0][there], other[1][there])), len(numbers)


def ratio(sums: Sums) -> tuple[float, Numbers]:
    """A ratio, and how far each deal pulls it: these have a mean of zero."""
    above, below = sums
    value = float(above.sum() / below.sum())
    return value, (above - value * below) / float(below.mean())


def variance(pulls: Numbers) -> float:
    """Of a ratio."""
    count = len(pulls)
    return float(np.square(pulls).sum()) / (count * (count - 1)) if count > 1 else math.nan
