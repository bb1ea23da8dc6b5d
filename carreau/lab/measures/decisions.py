"""Decisions: how much there is to choose from, and how much it matters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from carreau.core.phrase import Phrase
from carreau.lab.experiment import Experiment
from carreau.lab.findings import SHARE, Figure, Plot, Section
from carreau.lab.measures.plots import by_setting
from carreau.lab.measures.quantities import BRANCHING, FORCED, IN_DECISIONS, REAL, STAKE
from carreau.lab.measures.say import said
from carreau.lab.measures.table import Table


def section(experiment: Experiment, tables: Sequence[Table]) -> Section | None:
    tables = [table for table in tables if BRANCHING.estimate(table).is_known]
    if not tables:
        return None
    figures: list[Figure] = [one for table in tables for quantity in IN_DECISIONS for one in quantity.figures([table])]
    title, is_deep = Phrase("Decisions"), any(REAL.estimate(table).is_known for table in tables)
    return Section("decisions", title, sentence(tables), tuple(figures), tuple(plots(tables)), tuple(notes(is_deep)))


def sentence(tables: Sequence[Table]) -> Phrase:
    if len(tables) == 1:
        return of_one(tables[0])
    ordered = sorted(tables, key=lambda table: BRANCHING.estimate(table).value)
    return Phrase(
        "A player chooses among {least} actions on average ({fewest}) to {most} ({widest}).",
        least=said(BRANCHING.estimate(ordered[0])), fewest=ordered[0].name,
        most=said(BRANCHING.estimate(ordered[-1])), widest=ordered[-1].name,
    )  # fmt: skip


def of_one(table: Table) -> Phrase:
    values = {"n": said(BRANCHING.estimate(table)), "forced": said(FORCED.estimate(table), SHARE)}
    if (real := REAL.estimate(table)).is_known:
        return Phrase(
            "A player chooses among {n} actions on average, and the choice clearly matters in {real} of the decisions; "
            "{forced} of the plies leave no choice.",
            real=said(real, SHARE), **values,
        )  # fmt: skip
    return Phrase("A player chooses among {n} actions on average; {forced} of the plies leave no choice.", **values)


def plots(tables: Sequence[Table]) -> Iterator[Plot]:
    drawn = (
        by_setting(Phrase("How many actions there are to choose from"), Phrase("actions"), [BRANCHING], tables),
        by_setting(Phrase("Plies without a choice, and decisions that matter"), Phrase("share"), [FORCED, REAL], tables),
        by_setting(Phrase("What a decision is worth"), Phrase("share of a win"), [STAKE], tables),
    )
    yield from (one for one in drawn if one and (len(tables) > 1 or len(one.series[0].points) > 1))


def notes(is_deep: bool) -> Iterator[Phrase]:
    yield Phrase("A ply is a decision if there are several legal actions; some of them may come to the same.")
    if is_deep:
        yield Phrase(
            "Decisions that matter: a search chooses an action, and quick playouts in other worlds say how much more it is "
            "worth than a legal action drawn at random. A decision counts if this difference is more than twice its error, so "
            "more playouts would find some more. What a decision is worth is this difference."
        )
