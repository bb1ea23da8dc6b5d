"""A setting with its matches."""

from __future__ import annotations

from dataclasses import dataclass

from carreau.lab.experiment import Setting
from carreau.lab.matches.columns import Columns


@dataclass(frozen=True, eq=False)
class Matches:
    """What was played of a setting.

    Attributes:
        setting: What was played.
        columns: What was noted, by name: a row for every match, in the order of deal, table and repeat.
    """

    setting: Setting
    columns: Columns
