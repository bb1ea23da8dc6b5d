"""Comparison: settings against each other on the same deals, and a test that ends as soon as it can."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from carreau.core.amount import amount, percent
from carreau.core.phrase import Phrase
from carreau.lab.experiment import Experiment
from carreau.lab.findings import COUNT, DOTS, SHARE, Figure, Plot, Section, Series
from carreau.lab.measures.plots import point
from carreau.lab.measures.quantities import LENGTH, MAIN, quantity_named
from carreau.lab.measures.quantity import Quantity, figure
from carreau.lab.measures.say import counted, plain
from carreau.lab.measures.table import Matches, Table
from carreau.lab.statistics import LEVEL, Estimate, Sprt, Verdict, holm, together
from carreau.lab.statistics.deals import Numbers
from carreau.lab.statistics.mean import in_common
from carreau.lab.statistics.sequential import EQUAL, FIRST

ERROR = 1 - LEVEL


@dataclass(frozen=True)
class Difference:
    """Between two settings in one quantity: the first less the second."""

    first: Table
    second: Table
    quantity: Quantity
    estimate: Estimate

    @property
    def variant(self) -> str:
        return f"{self.first.id} - {self.second.id}"


@dataclass(frozen=True)
class Tested:
    """What a sequential test says, with the difference over all deals that were played."""

    asked: Sprt
    verdict: Verdict
    difference: Difference


def section(experiment: Experiment, tables: Sequence[Table]) -> Section | None:
    tested = test_of(experiment, tables)
    found = differences(tables)
    if not tested and not found:
        return None
    figures = [*(test_figures(tested) if tested else ()), *(figure_of(one) for one in found)]
    title, said = Phrase("Comparison"), test_sentence(tested) if tested else sentence(found)
    return Section("comparison", title, said, tuple(figures), tuple(plots(found)), tuple(notes(tested, found)))


# a sequential test


def verdict(experiment: Experiment, matches: Sequence[Matches]) -> Verdict | None:
    """What the experiment's test says of these matches; None if there is no test, or not both of its settings."""
    tested = test_of(experiment, [Table(experiment, one) for one in matches if len(one.columns.get("deal", ()))])
    return tested.verdict if tested else None


def test_of(experiment: Experiment, tables: Sequence[Table]) -> Tested | None:
    test = experiment.test
    found = {table.id: table for table in tables}
    if test is None or not {test.first, test.second} <= set(found):
        return None
    quantity, first, second = quantity_named(test.of), found[test.first], found[test.second]
    if quantity is None or quantity.of(first) is None or quantity.of(second) is None:
        return None
    asked = Sprt(test.apart, test.alpha, test.beta, 1.0 if quantity.unit == SHARE else 0.0)
    difference = Difference(first, second, quantity, quantity.difference(first, second))
    return Tested(asked, asked.verdict(by_deal(difference)), difference)


def by_deal(difference: Difference) -> Numbers:
    """The difference in each deal that both have played, in their order."""
    one, other = (difference.quantity.of(table) for table in (difference.first, difference.second))
    assert one is not None and other is not None
    (first, second), _ = in_common((*one, difference.first.deals), (*other, difference.second.deals))
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Numbers = first[0] / first[1] - second[0] / second[1]
    return found[np.isfinite(found)]


def test_figures(tested: Tested) -> Iterator[Figure]:
    one = tested.difference
    yield figure_of(one)
    if tested.verdict.decided:
        count = float(tested.verdict.deals)
        yield Figure(one.variant, "deals to decide", Phrase("Deals until it was decided"), count, count, count, COUNT)


def test_sentence(tested: Tested) -> Phrase:
    one = tested.difference
    values = {"what": one.quantity.label, "deals": amount(tested.verdict.deals), "one": one.first.name, "other": one.second.name}
    if tested.verdict.decided is None:
        return Phrase("Not decided after {deals} deals whether these differ: {one} and {other} ({what}).", **values)
    if tested.verdict.decided == EQUAL:
        return Phrase(
            "Decided after {deals} deals: no difference worth knowing ({apart}) between {one} and {other} ({what}).",
            apart=counted(exact(tested.asked.apart), one.quantity.unit), **values,
        )  # fmt: skip
    more, less = (one.first, one.second) if tested.verdict.decided == FIRST else (one.second, one.first)
    size = magnitude(one.estimate)
    return Phrase(
        "Decided after {deals} deals: more with {more} than with {less}, by {size} ({what}).",
        deals=values["deals"], what=values["what"], more=more.name, less=less.name, size=counted(size, one.quantity.unit),
    )  # fmt: skip


