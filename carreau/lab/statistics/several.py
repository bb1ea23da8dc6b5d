"""Many comparisons at once: with a hundred of them, five of a hundred intervals of 95 % miss the truth."""

from __future__ import annotations

from collections.abc import Sequence

from carreau.lab.statistics.estimate import LEVEL


def together(count: int, level: float = LEVEL) -> float:
    """The level for each of so many intervals, so that all of them contain the truth with this chance (Bonferroni)."""
    return 1 - (1 - level) / max(1, count)


def holm(chances: Sequence[float]) -> list[float]:
    """The chances of many tests, so corrected that one of those below 5 % is wrong with a chance of 5 % at most (Holm)."""
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    corrected, most = [0.0] * len(chances), 0.0
    for place, i in enumerate(order):
        most = max(most, min(1.0, chances[i] * (len(chances) - place)))
        corrected[i] = most
    return corrected
