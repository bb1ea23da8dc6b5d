"""What players have taken, colour by colour, and how it counts (M21)."""

from __future__ import annotations

from typing import Any

from ..rules.cards import COLOUR, COLOUR_NAMES, COLOURS, TENTH
from ..show import cards_of

COUNTED = 2  # colours that count for a player


def colour_points(s: Any, seat: int) -> list[int]:
    """The points of each colour: those of the best two count for the player, all others against."""
    sums = [0] * COLOURS
    for card in cards_of(*s.taken[seat]):
        sums[int(COLOUR[card])] += 10 * int(TENTH[card])
    best = sorted(range(COLOURS), key=lambda colour: -sums[colour])[:COUNTED]
    return [sums[colour] if colour in best else -sums[colour] for colour in range(COLOURS)]


def counts(s: Any, seat: int) -> tuple[tuple[str, str], ...]:
    """The tokens, and every colour that counts for or against."""
    points = zip(COLOUR_NAMES, colour_points(s, seat))
    return (("token", str(s.tokens[seat])), *((colour, signed(value)) for colour, value in points if value))


def signed(value: int) -> str:
    return f"−{-value}" if value < 0 else str(value)
