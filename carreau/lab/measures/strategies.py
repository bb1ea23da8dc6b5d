"""Strategies: what it costs to play by a restriction, and whether there is a plan that beats all others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

import numpy as np

from carreau.core.phrase import Phrase
from carreau.lab.experiment import Experiment
from carreau.lab.findings import DOTS, SHARE, Figure, Plot, Section, Series
from carreau.lab.measures.naming import bot_name, chained, part_of
from carreau.lab.measures.plots import point
from carreau.lab.measures.quantity import figure
from carreau.lab.measures.say import said
from carreau.lab.measures.skill import seats_of
from carreau.lab.measures.table import Table
from carreau.lab.statistics import Estimate, difference_by_deal, together
from carreau.lab.statistics.deals import Column

Cost = tuple[Table, str, Estimate]  # a setting, a strategy in it, what it costs


def section(experiment: Experiment, tables: Sequence[Table]) -> Section | None:
    pairs = [(table, name) for table in tables for name in restricted(table)]
    if not pairs:
        return None
    level = together(len(pairs))
    costs = [(table, name, cost(table, name, level)) for table, name in pairs]
    title = Phrase("Strategies")
    return Section("strategies", title, sentence(costs, tables), tuple(figures(costs)), tuple(plots(costs)), tuple(notes()))


def restricted(table: Table) -> list[str]:
    """The strategies that meet somebody else."""
    entrants = table.setting.entrants
    return [one.name for one in table.setting.strategies if one.name in entrants] if len(entrants) > 1 else []


def bot_of(table: Table, name: str) -> str:
    return next(one.bot for one in table.setting.strategies if one.name == name)


def others(table: Table, name: str) -> tuple[Column, Column]:
    """What the seats of the unrestricted bot win; if it is not there, those of everybody else."""
    bot, entrants = bot_of(table, name), table.setting.entrants
    found = [seats_of(one, table) for one in ([bot] if bot in entrants else [one for one in entrants if one != name])]
    return np.sum([above for above, _ in found], axis=0), np.sum([below for _, below in found], axis=0)


def cost(table: Table, name: str, level: float) -> Estimate:
    """How much less of the wins a seat of the strategy has than one of the others, on the same deals."""
    return difference_by_deal((*others(table, name), table.deals), (*seats_of(name, table), table.deals), level, 1.0)


def figures(costs: Sequence[Cost]) -> Iterator[Figure]:
    for table, name, one in costs:
        yield figure(table.id, f"cost of {name}", Phrase("What “{strategy}” costs", strategy=name), one, SHARE)


def dominant(tables: Sequence[Table]) -> str | None:
    """Who beats everybody met, for certain, having met all that play."""
    met = [(table, one, other) for table in tables for one, other in permutations(table.setting.entrants, 2)]
    level = together(len(met) // 2)
    beaten: dict[str, set[str]] = {}
    lost = set[str]()
    for table, one, other in met:
        found = difference_by_deal((*seats_of(one, table), table.deals), (*seats_of(other, table), table.deals), level, 1.0)
        if found.low > 0:
            beaten.setdefault(one, set()).add(other)
        else:
            lost.add(one)
    every = {one for _, one, _ in met}
    return next((one for one in every if one not in lost and beaten.get(one) == every - {one}), None)


def sentence(costs: Sequence[Cost], tables: Sequence[Table]) -> Phrase:
    playing = [table for table in tables if restricted(table)]
    dearest, cheapest = max(costs, key=lambda one: one[2].value), min(costs, key=lambda one: one[2].value)
    if cheapest[2].high < 0:
        gain = cheapest[2].times(-1)
        first = Phrase(
            "“{strategy}” pays: it wins {gain} more than those who may do everything.",
            strategy=cheapest[1],
            gain=said(gain, SHARE),
        )
    elif dearest[2].low > 0:
        first = Phrase("“{strategy}” costs most: {cost} of the wins.", strategy=dearest[1], cost=said(dearest[2], SHARE))
    else:
        first = Phrase("No restriction costs or gains anything for certain.")
    if (plan := dominant(playing)) is None:
        return Phrase("{before} {sentence}", before=first, sentence=Phrase("No plan beats all others for certain."))
    best = Phrase("“{plan}” beats all others for certain.", plan=bot_name(plan))
    return Phrase("{before} {sentence}", before=first, sentence=best)


def plots(costs: Sequence[Cost]) -> Iterator[Plot]:
    names = dict.fromkeys(series_name(table) for table, _, _ in costs)
    series = tuple(
        Series(label, tuple(point(Phrase("{part}", part=name), one) for table, name, one in costs if series_name(table) == label))
        for label in names
    )
    yield Plot(DOTS, Phrase("What restrictions cost"), Phrase("strategy"), Phrase("share of the wins"), series, SHARE, 0.0)


def series_name(table: Table) -> Phrase:
    """What is varied beyond who plays."""
    others = [part_of(name, value) for name, value in table.setting.varied.items() if name != "bots"]
    return chained(others) if others else Phrase("{part}", part=table.setting.game.name)


def notes() -> Iterator[Phrase]:
    yield Phrase(
        "What a restriction costs: the share of the wins of a seat that may do everything less that of a restricted one, in the "
        "same matches; every bot has had every seat on every deal. All costs hold together with 95% certainty (Bonferroni)."
    )
    yield Phrase("A plan that beats all others has met each of them here, and beaten each for certain, all taken together.")
