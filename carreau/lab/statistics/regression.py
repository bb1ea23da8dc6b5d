"""What each of many things adds to a result: linear regression, its intervals by deal."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from carreau.lab.statistics.deals import Column, Deals, Numbers
from carreau.lab.statistics.estimate import LEVEL, UNKNOWN, Estimate, spread

INDEPENDENT = 1e-9  # what is left of a column, of 1, once the others have explained it


@dataclass(frozen=True)
class Regression:
    """What was found.

    Attributes:
        values: The coefficients; nan where the others explain a column.
        variances: Their covariance.
        deals: Over how many deals.
    """

    values: Numbers
    variances: Numbers
    deals: int

    def estimate(self, column: int, level: float = LEVEL) -> Estimate:
        """One coefficient."""
        weights = np.zeros(len(self.values))
        weights[column] = 1.0
        return self.combined(weights, level)

    def combined(self, weights: Numbers, level: float = LEVEL) -> Estimate:
        """A sum of coefficients with weights."""
        used = weights != 0
        if not np.all(np.isfinite(self.values[used])):
            return UNKNOWN
        variance = float(weights[used] @ self.variances[np.ix_(used, used)] @ weights[used])
        return spread(float(weights[used] @ self.values[used]), math.sqrt(max(0.0, variance)), self.deals - 1, level)


Block = tuple[Numbers, Numbers, Column]  # columns that explain, what is explained, deals (none in two blocks)


def regress(blocks: Iterable[Block]) -> Regression:
    """Least squares over all blocks (gone through twice: give a list, or something that can be started again)."""
    squares, sides = added_up(blocks)
    kept = independent(squares)
    inverse = np.zeros_like(squares)
    inverse[np.ix_(kept, kept)] = np.linalg.inv(squares[np.ix_(kept, kept)])
    values = inverse @ sides
    middle, rows, deals = spread_by_deal(blocks, values)
    if deals > 1 and rows > kept.sum():
        middle *= deals / (deals - 1) * (rows - 1) / (rows - kept.sum())
    variances = inverse @ middle @ inverse
    values[~kept] = math.nan
    return Regression(values, variances, deals)


def added_up(blocks: Iterable[Block]) -> tuple[Numbers, Numbers]:
    """The normal equations."""
    squares: Numbers = np.zeros((0, 0))
    sides: Numbers = np.zeros(0)
    for columns, explained, _ in blocks:
        if not len(sides):
            squares, sides = np.zeros((columns.shape[1],) * 2), np.zeros(columns.shape[1])
        squares += columns.T @ columns
        sides += columns.T @ explained
    return squares, sides


def spread_by_deal(blocks: Iterable[Block], values: Numbers) -> tuple[Numbers, int, int]:
    """How much the deals pull the coefficients, and how many rows and deals there are."""
    middle, rows, deals = np.zeros((len(values),) * 2), 0, 0
    for columns, explained, deal in blocks:
        groups = Deals(deal)
        pulls = groups.sums(columns * (explained - columns @ values)[:, None])
        middle += pulls.T @ pulls
        rows, deals = rows + groups.rows, deals + groups.count
    return middle, rows, deals


def independent(squares: Numbers) -> Column:
    """Which columns say something that those before them do not (by elimination)."""
    left, kept = squares.copy(), np.zeros(len(squares), bool)
    for column in range(len(squares)):
        if left[column, column] > INDEPENDENT * max(squares[column, column], 1e-300):
            kept[column] = True
            left -= np.outer(left[:, column], left[column]) / left[column, column]
    return kept
