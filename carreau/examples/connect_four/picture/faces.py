"""Connect Four's stones, drawn like cards: each symbol in a box 100 wide."""

from __future__ import annotations

from carreau.draw.sign import sign
from carreau.draw.svg import Markup, circle, join

RATIO = 1.0
MILLIMETRES = 32.0
COLOURS = ("red", "yellow")  # of seat 0 and seat 1


def faces() -> dict[str, Markup]:
    return {**{colour: stone(colour) for colour in COLOURS}, "back": stone("blue")}


def stone(colour: str) -> Markup:
    """The colour's sign in the middle, because colour is never the only sign."""
    edge = circle(50, 50, 44, fill=f"var(--{colour})", stroke="var(--card-ink)", stroke_width=2)
    return join(edge, circle(50, 50, 32, fill="var(--card)"), sign(colour, 50, 50, 36))


def deck() -> list[str]:
    return [colour for colour in COLOURS for _ in range(21)]
