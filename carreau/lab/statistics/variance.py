"""How much of what differs between matches is in the deal, and how much in how it is played."""

from __future__ import annotations

import math

import numpy as np

from carreau.lab.statistics.deals import Column, Deals
from carreau.lab.statistics.estimate import LEVEL, UNKNOWN, Estimate, spread
from carreau.lab.statistics.mean import ratio_by_deal


def part_by_deal(values: Column, deal: Column, table: Column | None = None, level: float = LEVEL) -> Estimate:
    """The part of the variance that is the deal's: 1 if everything is decided with it, 0 if it does not matter.

    A one-way analysis of variance with random effects. Both of its parts are means over deals, so that the interval counts
    what varies between deals, whatever the distribution of the values. Deals that were played once at each table say nothing.

    Args:
        values: A number for each match, or several (all with equal weight).
        deal: The deal of each.
        table: How the players sat, if that differed: each table has its own mean.
        level: Of the interval.
    """
    many = values.astype(np.float64).reshape(len(values), -1)
    tables = np.zeros(len(values), np.int64) if table is None else table
    again = rows_of_a_cell(deal, tables)
    if again < 2:
        return UNKNOWN
    order = np.lexsort((tables, deal))
    cells = many[order].reshape(-1, again, many.shape[1])
    means = cells.mean(axis=1)
    within = ((cells - means[:, None]) ** 2).sum(axis=(1, 2)) / (again - 1)
    between = again * ((means - means_of_tables(means, tables[order][::again])) ** 2).sum(axis=1)
    deals = Deals(deal[order][::again])
    between *= deals.count / max(1, deals.count - 1)
    found = ratio_by_deal(between - within, between + (again - 1) * within, deals, level)
    error = max(found.error, least_error(found.value, again, deals.count))
    return spread(found.value, error, deals.count - 1, level).within(0.0, 1.0) if found.is_known else UNKNOWN


def least_error(part: float, again: int, deals: int) -> float:
    """What its standard error would be for normal values: where hardly anything varies, what was seen is no measure of it."""
    if deals < 2:
        return math.nan
    part = min(1.0, max(0.0, part))
    return (1 - part) * (1 + (again - 1) * part) * math.sqrt(2 / (again * (again - 1) * (deals - 1)))


def rows_of_a_cell(deal: Column, table: Column) -> int:
    """How often each deal was played at each table; 0 if not all equally often."""
    sizes = Deals(deal.astype(np.int64) * (int(table.max(initial=0)) + 1) + table).sizes
    return int(sizes[0]) if len(sizes) and np.all(sizes == sizes[0]) else 0


def means_of_tables(means: Column, table: Column) -> Column:
    """For every row, the mean over those of its table."""
    result = np.empty_like(means)
    for one in np.unique(table):
        result[table == one] = means[table == one].mean(axis=0)
    return result
