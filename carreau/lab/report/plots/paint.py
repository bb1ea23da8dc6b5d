"""What plots are painted with: colours by their names in the theme, and every series has a colour, a sign and a dash."""

from __future__ import annotations

from dataclasses import dataclass

INK, SOFT, LINE, PAPER = "ink", "soft", "line", "paper"
HUES = ("blue", "red", "green", "purple", "brown", "sky", "yellow")
SIGNS = ("o", "^", "s", "D", "P", "X", "v")  # as Matplotlib calls them
DASHES: tuple[tuple[float, ...], ...] = ((), (6, 2), (2, 2), (8, 2, 2, 2), (4, 1), (1, 1))

NAMES = (INK, SOFT, LINE, PAPER, *HUES)
CODES = {name: f"#0{number:x}0b0c" for number, name in enumerate(NAMES)}  # what Matplotlib is told instead
VARIABLES = {code: f"var(--{name})" for name, code in CODES.items()}


@dataclass(frozen=True)
class Style:
    """How a series is drawn, so that nobody needs colours to tell it from the others."""

    colour: str
    sign: str
    dash: tuple[float, ...]


def style_of(series: int) -> Style:
    return Style(CODES[HUES[series % len(HUES)]], SIGNS[series % len(SIGNS)], DASHES[series % len(DASHES)])
