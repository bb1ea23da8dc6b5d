"""Numbers and names that the facts, the rules and the drawings of M share."""

from __future__ import annotations

PLAYERS = (2, 3, 4, 5, 6)
SEATS = max(PLAYERS)
KEPT = (0, 0, 50, 60, 70, 80, 90)  # cards that take part, by players (M5)
START_CARDS = 5  # M6
HAND = 4  # M7

COLOURS = VALUES = SYMBOLS = 5
KINDS = COLOURS * (1 + (VALUES - 1) * SYMBOLS)  # what an action names: the two zeros of a colour are one kind
NO_CARD = KINDS  # in an action that names none

LIMIT = 6  # rows and columns (M9)
SIDE = LIMIT + 1  # of the ring: see rules/grid.py
CELLS = SIDE * SIDE
PASS, ROW, COLUMN = range(CELLS, CELLS + 3)  # in an action, in place of a cell
TARGETS = CELLS + 3

EMPTY = -1  # no card lies there
HIDDEN = -2  # in a view: a card that the seat does not know