def exact(value: float) -> Estimate:
    return Estimate(value, value, value)


def magnitude(one: Estimate) -> Estimate:
    """A difference without its sign."""
    return one if one.value >= 0 else one.times(-1)


# all differences


def differences(tables: Sequence[Table]) -> list[Difference]:
    """Every setting less the first of the same game with as many players, in all main figures; intervals hold together."""
    pairs = list(pairs_of(tables))
    asked = [(second, first, one) for first, second in pairs for one in MAIN if one.of(first) and one.of(second)]
    level = together(len(asked))
    found = [Difference(first, second, one, one.difference(first, second, level)) for first, second, one in asked]
    return [one for one in found if one.estimate.is_known]


def pairs_of(tables: Sequence[Table]) -> Iterator[tuple[Table, Table]]:
    def kind(table: Table) -> tuple[str, int]:
        return table.setting.game.id, table.players

    for _, group in groupby(sorted(tables, key=kind), key=kind):
        first, *others = group
        yield from ((first, other) for other in others)


def figure_of(one: Difference) -> Figure:
    label = Phrase("{what}: {one} less {other}", what=one.quantity.label, one=one.first.name, other=one.second.name)
    return figure(one.variant, f"difference of {one.quantity.name}", label, one.estimate, one.quantity.unit)


def sentence(found: Sequence[Difference]) -> Phrase:
    """The largest difference, measured by its error."""
    sure = [one for one in found if one.estimate.differs_from(0.0)]
    if not sure:
        return Phrase("Certain, of {n} differences between the settings: none.", n=amount(len(found)))
    most = max(sure, key=lambda one: abs(one.estimate.value) / one.estimate.error if one.estimate.error else 0.0)
    one, other = (most.first, most.second) if most.estimate.value > 0 else (most.second, most.first)
    return Phrase(
        "Certain, of {n} differences between the settings: {sure}, most of all this: {what}, {size} more with {one} than with "
        "{other}.",
        sure=amount(len(sure)), n=amount(len(found)), what=most.quantity.label, one=one.name, other=other.name,
        size=counted(magnitude(most.estimate), most.quantity.unit),
    )  # fmt: skip


def plots(found: Sequence[Difference]) -> Iterator[Plot]:
    """Shares together; of the rest the length."""
    shares = [one for one in found if one.quantity.unit == SHARE]
    for some, unit, title in ((shares, SHARE, Phrase("Differences of shares")), *lengths(found)):
        named = dict.fromkeys(pair_name(one) for one in some)
        series = tuple(
            Series(name, tuple(point(one.quantity.label, one.estimate) for one in some if pair_name(one) == name))
            for name in named
        )
        if series:
            yield Plot(DOTS, title, Phrase("figure"), Phrase("difference"), series, unit, 0.0)


def lengths(found: Sequence[Difference]) -> Iterator[tuple[list[Difference], str, Phrase]]:
    yield [one for one in found if one.quantity is LENGTH], LENGTH.unit, Phrase("Differences of length")


def pair_name(one: Difference) -> Phrase:
    return Phrase("{one} less {other}", one=one.first.name, other=one.second.name)


def notes(tested: Tested | None, found: Sequence[Difference]) -> Iterator[Phrase]:
    if tested:
        unit = tested.difference.quantity.unit
        yield Phrase(
            "The test (Wald’s, on the differences in each deal, with their estimated variance) asks for differences of "
            "{apart}. It calls equal settings different with a chance of {alpha} at most, and settings so far apart equal "
            "with {beta}. It ends as soon as that is kept; the size of a difference is overestimated a little where a test "
            "has ended early.",
            apart=plain(tested.asked.apart, unit, 0.0), alpha=percent(tested.asked.alpha), beta=percent(tested.asked.beta),
        )  # fmt: skip
    if found:
        sure = sum(chance < ERROR for chance in holm([one.estimate.chance() for one in found]))
        yield Phrase(
            "Settings are compared on the deals that both have played, with the first setting of the same game and as many "
            "players. All {n} intervals hold together with 95% certainty (Bonferroni). By the sharper test of Holm {sure} of "
            "the differences are real.",
            n=amount(len(found)), sure=amount(sure),
        )  # fmt: skip
