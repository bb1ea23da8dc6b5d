"""Estimates as parts of sentences."""

from __future__ import annotations

import math
from collections.abc import Sequence

from carreau.core.amount import amount, percent, places_for
from carreau.core.phrase import Phrase
from carreau.lab.findings import MINUTES, PLIES, POINTS, ROUNDS, SHARE
from carreau.lab.statistics import Estimate

LEAST_SHARE = 2  # decimals of a share before it is read as per cent


def said(estimate: Estimate, unit: str = "") -> str:
    """A value with its interval: 53.1% (51.2% to 55.0%)."""
    if not math.isfinite(estimate.half) or estimate.half == 0:
        return plain(estimate.value, unit, estimate.half)
    ends = {"low": plain(estimate.low, unit, estimate.half), "high": plain(estimate.high, unit, estimate.half)}
    return Phrase("{value} ({low} to {high})", value=plain(estimate.value, unit, estimate.half), **ends)


def counted(estimate: Estimate, unit: str) -> str:
    """The same with what is counted: 36.2 plies (35.9 to 36.5)."""
    value = said(estimate, unit)
    if unit == PLIES:
        return Phrase("{n} plies", n=value)
    if unit == ROUNDS:
        return Phrase("{n} rounds", n=value)
    if unit == POINTS:
        return Phrase("{n} points", n=value)
    return Phrase("{n} minutes", n=value) if unit == MINUTES else value


def plain(value: float, unit: str, half: float) -> str:
    """A value with as many decimals as half of its interval allows."""
    if unit == SHARE:
        return percent(value, max(LEAST_SHARE, places_for(half)) - 2)
    exact = 0 if value == round(value, 0) else 1
    return amount(value, places_for(half) if math.isfinite(half) and half > 0 else exact)


def listed(parts: Sequence[str]) -> str:
    """a, b and c"""
    if len(parts) < 2:
        return "".join(parts) if not parts else parts[0]
    phrase: str = parts[0]
    for part in parts[1:-1]:
        phrase = Phrase("{before}, {part}", before=phrase, part=part)
    return Phrase("{first} and {last}", first=phrase, last=parts[-1])
