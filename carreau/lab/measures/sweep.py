"""Sweep: how the main figures change with what is varied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from carreau.core.phrase import Phrase
from carreau.core.types import Value
from carreau.lab.experiment import Experiment
from carreau.lab.findings import CURVE, DOTS, MINUTES, PLIES, SHARE, Figure, Plot, Point, Section, Series
from carreau.lab.measures.fairness import advantage
from carreau.lab.measures.naming import chained, line_up, part_of, value_name
from carreau.lab.measures.plots import point
from carreau.lab.measures.quantities import (
    BEHIND,
    BRANCHING,
    DECIDED,
    DURATION,
    FORCED,
    LEAD_CHANGES,
    LEAD_TAKEN,
    LENGTH,
    REAL,
    SEATS,
)
from carreau.lab.measures.quantity import Quantity, figure
from carreau.lab.measures.say import counted
from carreau.lab.measures.table import Table
from carreau.lab.statistics import together

SWEPT = (SEATS[0], LENGTH, DURATION, BRANCHING, FORCED, REAL, LEAD_CHANGES, LEAD_TAKEN, BEHIND, DECIDED)
NOT_SWEPT = ("game",)
UNIT_NAMES = {SHARE: Phrase("share"), PLIES: Phrase("plies"), MINUTES: Phrase("minutes")}


@dataclass(frozen=True)
class Axis:
    """Something varied, with the settings that differ in nothing else: one line for each way that the rest is.

    Attributes:
        name: `players`, `bots`, or an option.
        values: All its values, in order.
        lines: The settings of each line, by value.
    """

    name: str
    values: tuple[Value, ...]
    lines: tuple[tuple[Table, ...], ...]

    @property
    def is_numeric(self) -> bool:
        return all(isinstance(value, int | float) and not isinstance(value, bool) for value in self.values)


def section(experiment: Experiment, tables: Sequence[Table]) -> Section | None:
    axes = list(axes_of(tables))
    if not axes:
        return None
    figures = tuple(one for axis in axes for one in effects(axis))
    drawn = tuple(one for axis in axes for one in plots(axis))
    return Section("sweep", Phrase("What is varied"), sentence(axes[0]), figures, drawn, tuple(notes(bool(figures))))


def axes_of(tables: Sequence[Table]) -> Iterator[Axis]:
    """Options first; the number of players and who plays only if nothing else is varied."""
    names = dict.fromkeys(name for table in tables for name in table.setting.varied if name not in NOT_SWEPT)
    options = [name for name in names if name not in ("players", "bots")]
    for name in options or names:
        lines: dict[tuple[object, ...], list[Table]] = {}
        for table in tables:
            if name in table.setting.varied:
                lines.setdefault(rest_of(table, name), []).append(table)
        sorted_lines = tuple(
            tuple(sorted(line, key=lambda table: order(table, name))) for line in lines.values() if len(line) > 1
        )
        values = tuple(dict.fromkeys(table.setting.varied[name] for line in sorted_lines for table in line))
        if sorted_lines:
            yield Axis(name, values, sorted_lines)


def rest_of(table: Table, name: str) -> tuple[object, ...]:
    """What a setting is apart from one thing that is varied."""
    return tuple((key, value) for key, value in table.setting.varied.items() if key != name)


def order(table: Table, name: str) -> float:
    """Numbers by size, anything else as it is listed."""
    value = table.setting.varied[name]
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else 0.0


def line_name(line: Sequence[Table], axis: Axis) -> Phrase:
    rest = [part_of(key, value) for key, value in line[0].setting.varied.items() if key != axis.name]
    return chained(rest) if rest else Phrase("{part}", part=line[0].setting.game.name)


def plots(axis: Axis) -> Iterator[Plot]:
    """One for each figure that is known in some of the settings."""
    for quantity in changed(axis):
        series = tuple(
            Series(line_name(line, axis), points) for line in axis.lines if (points := points_of(line, axis, quantity))
        )
        if series:
            yield Plot(
                CURVE if axis.is_numeric else DOTS, quantity.label, axis_name(axis), y_name(quantity), series, quantity.unit
            )
    series = tuple(Series(line_name(line, axis), advantages(line, axis)) for line in axis.lines)
    if series := tuple(one for one in series if one.points):
        kind, y = CURVE if axis.is_numeric else DOTS, Phrase("share of the wins")
        yield Plot(kind, Phrase("Advantage of the best place"), axis_name(axis), y, series, SHARE)


def points_of(line: Sequence[Table], axis: Axis, quantity: Quantity) -> tuple[Point, ...]:
    found = [(table, quantity.estimate(table)) for table in line]
    return tuple(point(x_of(table, axis), one) for table, one in found if one.is_known)


def advantages(line: Sequence[Table], axis: Axis) -> tuple[Point, ...]:
    return tuple(point(x_of(table, axis), advantage(table)) for table in line if table.players > 1)


def x_of(table: Table, axis: Axis) -> float | Phrase:
    value = table.setting.varied[axis.name]
    return float(value) if axis.is_numeric and isinstance(value, int | float) else Phrase("{part}", part=shown(axis, value))


def shown(axis: Axis, value: Value) -> str:
    return line_up(str(value).split(",")) if axis.name == "bots" else value_name(value)


def axis_name(axis: Axis) -> Phrase:
    if axis.name == "players":
        return Phrase("players")
    return Phrase("who plays") if axis.name == "bots" else Phrase("{part}", part=axis.name)


def y_name(quantity: Quantity) -> Phrase:
    return UNIT_NAMES.get(quantity.unit, Phrase("number"))


# from the least value to the most


def effects(axis: Axis) -> Iterator[Figure]:
    """What the last value changes against the first, on the same deals."""
    if not axis.is_numeric:
        return
    asked = [(line, one) for line in axis.lines for one in changed(axis) if one.of(line[0]) and one.of(line[-1])]
    for line, one in asked:
        found = one.difference(line[-1], line[0], together(len(asked)))
        ends = {"first": value_name(line[0].setting.varied[axis.name]), "last": value_name(line[-1].setting.varied[axis.name])}
        label = Phrase("{what}: what {option} from {first} to {last} adds", what=one.label, option=axis_name(axis), **ends)
        if found.is_known:
            yield figure(f"{line[-1].id} - {line[0].id}", f"effect of {axis.name} on {one.name}", label, found, one.unit)


def changed(axis: Axis) -> list[Quantity]:
    """What is worth comparing: with more players every seat has less, of course."""
    return [one for one in SWEPT if axis.name != "players" or one is not SEATS[0]]


def sentence(axis: Axis) -> Phrase:
    """How the length changes along the first line."""
    line = axis.lines[0]
    if not axis.is_numeric:
        line = tuple(sorted(line, key=lambda table: LENGTH.estimate(table).value))
    first, last = line[0], line[-1]
    ends = [counted(LENGTH.estimate(table), LENGTH.unit) for table in (first, last)]
    names = [part_of(axis.name, table.setting.varied[axis.name]) for table in (first, last)]
    return Phrase(
        "With {one} a match takes {length}, with {other} {changed}.",
        one=names[0],
        length=ends[0],
        other=names[1],
        changed=ends[1],
    )


def notes(has_effects: bool) -> Iterator[Phrase]:
    yield Phrase("Every point of a curve is a setting with its own 95% interval; all settings have played the same deals.")
    if has_effects:
        yield Phrase(
            "What a change adds is counted on the same deals, from the first value to the last; all of these intervals hold "
            "together with 95% certainty (Bonferroni)."
        )
