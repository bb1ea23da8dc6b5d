"""Findings of several settings with every kind of plot, for tests of reports."""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from carreau.core.amount import amount, percent
from carreau.core.option import Choice, Number
from carreau.core.phrase import Phrase
from carreau.core.types import Value
from carreau.lab.findings import (
    BARS,
    COUNT,
    CURVE,
    DOTS,
    MINUTES,
    PLIES,
    SHARE,
    Figure,
    Findings,
    Plot,
    Point,
    Section,
    Series,
    Setting,
)  # fmt: skip
from tests.some import EVERY

VARIED = next((game, option) for game in EVERY for option in game.options if isinstance(option, (Choice, Number)))
SOURCE = 'title = "What the <hand> does & why"\ndeals = 2000  # <of each>\n'
ODD = "$a_b$ & <never> 覆う"  # a strategy that somebody may call so


@cache
def found(settings: int = 3) -> Findings:
    """So many settings of a game; the figures are made up, but from a seed."""
    option = VARIED[1]
    values = [*option.samples(2), *range(50)][:settings]
    chosen = tuple(setting(k, option.name, value) for k, value in enumerate(values))
    sections = (fairness(chosen), length(chosen), skill(chosen), strategies(chosen))
    versions = {"carreau": "1.0", "Python": "3.11"}
    return Findings("What the <hand> does & why", SOURCE, "7" * 64, versions, chosen, sections, seconds=83.2)


def setting(k: int, option: str, value: Value) -> Setting:
    game = VARIED[0]
    options = {**game.read_options({}, 2), option: value}
    name = Phrase("{first} and {last}", first=game.name, last=f"{option} = {value}")
    return Setting(
        f"{game.id}-2-{k}", name, game.id, game.version, 2, options, ("greedy", "random"), 1000 * (k + 1), 2000 * (k + 1)
    )


def called(name: str) -> Phrase:
    return Phrase("{name}", name=name)


def numbers(*key: int) -> np.random.Generator:
    return np.random.default_rng(key)


def figure(variant: str, name: str, label: str, value: float, half: float, unit: str) -> Figure:
    return Figure(variant, name, Phrase(label), value, value - half, value + half, unit)


def seat(number: int) -> Phrase:
    return Phrase("Seat {seat}", seat=number)


def fairness(settings: tuple[Setting, ...]) -> Section:
    shares = {one.id: 0.5 + float(numbers(k, 1).normal(0, 0.06)) for k, one in enumerate(settings)}
    both = {one.id: (shares[one.id], 1 - shares[one.id]) for one in settings}
    half = 0.031
    figures = [
        Figure(one.id, f"share of seat {k}", seat(k), share, share - half, share + half, SHARE)
        for one in settings
        for k, share in enumerate(both[one.id])
    ]
    series = [
        Series(
            seat(k), tuple(Point(one.name, both[one.id][k], both[one.id][k] - half, both[one.id][k] + half) for one in settings)
        )
        for k in range(2)
    ]
    best = max(shares, key=lambda id: shares[id])
    sentence = Phrase("{name}: {share}", name=settings[0].name, share=percent(shares[best], 1))
    plot = Plot(
        DOTS, Phrase("Chances to win"), Phrase("Seat {seat}", seat=""), Phrase("share of the win"), tuple(series), SHARE, 0.5
    )
    notes = (Phrase("Every move is judged by what its player could know, and nothing else."),)
    return Section("fairness", Phrase("Chances to win"), sentence, tuple(figures), (plot,), notes)


