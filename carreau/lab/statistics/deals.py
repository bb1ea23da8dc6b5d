"""Which rows belong to the same deal."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Column = NDArray[Any]
Numbers = NDArray[np.float64]


class Deals:
    """The rows of a table, grouped by deal.

    Attributes:
        numbers: Each deal once, in ascending order.
        sizes: How many rows each has.
        count: How many deals there are.
    """

    def __init__(self, deal: Column) -> None:
        column = np.asarray(deal)
        self._order = None if np.all(column[1:] >= column[:-1]) else np.argsort(column, kind="stable")
        ascending = column if self._order is None else column[self._order]
        self.starts = np.flatnonzero(np.r_[True, ascending[1:] != ascending[:-1]]) if len(column) else np.zeros(0, np.int64)
        self.rows = len(column)
        self.numbers = ascending[self.starts]
        self.sizes = np.diff(np.r_[self.starts, self.rows])
        self.count = len(self.starts)

    def sums(self, values: Column) -> Numbers:
        """The sum over each deal's rows."""
        exact = self.ordered(values)
        if self.count == self.rows:
            return exact.astype(np.float64)
        sums: Numbers = np.zeros(0)
        if self.rows and np.all(self.sizes == self.sizes[0]):
            sums = exact.reshape(self.count, -1, *exact.shape[1:]).sum(axis=1, dtype=np.float64)
        elif self.rows:
            sums = np.add.reduceat(exact, self.starts, axis=0, dtype=np.float64)
        return sums

    def ordered(self, values: Column) -> Column:
        """Rows with those of one deal beside each other."""
        return values if self._order is None else values[self._order]

    def where(self, kept: NDArray[np.bool_]) -> Deals:
        """Some of the rows."""
        column = np.empty(self.rows, self.numbers.dtype)
        column[slice(None) if self._order is None else self._order] = np.repeat(self.numbers, self.sizes)
        return Deals(column[kept])

    def rows_of(self, drawn: Column) -> Column:
        """The places of all rows of these deals, given by their place in `numbers`."""
        sizes = self.sizes[drawn]
        before = np.cumsum(sizes) - sizes
        places = np.arange(int(sizes.sum())) + np.repeat(self.starts[drawn] - before, sizes)
        rows: Column = places if self._order is None else self._order[places]
        return rows
