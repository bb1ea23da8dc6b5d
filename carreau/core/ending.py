"""How a match ended, in games where the most points win: the sentence most games use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.words import Words


def most_points(s: Any, winners: Sequence[int], words: Words, names: Sequence[str]) -> dict[str, Any]:
    """An outcome: who has the most points, and how many."""
    points = words.count("{n} point", "{n} points", int(s.points[winners[0]]))
    who = words.listed([names[seat] for seat in winners])
    if len(winners) > 1:
        return {"reason": "points", "text": words.say("{names} share the win with {points}.", names=who, points=points)}
    return {"reason": "points", "text": words.say("{name} wins with {points}.", name=who, points=points)}
