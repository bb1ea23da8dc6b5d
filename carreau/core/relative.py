"""Seats as one of them counts them: itself, then the next, and so on round the table."""

from __future__ import annotations

from typing import Any

from carreau.core.compile import rule


@rule
def seats_on(s: Any, seat: int, other: int) -> int:
    """How many seats further on another sits."""
    players = int(s.players)
    return (int(other) - int(seat) + players) % players
