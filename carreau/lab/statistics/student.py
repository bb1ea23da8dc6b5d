"""Student's distribution: how far the mean of a few values may be from the truth."""

from __future__ import annotations

import math
from functools import lru_cache

TINY = 1e-300
EXACT = 1e-15
MOST_STEPS = 100_000
HALVINGS = 200


def two_sided(t: float, degrees: float) -> float:
    """The chance to be further from 0 than `t`, on either side."""
    if math.isnan(t) or degrees <= 0:
        return math.nan
    square = t * t
    if math.isinf(square):
        return 0.0
    return beta_part(degrees / (degrees + square), square / (degrees + square), degrees / 2, 0.5)


@lru_cache(maxsize=1024)
def reach(level: float, degrees: int) -> float:
    """How far from 0 the distribution goes on either side with this chance: 1.96 for 95 % and many degrees of freedom."""
    if degrees <= 0:
        return math.inf
    low, high = 0.0, 1.0
    while two_sided(high, degrees) > 1 - level:
        low, high = high, 2 * high
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if two_sided(middle, degrees) > 1 - level else (low, middle)
    return high


def beta_part(x: float, rest: float, a: float, b: float) -> float:
    """The regularized incomplete beta function at x; rest is 1 - x, which is more exact if it is small."""
    if x <= 0 or rest <= 0:
        return 0.0 if x <= 0 else 1.0
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(rest))
    if x < (a + 1) / (a + b + 2):
        return front * fraction(x, a, b) / a
    return 1 - front * fraction(rest, b, a) / b


def fraction(x: float, a: float, b: float) -> float:
    """Its continued fraction, by the method of Lentz."""
    c, d = 1.0, 1 / away(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, MOST_STEPS):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / away(1 + term * d)
            c = away(1 + term / c)
            value *= d * c
        if abs(d * c - 1) < EXACT:
            break
    return value


def away(value: float) -> float:
    """A value that can be divided by."""
    return value if abs(value) > TINY else TINY
