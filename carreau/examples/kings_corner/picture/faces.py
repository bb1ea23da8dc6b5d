"""A pack of cards: the rank as a number, and the suit; kings wear a crown. Each symbol is in a box 100 wide."""

from __future__ import annotations

from carreau.draw.numeral import numeral
from carreau.draw.svg import EMPTY, Markup, group, join, move, path, rect

from ..constants import CARDS, RANKS, SUITS
from ..rules import KING, RED
from ..show import CARD_NAMES

RATIO = 1.4
MILLIMETRES = 57.0  # a card's width when printed

OUTLINES = {  # around 0, 0 within a circle of radius 10
    "clubs": "M-3 10L-1 3.5A4.5 4.5 0 1 1-3-2A4.5 4.5 0 1 1 3-2A4.5 4.5 0 1 1 1 3.5L3 10Z",
    "diamonds": "M0-10L7.5 0L0 10L-7.5 0Z",
    "hearts": "M0 9C-12 0-9-9-4.5-9C-2-9-.5-7.5 0-5.5C.5-7.5 2-9 4.5-9C9-9 12 0 0 9Z",
    "spades": "M0-10C12-1 9 5 4.5 5C2.8 5 1.3 4.2.8 3L3 10H-3L-.8 3C-1.3 4.2-2.8 5-4.5 5C-9 5-12-1 0-10Z",
}
CROWN = "M-14 8L-17-7L-7 0L0-11L7 0L17-7L14 8Z"


def faces() -> dict[str, Markup]:
    """Every symbol of the sheet by name: a card's name, and the back."""
    return {**{CARD_NAMES[card]: face(card) for card in range(CARDS)}, "back": back()}


def face(card: int) -> Markup:
    suit, rank = SUITS[card // RANKS], card % RANKS
    ink = "var(--red)" if RED[card] else "var(--card-ink)"
    crown = path(CROWN, transform=move(50, 126), fill="var(--gold)", stroke="var(--card-ink)") if rank == KING else EMPTY
    large = path(OUTLINES[suit], transform=move(50, 78, 0, 3.2), fill=ink)
    small = path(OUTLINES[suit], transform=move(81, 23, 0, 1.1), fill=ink)
    return join(paper("card"), numeral(str(rank + 1), 27, 25, 30, 1.6, ink), crown, large, small)


def paper(colour: str) -> Markup:
    return rect(0.5, 0.5, 99, 139, rx=6.0, fill=f"var(--{colour})", stroke="var(--card-line)")


def back() -> Markup:
    frame = rect(8, 8, 84, 124, rx=4.0, fill="none", stroke="var(--back-line)", stroke_width=2)
    crowns = [path(CROWN, transform=move(50, y, 0, 1.4)) for y in (40, 70, 100)]
    return join(paper("back"), frame, group(*crowns, fill="none", stroke="var(--back-line)", stroke_width=2))


def deck() -> list[str]:
    """The face of every card of the box, for printing."""
    return list(CARD_NAMES)
