"""A plot of findings as a drawing."""

from __future__ import annotations

from carreau.core.extra import need
from carreau.core.phrase import Phrase
from carreau.core.words import Words
from carreau.draw.svg import Markup
from carreau.lab.findings import BARS, CURVE, Plot
from carreau.lab.report.plots.bars import draw_bars
from carreau.lab.report.plots.canvas import settled
from carreau.lab.report.plots.curve import draw_curve
from carreau.lab.report.plots.dots import draw_dots
from carreau.lab.report.units import places_of, written


def draw(plot: Plot, words: Words, name: str) -> Markup:
    """The plot as SVG, in colours that the page names; `name` begins the names of its parts, which a page may have only once."""
    need("A plot", "lab", matplotlib="Matplotlib")
    way = draw_dots if is_of_categories(plot) and plot.kind != CURVE else draw_bars if plot.kind == BARS else draw_curve
    with settled(name):
        return way(plot, words, name, words.tell(plot.title), description(plot, words))


def is_of_categories(plot: Plot) -> bool:
    return any(isinstance(point.x, str) for series in plot.series for point in series.points)


def description(plot: Plot, words: Words) -> str:
    """What a plot shows, for those who do not see it; its figures are in the table below it."""
    names = words.listed([words.tell(series.name) for series in plot.series])
    said = [words.say("{y} by {x}: {names}.", y=words.tell(plot.y), x=words.tell(plot.x), names=names)]
    if plot.expected is not None:
        said.append(expected_text(plot, words))
    return " ".join(said)


def expected_text(plot: Plot, words: Words) -> str:
    assert plot.expected is not None
    share = written(plot.expected, plot.unit, places_of(plot.expected, None, None, plot.unit), words)
    return words.tell(Phrase("The dashed line is at {value}.", value=share))
