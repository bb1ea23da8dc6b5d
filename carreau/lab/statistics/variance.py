"""How much of what differs between matches is in the deal, and how much in how it is played."""

from __future__ import annotations

import numpy as np

from carreau.lab.statistics.deals import Column, Deals
from carreau.lab.statistics.estimate import LEVEL, UNKNOWN, Estimate
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
    return ratio_by_deal(between - within, between + (again - 1) * within, deals, level).within(0.0, 1.0)


def rows_of_a_cell(deal: Column, table: Column) -> int:
    """How often each deal was played at each table; 0 if not all equally often."""
    _, counts = np.unique(np.stack([deal, table]), axis=1, return_counts=True)
    return int(counts[0]) if len(counts) and np.all(counts == counts[0]) else 0


def means_of_tables(means: Column, table: Column) -> Column:
    """For every row, the mean over those of its table."""
    result = np.empty_like(means)
    for one in np.unique(table):
        result[table == one] = means[table == one].mean(axis=0)
    return result
