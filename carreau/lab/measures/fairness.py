"""Fairness: who wins, by seat and by order of play."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from carreau.core.amount import amount, percent
from carreau.core.phrase import Phrase
from carreau.lab.experiment import Experiment
from carreau.lab.findings import COUNT, SHARE, Figure, Plot, Section
from carreau.lab.measures.plots import by_setting
from carreau.lab.measures.quantities import PLACES, SEATS, at_once
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
    for one in candidates(table):
        yield from one.figures([table], level_of(table))
    best = advantage(table)
    yield figure(table.id, "advantage", Phrase("Advantage of the best place"), best, SHARE)
    if (count := matches_to_show(table, best)) is not None:
        label = Phrase("Matches that show an advantage below {bound}", bound=percent(BOUND))
        yield Figure(table.id, "matches to show", label, count, count, count, COUNT)


def candidates(table: Table) -> tuple[Quantity, ...]:
    """Who may have an advantage: a seat, or a place in the order of play, if that is something else."""
    return SEATS[: table.players] + (PLACES[: table.players] if begins_vary(table) else ())


def begins_vary(table: Table) -> bool:
    """Whether not always the same seat is the first to act; otherwise places are seats. In a race, who is first is no place."""
    first = table.columns["first"]
    return bool((first != first[0]).any()) and not at_once(table)


def level_of(table: Table) -> float:
    return together(len(candidates(table)))


def best_of(table: Table) -> tuple[Quantity, Estimate]:
    """Who wins too often for certain, or else most often."""
    found = [(one, one.estimate(table, level_of(table))) for one in candidates(table)]
    known = [(one, estimate) for one, estimate in found if estimate.is_known]
    return max(known, key=lambda pair: (pair[1].low > table.fair, pair[1].value))


def is_unfair(table: Table) -> bool:
    return best_of(table)[1].low > table.fair


def advantage(table: Table) -> Estimate:
    """How much more than its share the best wins, whoever that is: it lies between what all intervals together allow."""
    found = [estimate for one in candidates(table) if (estimate := one.estimate(table, level_of(table))).is_known]
    ends = [max(getattr(one, end) for one in found) - table.fair for end in ("value", "low", "high")]
    return Estimate(*(max(0.0, end) for end in ends))


def matches_to_show(table: Table, best: Estimate) -> float | None:
    """How many matches like these would show that the advantage is below the bound, if it is what it seems; None if never."""
    room = BOUND - best.value
    if room <= 0 or not math.isfinite(best.high):
        return None
    return math.ceil(table.matches * ((best.high - best.value) / room) ** 2)


def sentence(tables: Sequence[Table]) -> Phrase:
    if len(tables) == 1:
        return of_one(tables[0])
    sure = sum(map(is_unfair, tables))
    most = max(tables, key=lambda table: advantage(table).low)
    values = {"n": amount(len(tables)), "sure": amount(sure), "setting": most.name, "best": of_one(most), **seated(most)}
    if not sure:
        return Phrase(
            "In none of the {n} settings is an advantage certain. Nearest to it is: {setting}, where “{who}” has {share} of the "
            "wins and {fair} is fair.",
            **values,
        )
    return Phrase("In {sure} of {n} settings somebody has a certain advantage, most of all in: {setting}. {best}", **values)


def seated(table: Table) -> dict[str, Any]:
    """The best place, and what it has."""
    best, estimate = best_of(table)
    return {"who": best.label, "share": said(estimate, SHARE), "fair": equal_share(table.players)}


def of_one(table: Table) -> Phrase:
    values = seated(table)
    if is_unfair(table):
        return Phrase("The best place is “{who}”, with {share} of the wins, where {fair} would be fair.", **values)
    return Phrase("No advantage is certain; the best place, “{who}”, has {share} of the wins, where {fair} is fair.", **values)


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
    level = max(map(level_of, tables))
    if drawn := by_setting(title, Phrase("share of the wins"), quantities, tables, tables[0].fair, level):
        yield drawn


def notes(tables: Sequence[Table]) -> Iterator[Phrase]:
    yield Phrase("The intervals of all seats and places of a setting hold together with 95% certainty (Bonferroni).")
    yield Phrase(
        "The advantage is that of the best seat, or of the best place in the order of play, over an equal share. While few "
        "matches have been played, chance alone makes one of them the best: look at the interval."
    )
    yield Phrase(
        "How many matches would show an advantage below {bound}: as many as make the interval end there, if the advantage is "
        "what it seems to be now. If it seems to be larger, no number of matches will, and there is no such figure.",
        bound=percent(BOUND),
    )
    if any(table.setting.tables > 1 for table in tables):
        yield Phrase("Where different bots play, each has had every seat equally often on every deal.")
