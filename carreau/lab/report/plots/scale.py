"""From where to where an axis goes, and what is written along it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from carreau.core.words import Words
from carreau.lab.findings import NUMBER
from carreau.lab.report.units import written

Bounds = tuple[float, float]

STEPS = [1, 2, 2.5, 5, 10]
AIR = 0.04  # beyond the first and the last value, of what lies between them
FEW = 6  # values that are all written


@dataclass(frozen=True)
class Scale:
    """An axis."""

    low: float
    high: float
    ticks: tuple[float, ...]
    texts: tuple[str, ...]


def scale_for(
    values: Iterable[float], unit: str, words: Words, count: int = 4, zero: bool = False, bounds: Bounds | None = None
) -> Scale:
    """An axis on which these values lie; `bounds` are never crossed unless a value lies beyond them."""
    known = [*values, *([0.0] if zero else [])] or [0.0, 1.0]
    low, high = min(known), max(known)
    air = AIR * (high - low) or abs(high) * AIR or 0.5
    low, high = (low if zero and low == 0 else low - air), high + air
    if bounds and bounds[0] <= min(known) and max(known) <= bounds[1]:
        low, high = max(low, bounds[0]), min(high, bounds[1])
    ticks = tuple(tick for tick in ticks_between(low, high, count) if low <= tick <= high)
    return Scale(low, high, ticks, tick_texts(ticks, unit, words))


def ticks_between(low: float, high: float, count: int) -> list[float]:
    from matplotlib.ticker import MaxNLocator

    return [round(float(tick), 9) for tick in MaxNLocator(count, steps=STEPS).tick_values(low, high)]


def scale_along(values: Sequence[float], words: Words) -> Scale:
    """An axis of numbers such as an option's values: if they are few, just these are written."""
    distinct = sorted(set(values))
    scale = scale_for(distinct, NUMBER, words)
    if len(distinct) > FEW:
        return scale
    return Scale(scale.low, scale.high, tuple(distinct), tick_texts(tuple(distinct), NUMBER, words))


def tick_texts(ticks: tuple[float, ...], unit: str, words: Words) -> tuple[str, ...]:
    places = max((places_needed(tick) for tick in ticks), default=0)
    return tuple(written(tick, unit, places, words) for tick in ticks)


def places_needed(value: float, most: int = 6) -> int:
    return next((places for places in range(most) if abs(round(value, places) - value) < 1e-9), most)
