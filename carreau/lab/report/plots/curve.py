"""Curves with their bands; every series is named at its end."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from carreau.core.words import Words
from carreau.draw.svg import Markup
from carreau.draw.text import text_width, wrapped
from carreau.lab.findings import CURVE, SHARE, Plot, Point, Series
from carreau.lab.report.plots.canvas import NORMAL, SMALL, WIDE, Canvas, within
from carreau.lab.report.plots.dots import values_of
from carreau.lab.report.plots.paint import CODES, LINE, PAPER, SOFT, style_of
from carreau.lab.report.plots.scale import Scale, scale_along, scale_for, tick_texts

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TOP, TALL, BOTTOM = 26.0, 190.0, 36.0
APART = 14.0  # from one name to the next, at least
MOST_NAME = 100.0
MANY = 12  # points of a series that each get a sign


def draw_curve(plot: Plot, words: Words, name: str, title: str, about: str) -> Markup:
    across, named = scale_across(plot, words)
    names = [wrapped(words.tell(series.name), MOST_NAME, NORMAL)[:2] for series in plot.series] if len(plot.series) > 1 else []
    up = scale_for(values_of(plot), plot.unit, words, 5, bounds=(0, 1) if plot.unit == SHARE else None)
    left = 8 + max(text_width(text, SMALL) for text in up.texts)
    right = WIDE - 12 - max([0.0, *(text_width(line, NORMAL) + 8 for lines in names for line in lines)])
    tall = TALL + max(0.0, APART * sum(map(len, names)) - TALL)
    canvas = Canvas(TOP + tall + BOTTOM + (13.0 if any(len(one) > 1 for one in named) else 0))
    axes = canvas.axes(left, TOP, right, TOP + tall)
    axes.set(xlim=(across.low, across.high), ylim=(up.low, up.high))
    grid(axes, canvas, up, left, tall)
    along(canvas, across, named, left, right, TOP + tall, words.tell(plot.x))
    canvas.text(0, 12, words.tell(plot.y))
    if plot.expected is not None:
        axes.axhline(plot.expected, color=CODES[SOFT], linewidth=1, dashes=(4, 3))
    places = {point.x: float(k) for k, point in enumerate(categories(plot))} if named else {}
    for k, series in enumerate(plot.series):
        course(axes, series, k, plot.kind == CURVE, places)
    name_ends(canvas, plot, names, up, right + 10, tall)
    return canvas.finish(name, title, about)


def scale_across(plot: Plot, words: Words) -> tuple[Scale, list[list[str]]]:
    """The axis along the bottom: of numbers, or of names, which are returned in lines."""
    if not (points := categories(plot)):
        return scale_along([float(one.x) for series in plot.series for one in series.points], words), []
    room = (WIDE - 150) / len(points)
    named = [wrapped(words.tell(point.x), room, SMALL)[:2] for point in points if isinstance(point.x, str)]
    ticks = tuple(float(k) for k in range(len(points)))
    return Scale(-0.2, len(points) - 0.8, ticks, tick_texts(ticks, "", words)), named


def categories(plot: Plot) -> list[Point]:
    """One point for every name along the bottom; none if there are numbers."""
    found = {point.x: point for series in plot.series for point in series.points}
    return list(found.values()) if any(isinstance(x, str) for x in found) else []


def grid(axes: Axes, canvas: Canvas, up: Scale, left: float, tall: float) -> None:
    for tick, text in zip(up.ticks, up.texts):
        axes.axhline(tick, color=CODES[LINE], linewidth=1, zorder=0)
        canvas.text(left - 6, TOP + tall * (up.high - tick) / (up.high - up.low) + 4, text, SMALL, "right")


def along(
    canvas: Canvas, across: Scale, named: Sequence[Sequence[str]], left: float, right: float, bottom: float, called: str
) -> None:
    """What is written below."""
    lines = named or [[text] for text in across.texts]
    for tick, texts in zip(across.ticks, lines):
        x = left + (right - left) * (tick - across.low) / (across.high - across.low)
        for k, text in enumerate(texts):
            canvas.text(within(x, text), bottom + 15 + 13 * k, text, SMALL, "center")
    canvas.text(right, bottom + 31 + (13 if any(len(one) > 1 for one in named) else 0), called, SMALL, "right")


def course(axes: Axes, series: Series, number: int, is_line: bool, places: Mapping[Any, float]) -> None:
    """One series: its band below, its line, its signs."""
    style = style_of(number)
    points = [point for point in series.points if math.isfinite(point.y)]
    x = [places[point.x] if places else float(point.x) for point in points]
    low = [point.y if point.low is None else point.low for point in points]
    high = [point.y if point.high is None else point.high for point in points]
    if is_line:
        axes.fill_between(x, low, high, color=style.colour, alpha=0.18, linewidth=0)
        axes.plot(x, [point.y for point in points], color=style.colour, linewidth=2, dashes=style.dash or (None, None))
    else:
        axes.vlines(x, low, high, color=style.colour, linewidth=2)
    every = max(1, -(-len(points) // MANY)) if is_line else 1
    signs: dict[str, Any] = {"color": style.colour, "markersize": 7, "mec": CODES[PAPER], "mew": 1}
    axes.plot(x[::every], [point.y for point in points][::every], style.sign, **signs)


def name_ends(canvas: Canvas, plot: Plot, names: Sequence[Sequence[str]], up: Scale, x: float, tall: float) -> None:
    """The names at the ends of the curves, pushed apart so that they can be read, each with its sign."""
    if not names:
        return
    ends = [next((point.y for point in reversed(one.points) if math.isfinite(point.y)), up.low) for one in plot.series]
    order = sorted(range(len(names)), key=lambda k: -ends[k])
    heights = [TOP + tall * (up.high - ends[k]) / (up.high - up.low) for k in order]
    axes = canvas.axes(x - 8, 0, WIDE, canvas.tall)
    axes.set(xlim=(x - 8, WIDE), ylim=(canvas.tall, 0))
    for k, y in zip(order, spread(heights, [APART * len(names[k]) for k in order], TOP, TOP + tall)):
        style = style_of(k)
        axes.plot([x], [y], style.sign, color=style.colour, markersize=6, mec=CODES[PAPER], mew=0.5)
        for line, text in enumerate(names[k]):
            canvas.label(x + 7, y + 4 + APART * (line - (len(names[k]) - 1) / 2), text)


def spread(heights: Sequence[float], sizes: Sequence[float], top: float, bottom: float) -> list[float]:
    """The same heights from top to bottom, pushed apart where they are too close: first down, then up again."""
    places = list(heights)
    for k in range(len(places)):
        least = top + sizes[k] / 2 if k == 0 else places[k - 1] + (sizes[k - 1] + sizes[k]) / 2
        places[k] = max(places[k], least)
    for k in reversed(range(len(places))):
        most = bottom - sizes[k] / 2 if k == len(places) - 1 else places[k + 1] - (sizes[k + 1] + sizes[k]) / 2
        places[k] = min(places[k], most)
    return places
