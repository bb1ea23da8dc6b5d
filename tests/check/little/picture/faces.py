"""Little's cards."""

from __future__ import annotations

from carreau.draw.numeral import numeral
from carreau.draw.svg import Markup, join, rect

RATIO = 1.4
MILLIMETRES = 57.0


def faces() -> dict[str, Markup]:
    return {**{f"card-{card}": face(card) for card in range(12)}, "back": plain("var(--back)")}


def plain(colour: str) -> Markup:
    return rect(2, 2, 96, 136, rx=8.0, fill=colour)


def face(card: int) -> Markup:
    return join(plain("var(--card)"), numeral(str(card), 50, 70, 60))


def deck() -> list[str]:
    return [f"card-{card}" for card in range(12)]
