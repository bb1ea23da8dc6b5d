"""What an experiment has found: every measure that it asks for, as a section."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib.metadata import version
from types import MappingProxyType

import carreau
from carreau.lab import findings
from carreau.lab.experiment import Experiment
from carreau.lab.findings import Findings, Section
from carreau.lab.measures import cards, comparison, decisions, fairness, length, skill, strategies, sweep, tension
from carreau.lab.measures.table import Matches, Table

Measure = Callable[[Experiment, Sequence[Table]], Section | None]

MEASURES: MappingProxyType[str, Measure] = MappingProxyType(
    {
        "fairness": fairness.section,
        "length": length.section,
        "decisions": decisions.section,
        "tension": tension.section,
        "skill": skill.section,
        "cards": cards.section,
        "strategies": strategies.section,
        "comparison": comparison.section,
        "sweep": sweep.section,
    }
)
NEEDS = {"decisions": {"deep"}, "tension": {"deep"}, "cards": {"cards"}}


def needs(measures: Iterable[str]) -> frozenset[str]:
    """What has to be noted beyond the usual so that these can be measured."""
    return frozenset().union(*(NEEDS.get(name, set()) for name in measures))


def find(experiment: Experiment, matches: Sequence[Matches], done: float = 1.0, seconds: float = 0.0) -> Findings:
    """Everything that these matches say. Settings without any matches yet are left out."""
    tables = [Table(experiment, one) for one in matches if len(one.columns.get("deal", ()))]
    asked = {*experiment.measures, *(["comparison"] if experiment.test else [])}
    sections = [MEASURES[name](experiment, tables) for name in MEASURES if name in asked and tables]
    return Findings(
        experiment.title, experiment.source, experiment.seed, versions(), tuple(map(played, tables)),
        tuple(section for section in sections if section), done, seconds, experiment.left_out,
    )  # fmt: skip


def played(table: Table) -> findings.Setting:
    one = table.setting
    return findings.Setting(
        one.id,
        table.name,
        one.game.id,
        one.game.version,
        one.players,
        dict(one.options),
        one.bots,
        table.deals.count,
        table.matches,
    )


@cache
def versions() -> dict[str, str]:
    """Of what the results may depend on."""
    packages = {name: version(name.lower()) for name in ("NumPy", "Numba")}
    return {"carreau": carreau.__version__, "Python": platform.python_version(), **packages}
