"""An experiment: everything that is asked, checked and complete."""

from __future__ import annotations

from dataclasses import dataclass, field

from carreau.lab.experiment.setting import Setting
from carreau.lab.experiment.test import Test
from carreau.lab.experiment.thinking import Thinking


@dataclass(frozen=True)
class Experiment:
    """What is played, how often, and what is measured.

    Attributes:
        title: What its author calls it.
        seed: The seed of the first deal, as 64 hexadecimal digits; the next deals count on from it.
        settings: What is played.
        deals: How many deals every setting plays; with a precision, at most.
        precision: How wide half of the 95 % interval of the first seat's share may be, in every setting.
        again: How often each deal is played at each table.
        deep: In how many of the deals positions are looked into.
        measures: What is measured, by name.
        test: Two settings against each other, if that is asked.
        thinking: How long people think.
        source: The file that repeats it.
        left_out: Which combinations a game refuses, and why, as sentences.
    """

    title: str
    seed: str
    settings: tuple[Setting, ...]
    deals: int
    precision: float | None = None
    again: int = 1
    deep: int = 100
    measures: tuple[str, ...] = ()
    test: Test | None = None
    thinking: Thinking = field(default_factory=Thinking)
    source: str = ""
    left_out: tuple[str, ...] = ()

    def setting(self, id: str) -> Setting:
        """One of the settings."""
        return next(setting for setting in self.settings if setting.id == id)
