"""Numbers and names that the facts, the rules and the drawings of Punto share."""

from __future__ import annotations

COLOURS = ("red", "blue", "green", "yellow")
VALUES = 9
KINDS = len(COLOURS) * VALUES  # colour and value together: what an action names
CARDS = 2 * KINDS  # P1

LIMIT = 6  # P9
SIDE = 2 * LIMIT - 1  # the first card lies in the middle and the layout may grow five cells in any direction
CELLS = SIDE * SIDE
MIDDLE = CELLS // 2
ASIDE = CELLS  # in place of a cell: the card is set aside (P19)
PLACES = CELLS + 1

PHASES = ("lay", "choose")
LAY, CHOOSE = range(2)
ENDINGS = (None, "line", "series", "void")  # of a round
BY_LINE, BY_SERIES, VOID = range(1, 4)
STARTERS = ("ended", "winner")  # P21
AFTER_ENDER, AFTER_WINNER = range(2)
MOST_ROUNDS = (0, 25, 25, 25, 50, 50)  # by the rounds to win (P25)
