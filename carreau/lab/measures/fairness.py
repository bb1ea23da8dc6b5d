"""Fairness: who wins, by seat and by order of play."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby

from carreau.core.amount import amount, percent
from carreau.core.phrase import Phrase
from carreau.lab.experiment import Experiment
from carreau.lab.findings import COUNT, SHARE, Figure, Plot, Section
from carreau.lab.measures.plots import by_setting
from carreau.lab.measures.quantities import PLACES, SEATS
from carreau.lab.measures.quantity import Quantity, figure
from carreau.lab.measures.say import said
from carreau.lab.measures.table import Table
from carreau.lab.statistics import Estimate, together

BOUND = 0.02  # an advantage that nobody would notice


def section(experiment: Experiment, tables: Sequence[Table]) -> Section | None:
    tables = [table for table in tables if table.players > 1]
    if not tables:
        return None
    figures = [one for table in tables for one in figures_of(table)]
    return Section("fairness", Phrase("Fairness"), sentence(tables), tuple(figures), tuple(plots(tables)), tuple(notes(tables)))


def figures_of(table: Table) -> Iterator[Figure]:
    level = together(table.players)
    for kind in (SEATS, PLACES) if begins_vary(table) else (SEATS,):
        for one in kind[: table.players]:
            yield from one.figures([table], level)
    best = advantage(table)
    yield figure(table.id, "advantage", Phrase("Advantage of the best seat"), best, SHARE)
    if (count := matches_to_show(table, best)) is not None:
        label = Phrase("Matches that show an advantage below {bound}", bound=percent(BOUND))
        yield Figure(table.id, "matches to show", label, count, count, count, COUNT)


def begins_vary(table: Table) -> bool:
    """Whether not always the same seat is the first to act; otherwise places are seats."""
    first = table.columns["first"]
    return bool((first != first[0]).any())


def seats_of(table: Table) -> list[Estimate]:
    """All seats, with intervals that hold together."""
    return [one.estimate(table, together(table.players)) for one in SEATS[: table.players]]


def advantage(table: Table) -> Estimate:
    """How much more than its share the best seat wins, whichever that is: it lies between what the seats allow together."""
    found = seats_of(table)
    most = [max(getattr(one, end) for one in found) - table.fair for end in ("value", "low", "high")]
    return Estimate(max(0.0, most[0]), max(0.0, most[1]), max(0.0, most[2]))


def matches_to_show(table: Table, best: Estimate) -> float | None:
    """How many matches like these would show that the advantage is below the bound, if it is what it seems; None if never."""
    room = BOUND - best.value
    if room <= 0 or not math.isfinite(best.high):
        return None
    return math.ceil(table.matches * ((best.high - best.value) / room) ** 2)


def favoured(table: Table) -> int | None:
    """The seat that wins too often with certainty; of several the best."""
    found = seats_of(table)
    sure = [number for number, one in enumerate(found) if one.low > table.fair]
    return max(sure, key=lambda number: found[number].value) if sure else None


def sentence(tables: Sequence[Table]) -> Phrase:
    if len(tables) == 1:
        return of_one(tables[0])
    sure = sum(favoured(table) is not None for table in tables)
    most = max(tables, key=lambda table: advantage(table).low)
    values = {"n": amount(len(tables)), "sure": amount(sure), "setting": most.name, "seats": of_one(most)}
    if not sure:
        return Phrase(
            "In none of the {n} settings does a seat win too often for certain. Nearest to it: {setting}. {seats}", **values
        )
    return Phrase(
        "In {sure} of the {n} settings a seat wins too often for certain, most of all here: {setting}. {seats}", **values
    )


def of_one(table: Table) -> Phrase:
    found = seats_of(table)
    best = max(range(table.players), key=lambda number: found[number].value)
    values = {"seat": amount(best), "share": said(found[best], SHARE), "fair": equal_share(table.players)}
    if favoured(table) is not None:
        return Phrase("Seat {seat} has the advantage: it wins {share} of the matches, where {fair} would be fair.", **values)
    return Phrase(
        "No seat has a certain advantage; seat {seat} wins most often, {share} of the matches, where {fair} is fair.", **values
    )


def equal_share(players: int) -> str:
    return percent(1 / players, 0 if 100 % players == 0 else 1)


def plots(tables: Sequence[Table]) -> Iterator[Plot]:
    """One for every number of players."""
    ordered = sorted(tables, key=lambda table: table.players)
    for players, group in groupby(ordered, key=lambda table: table.players):
        some = list(group)
        yield from plot(Phrase("Who wins, by seat ({n} players)", n=players), SEATS[:players], some)
        if varied := [table for table in some if begins_vary(table)]:
            yield from plot(Phrase("Who wins, by order of play ({n} players)", n=players), PLACES[:players], varied)


def plot(title: Phrase, quantities: Sequence[Quantity], tables: Sequence[Table]) -> Iterator[Plot]:
    level = together(tables[0].players)
    if drawn := by_setting(title, Phrase("share of the wins"), quantities, tables, tables[0].fair, level):
        yield drawn


def notes(tables: Sequence[Table]) -> Iterator[Phrase]:
    yield Phrase("The intervals of all seats of a setting hold together with 95% certainty (Bonferroni).")
    yield Phrase(
        "The advantage is that of the best seat over an equal share. While few matches have been played, chance alone makes "
        "one seat the best: look at the interval."
    )
    yield Phrase(
        "How many matches would show an advantage below {bound}: as many as make the interval end there, if the advantage is "
        "what it seems to be now. If it seems to be larger, no number of matches will, and there is no such figure.",
        bound=percent(BOUND),
    )
    if any(table.setting.tables > 1 for table in tables):
        yield Phrase("Where different bots play, each has had every seat equally often on every deal.")
