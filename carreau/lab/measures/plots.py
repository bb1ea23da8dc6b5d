"""Pictures that several measures draw."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import numpy as np

from carreau.core.phrase import Phrase
from carreau.lab.findings import BARS, DOTS, SHARE, Plot, Point, Series
from carreau.lab.measures.quantity import Quantity
from carreau.lab.measures.table import Table
from carreau.lab.statistics import LEVEL, Estimate
from carreau.lab.statistics.deals import Column

MOST_BARS = 30
MOST_DISTRIBUTIONS = 6  # settings whose distributions are drawn


def point(x: float | Phrase, estimate: Estimate) -> Point:
    return Point(x, estimate.value, estimate.low, estimate.high)


def by_setting(
    title: Phrase, y: Phrase, quantities: Sequence[Quantity], tables: Sequence[Table], expected: float | None = None,
    level: float = LEVEL,
) -> Plot | None:  # fmt: skip
    """Values with their intervals: of one setting one below the other, of several settings grouped by setting."""
    unit = quantities[0].unit
    found = [(one, [(table, one.estimate(table, level)) for table in tables]) for one in quantities]
    found = [(one, known) for one, every in found if (known := [(table, e) for table, e in every if e.is_known])]
    if not found:
        return None
    if len(tables) == 1:
        values = tuple(point(one.label, known[0][1]) for one, known in found)
        return Plot(DOTS, title, Phrase("Setting"), y, (Series(tables[0].name, values),), unit, expected)
    series = tuple(Series(one.label, tuple(point(table.name, e) for table, e in known)) for one, known in found)
    return Plot(DOTS, title, Phrase("Setting"), y, series, unit, expected)


def distributions(title: Phrase, x: Phrase, name: str, tables: Sequence[Table]) -> list[Plot]:
    """How a whole number is distributed over matches, one plot for each game."""
    plots = []
    for _, group in groupby(sorted(tables, key=lambda table: table.setting.game.id), key=lambda table: table.setting.game.id):
        if len(found := [table for table in group if name in table.columns]) <= MOST_DISTRIBUTIONS:
            width = width_of([table.columns[name] for table in found])
            series = tuple(Series(table.name, histogram(table.columns[name], width)) for table in found)
            plots.append(Plot(BARS, title, x, Phrase("share of the matches"), series, SHARE))
    return plots


def width_of(columns: Sequence[Column]) -> int:
    """How many values share a bar, so that there are not too many bars."""
    low, high = min(int(one.min()) for one in columns), max(int(one.max()) for one in columns)
    return (high - low) // MOST_BARS + 1


def histogram(values: Column, width: int) -> tuple[Point, ...]:
    """The share of the matches in each bar, which stands in the middle of its values."""
    bars, counts = np.unique(values // width, return_counts=True)
    return tuple(Point(float(bar * width + (width - 1) / 2), float(n / len(values))) for bar, n in zip(bars, counts))
