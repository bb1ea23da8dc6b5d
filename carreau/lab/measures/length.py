"""Length: plies, rounds, decisions, minutes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from carreau.core.amount import amount
from carreau.core.phrase import Phrase
from carreau.lab.experiment import Experiment
from carreau.lab.findings import MINUTES, PLIES, Figure, Plot, Section
from carreau.lab.measures.plots import by_setting, distributions
from carreau.lab.measures.quantities import DURATION, IN_LENGTH, LENGTH, at_once
from carreau.lab.measures.quantity import figure
from carreau.lab.measures.say import counted
from carreau.lab.measures.table import Table
from carreau.lab.statistics import quantile_by_deal

QUANTILES = (
    ("short matches", Phrase("One match of ten is not longer than"), 0.1),
    ("median length", Phrase("Half of the matches are not longer than"), 0.5),
    ("long matches", Phrase("Nine matches of ten are not longer than"), 0.9),
)


def section(experiment: Experiment, tables: Sequence[Table]) -> Section | None:
    figures = [one for table in tables for one in figures_of(table)]
    title = Phrase("Length")
    return Section("length", title, sentence(tables), tuple(figures), tuple(plots(tables)), tuple(notes(experiment, tables)))


def figures_of(table: Table) -> Iterator[Figure]:
    for quantity in IN_LENGTH:
        yield from quantity.figures([table])
    for name, label, part in QUANTILES:
        yield figure(table.id, name, label, quantile_by_deal(table.columns["plies"], part, table.deals), PLIES)


def sentence(tables: Sequence[Table]) -> Phrase:
    if len(tables) == 1:
        return of_one(tables[0])
    ordered = sorted(tables, key=lambda table: LENGTH.estimate(table).value)
    return Phrase(
        "A match takes from {least} ({shortest}) to {most} ({longest}).",
        least=counted(LENGTH.estimate(ordered[0]), PLIES), shortest=ordered[0].name,
        most=counted(LENGTH.estimate(ordered[-1]), PLIES), longest=ordered[-1].name,
    )  # fmt: skip


def of_one(table: Table) -> Phrase:
    plies, minutes = LENGTH.estimate(table), DURATION.estimate(table)
    if not minutes.is_known:
        return Phrase("A match takes {plies}.", plies=counted(plies, PLIES))
    return Phrase("A match takes {plies}, about {minutes}.", plies=counted(plies, PLIES), minutes=counted(minutes, MINUTES))


def plots(tables: Sequence[Table]) -> Iterator[Plot]:
    yield from distributions(Phrase("How long matches are"), Phrase("plies"), "plies", tables)
    if len(tables) > 1 and (drawn := by_setting(Phrase("How long matches are on average"), Phrase("plies"), [LENGTH], tables)):
        yield drawn


def notes(experiment: Experiment, tables: Sequence[Table]) -> Iterator[Phrase]:
    yield Phrase(
        "Minutes come from a model: a decision takes {base} seconds, and {more} more for each doubling of the number of "
        "actions to choose from; a ply without a choice takes none, and players think one after the other.",
        base=seconds(experiment.thinking.base), more=seconds(experiment.thinking.per_choice),
    )  # fmt: skip
    if any(map(at_once, tables)):
        yield Phrase(
            "Where all play at once, a match takes as long as players need to see and to act, by the model of their reactions."
        )


def seconds(value: float) -> str:
    return amount(value, 0 if value == round(value) else 1)
