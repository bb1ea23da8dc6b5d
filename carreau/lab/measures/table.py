"""The matches of one setting, as measures see them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Protocol

from carreau.core.phrase import Phrase
from carreau.lab.experiment import Experiment, Setting
from carreau.lab.measures.naming import name_of
from carreau.lab.statistics import Estimate
from carreau.lab.statistics.deals import Column, Deals


class Matches(Protocol):
    """A setting with the columns of its matches, one row for each."""

    @property
    def setting(self) -> Setting: ...

    @property
    def columns(self) -> Mapping[str, Column]: ...


class Table:
    """Matches with what several measures need of them."""

    def __init__(self, experiment: Experiment, matches: Matches) -> None:
        self.setting = matches.setting
        self.columns = matches.columns
        self.thinking = experiment.thinking
        self.deals = Deals(self.columns["deal"])
        self.kept: dict[tuple[str, float], Estimate] = {}  # what was estimated already, by name and level

    @property
    def id(self) -> str:
        return self.setting.id

    @property
    def players(self) -> int:
        return self.setting.players

    @property
    def fair(self) -> float:
        """The share that each seat would have if all had the same."""
        return 1 / self.players

    @property
    def matches(self) -> int:
        return self.deals.rows

    @cached_property
    def name(self) -> Phrase:
        return name_of(self.setting)
