"""Tension: how long it is open who wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from carreau.core.amount import percent
from carreau.core.phrase import Phrase
from carreau.lab.experiment import Experiment
from carreau.lab.findings import SHARE, Figure, Plot, Section
from carreau.lab.measures.plots import by_setting, distributions
from carreau.lab.measures.quantities import (
    BEHIND,
    COMEBACKS,
    DECIDED,
    IN_TENSION,
    LEAD_CHANGES,
    LEAD_TAKEN,
    LEVEL_AT_HALF,
    POOR,
)
from carreau.lab.measures.say import said
from carreau.lab.measures.table import Table


def section(experiment: Experiment, tables: Sequence[Table]) -> Section | None:
    tables = [table for table in tables if table.players > 1]
    if not tables:
        return None
    figures: list[Figure] = [one for table in tables for quantity in IN_TENSION for one in quantity.figures([table])]
    title, is_deep = Phrase("Tension"), any(DECIDED.estimate(table).is_known for table in tables)
    return Section("tension", title, sentence(tables), tuple(figures), tuple(plots(tables)), tuple(notes(is_deep)))


def sentence(tables: Sequence[Table]) -> Phrase:
    if len(tables) == 1:
        return of_one(tables[0])
    ordered = sorted(tables, key=lambda table: LEAD_CHANGES.estimate(table).value)
    least, most = (said(LEAD_CHANGES.estimate(table)) for table in (ordered[0], ordered[-1]))
    if least == most:
        return Phrase("The lead changes {n} times a match in every setting.", n=least)
    return Phrase(
        "The lead changes {least} times a match ({calm}) to {most} times ({lively}).",
        least=least, calm=ordered[0].name, most=most, lively=ordered[-1].name,
    )  # fmt: skip


def of_one(table: Table) -> Phrase:
    values = {"n": said(LEAD_CHANGES.estimate(table)), "behind": said(BEHIND.estimate(table), SHARE)}
    if (decided := DECIDED.estimate(table)).is_known:
        return Phrase(
            "The lead changes {n} times a match, {behind} of the winners had been behind, and the match is decided after "
            "{decided} of it.",
            decided=said(decided, SHARE), **values,
        )  # fmt: skip
    return Phrase("The lead changes {n} times a match, and {behind} of the winners had been behind.", **values)


def plots(tables: Sequence[Table]) -> Iterator[Plot]:
    drawn = (
        by_setting(
            Phrase("When the winner leads for good, and when the match is decided"), Phrase("part of the match"),
            [LEAD_TAKEN, DECIDED], tables,
        ),
        by_setting(Phrase("How often it is open"), Phrase("share of the matches"), [BEHIND, COMEBACKS, LEVEL_AT_HALF], tables),
    )  # fmt: skip
    yield from (one for one in drawn if one)
    yield from distributions(Phrase("How close the end is"), Phrase("points between winner and next"), "margin", tables)


def notes(is_deep: bool) -> Iterator[Phrase]:
    yield Phrase(
        "Who leads is told by the points on the table after each ply. Games that count at the end only have no leader before."
    )
    if is_deep:
        yield Phrase(
            "When a match is decided: from then on the winner’s chance stays above 95%, by quick playouts at twenty points of "
            "the match, in worlds that fit what everybody can see. A winner had poor chances if they were below {poor} of an "
            "equal share once, after the first tenth of the match.",
            poor=percent(POOR),
        )  # fmt: skip
