"""Sample's cards: a number in a colour, with the colour's sign in two corners. Each symbol is in a box 100 wide."""

from __future__ import annotations

from carreau.draw.numeral import numeral
from carreau.draw.sign import sign
from carreau.draw.svg import Markup, circle, join, rect

from ..constants import CARDS, COLOURS, VALUES
from ..show import CARD_NAMES

RATIO = 1.0
MILLIMETRES = 56.0  # a card's width when printed


def faces() -> dict[str, Markup]:
    """Every symbol of the sheet by name: a card's name, and the back."""
    return {**{CARD_NAMES[card]: face(COLOURS[card // VALUES], card % VALUES + 1) for card in range(CARDS)}, "back": back()}


def face(colour: str, value: int) -> Markup:
    paper = rect(0.5, 0.5, 99, 99, rx=6.0, fill="var(--card)", stroke="var(--card-line)")
    disc = circle(50, 50, 30, fill="none", stroke=f"var(--{colour})", stroke_width=6)
    return join(paper, disc, numeral(str(value), 50, 50, 34), sign(colour, 15, 15, 18), sign(colour, 85, 85, 18))


def back() -> Markup:
    paper = rect(0.5, 0.5, 99, 99, rx=6.0, fill="var(--back)", stroke="var(--card-line)")
    return join(paper, rect(12, 12, 76, 76, rx=4.0, fill="none", stroke="var(--back-line)", stroke_width=3))


def deck() -> list[str]:
    """The face of every card of the box, for printing."""
    return list(CARD_NAMES)
