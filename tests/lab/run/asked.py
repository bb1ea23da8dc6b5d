"""A small experiment that has everything in it: what machine code plays, and what bots play in processes of their own."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from carreau.core.option import Flag, Number, Option
from carreau.lab.experiment import Experiment
from carreau.lab.experiment.ask import new_experiment
from tests.some import QUICK

VARIED: Option = next(option for option in QUICK.options if isinstance(option, Number | Flag) and option.name not in QUICK.short)
VALUES = VARIED.samples(2)[:2] if isinstance(VARIED, Flag) else (VARIED.low, VARIED.low + 1) if isinstance(VARIED, Number) else ()


@cache
def small(deals: int = 24, **more: object) -> Experiment:
    options = {**QUICK.short, VARIED.name: VALUES}
    bots = ["random", "greedy,random"]
    return new_experiment(
        QUICK, title="Small", players=2, options=options, bots=bots, deals=deals, measure=["fairness", "length"], **more  # type: ignore[arg-type]
    )  # fmt: skip


def raw(folder: Path) -> dict[str, bytes]:
    """All raw results in a folder."""
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in sorted(folder.rglob("*.parquet"))}
