"""Numbers and names that facts, rules and drawings share."""

from __future__ import annotations

CARDS = 30
FACES = 2 * CARDS  # a face is a card as it lies, turned by a half-turn or not: 30 x turned + card
SPAN = 32  # rows and columns of the table, which has no edge
CELLS = SPAN * SPAN  # 32 x row + column

PLACES = CELLS + 2  # where an action puts a card: a cell, back into the hand, or nowhere if it says a word
SECONDS = CELLS * FACES + 1  # the second card of an action: none, or a face in a cell

WAYS = ("a", "b", "c", "d", "solo")
A, B, C, D, SOLO = range(5)

HAND = 7  # cards of a hand in ways A and C
HAND_D = 10
LAPS = 3  # A: this many without a new card end a deal in which cards are taken back into the hand
MIDDLE = 4  # B: the cards laid first
REST = CARDS - MIDDLE  # B: the cards of the pack
MOST_ACTIONS = 1000  # alone

ENDINGS = (None, "empty", "stalled", "pack", "alone", "none", "idle", "blocked", "square", "gave up", "limit")
EMPTY, STALLED, PACK, ALONE, ALL_NONE, IDLE_TIME, BLOCKED, SQUARE, GAVE_UP, LIMIT = range(1, 11)

UNTOLD, NO_PLACE, A_PLACE = range(3)  # B: what was said about the last pair set aside

DIRECTIONS = ("horizontal", "vertical")  # D
ACROSS, DOWN = range(2)
