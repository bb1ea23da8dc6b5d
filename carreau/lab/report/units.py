"""Figures as people read them: no more decimals than their intervals carry, with their unit."""

from __future__ import annotations

import math

from carreau.core.amount import NOTHING, amount, percent, places_for
from carreau.core.words import Words, message
from carreau.lab.findings import COUNT, MINUTES, PLIES, POINTS, ROUNDS, SHARE, Figure

UNITS = {PLIES: message("plies"), ROUNDS: message("rounds"), POINTS: message("points"), MINUTES: message("minutes")}
EXACT = 1  # decimals of a value without an interval
DIGITS = 4  # nobody reads more, however narrow the interval


def unit_name(unit: str, words: Words) -> str:
    """What is counted, if that has to be said."""
    return words.say(UNITS[unit]) if unit in UNITS else ""


def written(value: float, unit: str, places: int, words: Words) -> str:
    """A value on its own; a share in per cent."""
    return words.tell(percent(value, max(0, places - 2)) if unit == SHARE else amount(value, places))


def bare(value: float, unit: str, places: int, words: Words) -> str:
    """The same without the sign for per cent."""
    return words.tell(amount(100 * value, max(0, places - 2)) if unit == SHARE else amount(value, places))


def places_of(value: float, low: float | None, high: float | None, unit: str) -> int:
    """The decimals of a value with this interval."""
    if low is not None and high is not None and math.isfinite(high - low) and high > low:
        places = min(places_for((high - low) / 2), most_places(value))
        return max(2, places) if unit == SHARE else places
    if unit == COUNT or not math.isfinite(value) or value == round(value, 0):
        return 0
    return EXACT + 2 if unit == SHARE and 100 * value != round(100 * value) else EXACT


def most_places(value: float) -> int:
    """The decimals with which a value has as many digits as anybody reads."""
    size = math.floor(math.log10(abs(value))) if math.isfinite(value) and value else 0
    return max(0, DIGITS - 1 - max(size, -2))


def value_of(figure: Figure, words: Words) -> str:
    places = places_of(figure.value, figure.low, figure.high, figure.unit)
    return written(figure.value, figure.unit, places, words)


def interval_of(low: float | None, high: float | None, unit: str, words: Words) -> str:
    """From where to where the value may lie: 51 to 58%. Empty if it is exact or nothing is known."""
    if low is None or high is None or not math.isfinite(high - low) or high == low:
        return ""
    places = places_of(max(abs(low), abs(high)), low, high, unit)
    return words.say("{low} to {high}", low=bare(low, unit, places, words), high=written(high, unit, places, words))


def figure_text(figure: Figure, words: Words) -> str:
    """54% (51 to 58%)"""
    value, interval = value_of(figure, words), interval_of(figure.low, figure.high, figure.unit, words)
    return words.say("{value} ({interval})", value=value, interval=interval) if interval and value != NOTHING else value
