"""Something that is measured in every match, and its mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from carreau.core.phrase import Phrase
from carreau.lab.findings import SHARE, Figure
from carreau.lab.measures.table import Table
from carreau.lab.statistics import LEVEL, UNKNOWN, Estimate, difference_by_deal, ratio_by_deal, share_by_deal
from carreau.lab.statistics.deals import Column

Parts = tuple[Column, Column | None]  # what is above and below the line, for every match; None for a mean over matches


@dataclass(frozen=True)
class Quantity:
    """A figure of a setting.

    Attributes:
        name: For programs; it never changes its meaning.
        label: For people.
        unit: One of the units of findings. Shares lie between 0 and 1.
        parts: The columns; None where they were not noted.
    """

    name: str
    label: Phrase
    unit: str
    parts: Callable[[Table], Parts | None]

    def of(self, table: Table) -> Parts | None:
        """Its columns, if there is any value."""
        parts = self.parts(table)
        return None if parts is None or not np.isfinite(parts[0]).any() else parts

    def estimate(self, table: Table, level: float = LEVEL) -> Estimate:
        """Its mean, which is computed once for each table and level."""
        if (key := (self.name, level)) not in table.kept:
            table.kept[key] = self.computed(table, level)
        return table.kept[key]

    def computed(self, table: Table, level: float) -> Estimate:
        if (parts := self.of(table)) is None:
            return UNKNOWN
        above, below = parts
        if self.unit == SHARE:
            return share_by_deal(above, table.deals, below, level)
        return ratio_by_deal(above, below, table.deals, level)

    def difference(self, first: Table, second: Table, level: float = LEVEL) -> Estimate:
        """The first less the second, over their common deals."""
        one, other = self.of(first), self.of(second)
        if one is None or other is None:
            return UNKNOWN
        reach = 1.0 if self.unit == SHARE else 0.0
        return difference_by_deal((*one, first.deals), (*other, second.deals), level, reach)

    def figures(self, tables: Iterable[Table], level: float = LEVEL) -> list[Figure]:
        """One for each setting in which it was noted."""
        found = [(table, self.estimate(table, level)) for table in tables]
        return [figure(table.id, self.name, self.label, one, self.unit) for table, one in found if one.is_known]


def figure(variant: str, name: str, label: Phrase, estimate: Estimate, unit: str) -> Figure:
    return Figure(variant, name, label, estimate.value, estimate.low, estimate.high, unit)