def length(settings: tuple[Setting, ...]) -> Section:
    plies = {one.id: numbers(k, 2).poisson(18 + 7 * k, 4000) + 9 for k, one in enumerate(settings)}
    figures = [
        figure(id, "length", "Move", float(np.mean(found)), float(1.96 * np.std(found) / 60), PLIES)
        for id, found in plies.items()
    ]
    figures += [figure(id, "minutes", "Previous move", float(np.mean(found)) / 7, 0.37, MINUTES) for id, found in plies.items()]
    figures += [figure(id, "longest", "Next move", float(np.max(found)), 0.0, COUNT) for id, found in plies.items()]
    figures += [Figure(settings[0].id, "unknown", Phrase("Time is up."), math.nan, math.nan, math.nan)]
    series = [Series(one.name, distribution(plies[one.id])) for one in settings]
    plot = Plot(BARS, Phrase("Move"), Phrase("Move"), Phrase("share of the win"), tuple(series), SHARE)
    sentence = Phrase("{first} and {last}", first=amount(1234567.8, 1), last=amount(-3))
    return Section("length", Phrase("Move"), sentence, tuple(figures), (plot,))


def distribution(counts: np.ndarray) -> tuple[Point, ...]:  # type: ignore[type-arg]
    values, often = np.unique(counts, return_counts=True)
    return tuple(Point(float(value), float(n / len(counts))) for value, n in zip(values, often))


def skill(settings: tuple[Setting, ...]) -> Section:
    series = []
    for k, one in enumerate(settings):
        points = [
            Point(x, 0.5 + 0.05 * (x - 1) + 0.02 * k, 0.45 + 0.05 * (x - 1) + 0.02 * k, 0.55 + 0.05 * (x - 1) + 0.02 * k)
            for x in range(1, 6)
        ]
        series.append(Series(one.name, tuple(points)))
    names = [Phrase("Round {round}", round=k) for k in range(1, 5)]
    named = [
        Series(seat(k), tuple(Point(name, 10.0 + k * j, 9.0 + k * j, 11.5 + k * j) for j, name in enumerate(names)))
        for k in range(2)
    ]
    first = Plot(CURVE, Phrase("Review: {game}", game="A"), Phrase("Move"), Phrase("share of the win"), tuple(series), SHARE, 0.5)
    other = Plot(CURVE, Phrase("Move"), Phrase("Move"), Phrase("share of the win"), tuple(named))
    return Section(
        "skill",
        Phrase("Turning points"),
        Phrase("Every move is judged by what its player could know, and nothing else."),
        (),
        (first, other),
    )


def strategies(settings: tuple[Setting, ...]) -> Section:
    """With names that people have chosen, and more values than can be named one by one."""
    costs = tuple(
        Point(called(name), value, value - 0.02, value + 0.02)
        for name, value in ((ODD, -0.081), ("take the highest card that there is now", 0.0004))
    )
    cards = [
        Series(
            seat(k),
            tuple(Point(called(str(card)), 0.1 * card + 0.05 * k, 0.1 * card - 0.2, 0.1 * card + 0.3) for card in range(1, 22)),
        )
        for k in range(2)
    ]
    wide = Series(Phrase("Move"), tuple(Point(25.0 * k, 1 / (k + 1)) for k in range(61)))  # the last number is at the edge
    plots = (
        Plot(BARS, Phrase("Move"), Phrase("Move"), Phrase("share of the win"), (wide,), SHARE),
        Plot(
            DOTS,
            Phrase("Better: {action}.", action=ODD),
            Phrase("Move"),
            Phrase("share of the win"),
            (Series(Phrase("Move"), costs),),
            SHARE,
            0.0,
        ),
        Plot(DOTS, Phrase("Move"), Phrase("Move"), Phrase("share of the win"), tuple(cards)),
        Plot(BARS, Phrase("Move"), Phrase("Move"), Phrase("share of the win"), (Series(Phrase("Move"), costs),), SHARE),
        Plot(
            DOTS,
            Phrase("Move"),
            Phrase("Move"),
            Phrase("share of the win"),
            (Series(Phrase("Move"), tuple(Point(10.0 * x, x, x - 0.5, x + 0.5) for x in range(1, 9))),),
        ),
    )
    figures = tuple(Figure(f"a - b {k}", "cost", Phrase("Round {round}", round=k), -0.081, -0.1, -0.06, SHARE) for k in range(20))
    return Section("strategies", Phrase("Options"), Phrase("Options"), figures, plots)
