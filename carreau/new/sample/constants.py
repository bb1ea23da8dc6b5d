"""Numbers and names that the facts, the rules and the drawings share."""

from __future__ import annotations

COLOURS = ("red", "blue", "green", "yellow")
VALUES = 6
CARDS = len(COLOURS) * VALUES  # R1
SIDE = 4
CELLS = SIDE * SIDE
