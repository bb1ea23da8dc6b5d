"""Digits as drawn lines: the same on every machine, whatever fonts it has."""

from __future__ import annotations

from typing import Any

from carreau.draw.svg import Markup, group, move, path

STROKES = {  # in a box 6 wide and 10 high
    "0": "M3 0C.6 0 0 2.2 0 5S.6 10 3 10 6 7.8 6 5 5.4 0 3 0Z",
    "1": "M.8 2L3.4 0V10",
    "2": "M.2 2.6C.2 .9 1.4 0 3 0S5.8 1 5.8 2.7C5.8 4.6 3 6.3 .2 10H6",
    "3": "M.3 0H5.7L2.8 3.9C4.8 3.8 6 5 6 6.9 6 8.8 4.8 10 2.9 10 1.5 10 .5 9.4 0 8.2",
    "4": "M4.4 10V0L0 7H6",
    "5": "M5.4 0H1L.6 4.5C1.2 4 2 3.7 3 3.7 4.8 3.7 6 4.9 6 6.8 6 8.7 4.8 10 2.9 10 1.5 10 .5 9.4 0 8.3",
    "6": "M4.9 0C2.3 1.2 0 3.8 0 6.8 0 8.8 1.2 10 3 10S6 8.7 6 6.9 4.8 3.9 3 3.9 .2 5 0 6.8",
    "7": "M0 0H6L2 10",
    "8": "M3 0C1.4 0 .5 .9 .5 2.3S1.5 4.6 3 4.6 5.5 3.7 5.5 2.3 4.6 0 3 0Z"
    "M3 4.6C1.2 4.6 0 5.6 0 7.3S1.2 10 3 10 6 9 6 7.3 4.8 4.6 3 4.6Z",
    "9": "M1.1 10C3.7 8.8 6 6.2 6 3.2 6 1.2 4.8 0 3 0S0 1.3 0 3.1 1.2 6.1 3 6.1 5.8 5 6 3.2",
    "-": "M.8 5H5.2",
    "−": "M.8 5H5.2",
    "+": "M.4 5H5.6M3 2.4V7.6",
}
ADVANCE = 8.4


def numeral(
    text: str, x: float, y: float, height: float, weight: float = 1.4, colour: str = "var(--card-ink)", **attributes: Any
) -> Markup:
    """A number around x, y, `height` high; `weight` is the line's width where the height is 10."""
    width = ADVANCE * len(text) - (ADVANCE - 6)
    size = height / 10
    digits = [path(STROKES[digit], transform=move(ADVANCE * i - width / 2, -5)) for i, digit in enumerate(text)]
    shape = {"fill": "none", "stroke": colour, "stroke_width": weight, "stroke_linecap": "round", "stroke_linejoin": "round"}
    return group(*digits, transform=move(x, y, 0, size), **shape, **attributes)
