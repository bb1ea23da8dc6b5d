"""What facts, rules and drawings share: sizes, colours, phases, and what stands in place of a card or a cell."""

from __future__ import annotations

COLOURS = ("red", "blue", "green", "ochre")  # D1
HUES = ("red", "blue", "green", "yellow")  # the colours that they are drawn in
COLOUR_COUNT = SEATS = len(COLOURS)

SIDE = 7
CELLS = SIDE * SIDE
SIDES = 4  # of a cell: N, E, S, W
CARDS = 48  # without the black ones
HAND = 4
STACK = 32  # D7

BLACK = CARDS  # in place of a card: the player's black card, or none
ASIDE = CELLS  # in place of a cell: the card is laid aside, or nothing is laid
PLACES = CELLS + 1

DRAWING, OPEN, EDGING = range(3)  # phases: while there is a stack; all cards open; black cards
