"""What each of many things adds to a result: linear regression, its intervals by deal."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from carreau.lab.statistics.deals import Column, Deals, Numbers
from carreau.lab.statistics.estimate import LEVEL, UNKNOWN, Estimate, spread

INDEPENDENT = 1e-9  # what is left of a column, of 1, once the others have explained it
ALONG = 1e-6  # how far a question may point where nothing is known
FEWEST = 10  # deals that must have something to say

Block = tuple[Numbers, Numbers, Column]  # columns that explain, what is explained, deals (none in two blocks)


@dataclass(frozen=True)
class Regression:
    """What was found.

    Attributes:
        values: An answer for each question.
        errors: Their standard errors.
        deals: How many deals have something to say about each, counted by how much they say: if only one match of a thousand was
            without a card, it alone says what the card is worth.
        can_be_told: Whether the columns are enough to answer.
    """

    values: Numbers
    errors: Numbers
    deals: Numbers
    can_be_told: Column

    def estimate(self, question: int, level: float = LEVEL) -> Estimate:
        """The answer to a question."""
        if not self.can_be_told[question] or self.deals[question] < FEWEST:
            return UNKNOWN
        degrees = math.floor(self.deals[question] + ALONG) - 1
        return spread(float(self.values[question]), float(self.errors[question]), degrees, level)


def regress(blocks: Iterable[Block], questions: Numbers | None = None) -> Regression:
    """Least squares over all blocks.

    Args:
        blocks: Rows, some at a time. They are gone through twice: give a list, or something that can be started again.
        questions: Sums of coefficients with weights, one in each row; each coefficient if left out.
    """
    squares, sides = added_up(blocks)
    inverse, unknown = inverted(squares)
    asked = np.eye(len(sides)) if questions is None else questions
    size = np.abs(asked).max(axis=1, initial=0.0, keepdims=True)
    can_be_told = np.all(np.abs(asked @ unknown) <= ALONG * size, axis=1)
    weights = asked @ inverse
    variances, saying, rows, deals = spread_by_deal(blocks, inverse @ sides, weights)
    used = len(sides) - unknown.shape[1]
    if deals > 1 and rows > used:
        variances *= deals / (deals - 1) * (rows - 1) / (rows - used)
    return Regression(weights @ sides, np.sqrt(variances), saying, can_be_told)


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


def inverted(squares: Numbers) -> tuple[Numbers, Numbers]:
    """The inverse as far as there is one, and the directions in which there is none."""
    scale = np.sqrt(np.diag(squares))
    scale[scale == 0] = 1.0
    sizes, directions = np.linalg.eigh(squares / np.outer(scale, scale))
    directions /= scale[:, None]
    known = sizes > INDEPENDENT * max(1.0, float(sizes.max(initial=0.0)))
    unknown = directions[:, ~known]
    return directions[:, known] / sizes[known] @ directions[:, known].T, unknown / np.linalg.norm(unknown, axis=0)


def spread_by_deal(blocks: Iterable[Block], values: Numbers, weights: Numbers) -> tuple[Numbers, Numbers, int, int]:
    """The variance of each answer and how many deals speak of it; and how many rows and deals there are."""
    variances, whole, squares = np.zeros(len(weights)), np.zeros(len(weights)), np.zeros(len(weights))
    rows, deals = 0, 0
    for columns, explained, deal in blocks:
        groups = Deals(deal)
        pulls = columns @ weights.T  # of each row on each answer
        variances += np.square(groups.sums(pulls * (explained - columns @ values)[:, None])).sum(axis=0)
        said = groups.sums(np.square(pulls))
        whole += said.sum(axis=0)
        squares += np.square(said).sum(axis=0)
        rows, deals = rows + groups.rows, deals + groups.count
    saying = np.divide(whole**2, squares, out=np.zeros_like(whole), where=squares > 0)
    return variances, saying, rows, deals
