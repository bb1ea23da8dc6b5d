"""What an experiment has found: figures with their intervals, plots, and one sentence that sums each section up.

This is all that a report, a page or a program needs to know; nothing in it is computed when it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from carreau.core.phrase import Phrase

DOTS, CURVE, BARS = "dots", "curve", "bars"  # kinds of plots: values with intervals, a curve with its band, a distribution
SHARE, PLIES, ROUNDS, POINTS, MINUTES, COUNT, NUMBER = "share", "plies", "rounds", "points", "minutes", "count", "number"


@dataclass(frozen=True)
class Figure:
    """One number with its 95 % interval.

    Attributes:
        variant: The id of the setting that it is about; if it compares settings, whatever it is called there.
        name: What is measured, for programs; the same in every experiment.
        label: The same for people.
        value: The estimate.
        low: The lower end of its interval.
        high: The upper end.
        unit: One of the units above.
    """

    variant: str
    name: str
    label: Phrase
    value: float
    low: float
    high: float
    unit: str = NUMBER


@dataclass(frozen=True)
class Point:
    """One value in a plot, with its interval if it has one. `x` is a number, or the name of a category."""

    x: float | Phrase
    y: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Series:
    """Points that belong together."""

    name: Phrase
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Plot:
    """A picture of figures.

    Attributes:
        kind: `dots`, `curve` or `bars`.
        title: What it shows.
        x: What lies along the bottom.
        y: What goes up.
        series: What is drawn.
        unit: Of what goes up.
        expected: Where a line is drawn to compare with, such as an equal share.
    """

    kind: str
    title: Phrase
    x: Phrase
    y: Phrase
    series: tuple[Series, ...]
    unit: str = NUMBER
    expected: float | None = None


@dataclass(frozen=True)
class Section:
    """One thing that was measured, such as fairness or length.

    Attributes:
        id: Its name for programs.
        title: Its name for people.
        sentence: What came out, in one sentence.
        figures: The numbers.
        plots: The pictures.
        notes: How they were computed, and what to keep in mind.
    """

    id: str
    title: Phrase
    sentence: Phrase
    figures: tuple[Figure, ...]
    plots: tuple[Plot, ...] = ()
    notes: tuple[Phrase, ...] = ()


@dataclass(frozen=True)
class Setting:
    """One way to play that was measured: a game with its options and who plays.

    Attributes:
        id: Short and unique, such as `punto-3-hand=2`.
        name: For people.
        game: The game's id.
        version: The version of its rules.
        players: How many.
        options: All options, by name.
        bots: Who plays, one name for each seat.
        deals: How many deals were played.
        matches: How many matches that were.
    """

    id: str
    name: Phrase
    game: str
    version: int
    players: int
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    deals: int
    matches: int


@dataclass(frozen=True)
class Findings:
    """Everything that an experiment has found so far.

    Attributes:
        title: What its author calls it.
        source: The experiment file that repeats it.
        seed: The seed of the first deal.
        versions: Of the package, Python, NumPy and Numba.
        settings: What was played.
        sections: What came out.
        done: The part of the work that is done, from 0 to 1.
        seconds: How long it took so far.
        left_out: What was asked for and is refused by a game, and why, as sentences.
    """

    title: str
    source: str
    seed: str
    versions: Mapping[str, str]
    settings: tuple[Setting, ...]
    sections: tuple[Section, ...]
    done: float = 1.0
    seconds: float = field(default=0.0, compare=False)
    left_out: tuple[str, ...] = ()

    def setting(self, id: str) -> Setting | None:
        """The setting that a figure is about; None for a comparison."""
        return next((setting for setting in self.settings if setting.id == id), None)
