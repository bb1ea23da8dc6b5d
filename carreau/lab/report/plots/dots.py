"""Values with their intervals, one below the other: what each is called stands beside it, so that nothing has to be looked up."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from carreau.core.words import Words
from carreau.draw.svg import Markup
from carreau.draw.text import shortened, text_width, wrapped
from carreau.lab.findings import BARS, SHARE, Plot, Point
from carreau.lab.report.plots.canvas import NORMAL, SMALL, WIDE, Canvas, within
from carreau.lab.report.plots.paint import CODES, LINE, PAPER, SOFT, Style, style_of
from carreau.lab.report.plots.scale import Scale, scale_for
from carreau.lab.report.units import places_of, written

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MANY = 40  # rows that are still named one by one
ROW, TIGHT, BETWEEN = 22.0, 9.0, 8.0  # units from row to row, if rows have no names, and between groups
TOP, BOTTOM = 8.0, 38.0
MOST_LABEL, MOST_LINES = 150.0, 4


@dataclass(frozen=True)
class Row:
    """A value and what stands beside it; a row without a point is the heading of those below."""

    point: Point | None
    name: tuple[str, ...]
    value: str
    style: Style
    y: float


def draw_dots(plot: Plot, words: Words, name: str, title: str, about: str) -> Markup:
    rows, tall = rows_of(plot, words)
    legend = is_tight(plot)
    left = 6 + max(text_width(line, NORMAL) for row in rows if row.point for line in row.name or ("",))
    right = WIDE - 6 - max(text_width(row.value, NORMAL) for row in rows)
    canvas = Canvas(tall + BOTTOM + (legend_height(plot, words) if legend else 0))
    top = legend_height(plot, words) if legend else 0.0
    scale = scale_for(values_of(plot), plot.unit, words, zero=plot.kind == BARS, bounds=(0, 1) if plot.unit == SHARE else None)
    axes = canvas.axes(left + 8, top, right - 8, top + tall)
    axes.set(xlim=(scale.low, scale.high), ylim=(tall, 0))
    across(canvas, scale, left + 8, right - 8, top + tall, words.tell(plot.y))
    for strip in strips(rows):
        axes.vlines(scale.ticks, *strip, color=CODES[LINE], linewidth=1, zorder=0)
        if plot.expected is not None:
            axes.plot([plot.expected] * 2, strip, color=CODES[SOFT], linewidth=1, dashes=(4, 3), zorder=0.5)
    for row in rows:
        mark(axes, row, plot.kind == BARS, legend)
        beside(canvas, row, left, top)
    if legend:
        draw_legend(canvas, plot, words)
    return canvas.finish(name, title, about)


def rows_of(plot: Plot, words: Words) -> tuple[list[Row], float]:
    """Every value with its place, and how tall that is."""
    several, tight = len(plot.series) > 1, is_tight(plot)
    rows, y = [], TOP
    for _, found in groupby(sorted(pairs(plot), key=lambda one: one[0]), key=lambda one: one[0]):
        group = list(found)
        x = words.tell(str_of(group[0][2].x, words))
        called = lines_of(x)
        if several and not tight:
            rows.append(Row(None, (shortened(x, WIDE, NORMAL, True),), "", style_of(0), y + ROW / 2))
            y += ROW
        step = TIGHT if tight else ROW
        for k, (_, series, point) in enumerate(group):
            label = lines_of(words.tell(plot.series[series].name)) if several else called
            if tight:
                label = list(called) if k == len(group) // 2 else []
            tall = max(step, len(label) * 14 + 6 if not tight else 0)
            value = "" if tight else written(point.y, plot.unit, places_of(point.y, point.low, point.high, plot.unit), words)
            rows.append(Row(point, tuple(label), value, style_of(series), y + tall / 2))
            y += tall
        y += BETWEEN if several else 0
    return rows, y


def lines_of(name: str) -> list[str]:
    """A name in a few lines; what is longer is cut."""
    lines = wrapped(name, MOST_LABEL, NORMAL)
    return [shortened(line, MOST_LABEL, NORMAL) for line in [*lines[: MOST_LINES - 1], " ".join(lines[MOST_LINES - 1 :])] if line]


def pairs(plot: Plot) -> list[tuple[int, int, Point]]:
    """Every point with the numbers of its category and its series."""
    order: dict[object, int] = {}
    for series in plot.series:
        for point in series.points:
            order.setdefault(point.x, len(order))
    return [(order[point.x], k, point) for k, series in enumerate(plot.series) for point in series.points]


def str_of(x: object, words: Words) -> str:
    return x if isinstance(x, str) else written(float(x), "", 0 if float(x).is_integer() else 2, words)  # type: ignore[arg-type]


def is_tight(plot: Plot) -> bool:
    return len(plot.series) > 1 and sum(len(series.points) for series in plot.series) > MANY


def values_of(plot: Plot) -> list[float]:
    points = [point for series in plot.series for point in series.points]
    every = [value for point in points for value in (point.y, point.low, point.high)] + [plot.expected]
    return [value for value in every if value is not None and math.isfinite(value)]


def strips(rows: list[Row]) -> list[tuple[float, float]]:
    """From where to where lines are drawn down the plot: beside values, not behind headings."""
    found: list[tuple[float, float]] = []
    for is_heading, group in groupby(rows, key=lambda row: row.point is None):
        if not is_heading:
            places = [row.y for row in group]
            found.append((places[0] - ROW / 2, places[-1] + ROW / 2))
    return found


def across(canvas: Canvas, scale: Scale, left: float, right: float, bottom: float, called: str) -> None:
    """The values along the bottom, and what they are."""
    for tick, text in zip(scale.ticks, scale.texts):
        x = left + (right - left) * (tick - scale.low) / (scale.high - scale.low)
        canvas.text(within(x, text), bottom + 14, text, SMALL, "center")
    canvas.text(right + 8, bottom + 30, called, SMALL, "right")


def mark(axes: Axes, row: Row, is_bar: bool, is_small: bool) -> None:
    if row.point is None or not math.isfinite(row.point.y):
        return
    point, colour, size = row.point, row.style.colour, 5 if is_small else 8
    if is_bar:
        axes.barh(row.y, point.y, 3 if is_small else 11, color=colour)
    if point.low is not None and point.high is not None:
        axes.plot([point.low, point.high], [row.y, row.y], color=CODES["ink"] if is_bar else colour, linewidth=2)
    if not is_bar:
        axes.plot([point.y], [row.y], row.style.sign, color=colour, markersize=size, mec=CODES[PAPER], mew=1)


def beside(canvas: Canvas, row: Row, left: float, top: float) -> None:
    """The name to the left of a value, and its number to the right."""
    if row.point is None:
        canvas.label(0, top + row.y + 4, row.name[0], bold=True)
        return
    for k, line in enumerate(row.name):
        canvas.label(left, top + row.y + 4 + 14 * (k - (len(row.name) - 1) / 2), line, "right")
    if row.value:
        canvas.label(WIDE, top + row.y + 4, row.value, "right")


def legend_places(plot: Plot, words: Words) -> list[tuple[float, float, str]]:
    """Where each series is named above the plot."""
    places, x, y = [], 0.0, 14.0
    for series in plot.series:
        called = shortened(words.tell(series.name), WIDE - 20, NORMAL)
        width = 16 + text_width(called, NORMAL) + 14
        if x and x + width - 14 > WIDE:
            x, y = 0.0, y + 18
        places.append((x, y, called))
        x += width
    return places


def legend_height(plot: Plot, words: Words) -> float:
    return legend_places(plot, words)[-1][1] + 8


def draw_legend(canvas: Canvas, plot: Plot, words: Words) -> None:
    tall = legend_height(plot, words)
    axes = canvas.axes(0, 0, WIDE, tall)
    axes.set(xlim=(0, WIDE), ylim=(tall, 0))
    for k, (x, y, called) in enumerate(legend_places(plot, words)):
        style = style_of(k)
        axes.plot([x + 6], [y - 4], style.sign, color=style.colour, markersize=8, mec=CODES[PAPER], mew=1)
        canvas.label(x + 16, y, called)
