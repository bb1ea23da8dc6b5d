"""Distributions: one strip for each series, one below the other on the same axis, so that nothing covers anything."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from carreau.core.words import Words
from carreau.draw.svg import Markup
from carreau.draw.text import shortened, text_width
from carreau.lab.findings import Plot, Series
from carreau.lab.report.plots.canvas import NORMAL, SMALL, WIDE, Canvas
from carreau.lab.report.plots.curve import along
from carreau.lab.report.plots.dots import values_of
from carreau.lab.report.plots.paint import CODES, INK, LINE, SOFT, style_of
from carreau.lab.report.plots.scale import Scale, scale_along, scale_for

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STRIPS = {1: 170.0, 2: 95.0, 3: 75.0}
MANY_STRIPS = 56.0
TOP, NAME, BOTTOM = 20.0, 23.0, 36.0
FULL = 0.92  # of the room between two bars


def draw_bars(plot: Plot, words: Words, name: str, title: str, about: str) -> Markup:
    strip, named = STRIPS.get(len(plot.series), MANY_STRIPS), NAME if len(plot.series) > 1 else 6.0
    places = sorted({float(point.x) for series in plot.series for point in series.points})
    wide = min((b - a for a, b in zip(places, places[1:])), default=1.0)
    up = scale_for(values_of(plot), plot.unit, words, 3 if strip > MANY_STRIPS else 2, zero=True)
    across = wider(scale_along(places, words), places, wide)
    left = 8 + max(text_width(text, SMALL) for text in up.texts)
    bottom = TOP + len(plot.series) * (strip + named)
    canvas = Canvas(bottom + BOTTOM)
    canvas.text(0, 12, words.tell(plot.y))
    for k, series in enumerate(plot.series):
        base = TOP + (k + 1) * (strip + named)
        axes = canvas.axes(left, base - strip, WIDE - 4, base)
        axes.set(xlim=(across.low, across.high), ylim=(up.low, up.high))
        draw_strip(axes, series, k, wide, plot.expected)
        for tick, text in zip(up.ticks, up.texts):
            axes.axhline(tick, color=CODES[LINE], linewidth=1, zorder=0)
            canvas.text(left - 6, base - strip * (tick - up.low) / (up.high - up.low) + 4, text, SMALL, "right")
        if len(plot.series) > 1:
            canvas.label(left, base - strip - 4, shortened(words.tell(series.name), WIDE - left, NORMAL, True), bold=True)
    along(canvas, across, [], left, WIDE - 4, bottom, words.tell(plot.x))
    return canvas.finish(name, title, about)


def wider(scale: Scale, places: list[float], wide: float) -> Scale:
    """With room for half a bar at both ends."""
    low, high = min(places, default=0.0) - wide / 2, max(places, default=1.0) + wide / 2
    shown = [(tick, text) for tick, text in zip(scale.ticks, scale.texts) if low <= tick <= high]
    return Scale(low, high, tuple(tick for tick, _ in shown), tuple(text for _, text in shown))


def draw_strip(axes: Axes, series: Series, number: int, wide: float, expected: float | None) -> None:
    colour = style_of(number).colour
    points = [point for point in series.points if math.isfinite(point.y)]
    axes.bar([float(point.x) for point in points], [point.y for point in points], wide * FULL, color=colour)
    for point in points:
        if point.low is not None and point.high is not None:
            axes.plot([float(point.x)] * 2, [point.low, point.high], color=CODES[INK], linewidth=1)
    if expected is not None:
        axes.axhline(expected, color=CODES[SOFT], linewidth=1, dashes=(4, 3))
