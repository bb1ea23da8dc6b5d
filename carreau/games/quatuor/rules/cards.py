"""The deck (Q1, Q4): thirty cards, four of five objects on each, one in each of the four colours.

The rulebook's own cards are lost: this deck is a reconstruction, made by a recipe. What it was chosen for (each
object as often in each colour, three to seven partners on every side, many squares) is stated by the tests.
"""

from __future__ import annotations

from ..constants import CARDS

ALL_CARDS = (1 << CARDS) - 1
SHIFTS = 5

# object then colour: top left, top right, bottom left, bottom right
BASES = ("10 21 32 43", "31 40 13 22", "10 23 42 31", "33 40 21 12", "22 33 41 10", "23 32 40 11")

OBJECTS = ("kite", "boat", "key", "fish", "cup")
COLOURS = ("red", "blue", "green", "yellow")
OBJECT_LETTERS = "KBYFC"
COLOUR_LETTERS = "rbgy"

Mark = tuple[int, int]  # object and colour
Face = tuple[Mark, Mark, Mark, Mark]  # top left, top right, bottom left, bottom right


def made_from(base: str, shift: int) -> Face:
    """Q4: the base card with its objects moved along the ring; the odd ones are stored turned."""
    marks = [((int(mark[0]) + shift) % SHIFTS, int(mark[1])) for mark in base.split()]
    top_left, top_right, bottom_left, bottom_right = marks if shift % 2 == 0 else marks[::-1]
    return top_left, top_right, bottom_left, bottom_right


DECK: tuple[Face, ...] = tuple(made_from(base, shift) for base in BASES for shift in range(SHIFTS))


def face_of(face: int) -> Face:
    """The four marks of a card as it lies."""
    marks = DECK[face % CARDS]
    return marks if face < CARDS else (marks[3], marks[2], marks[1], marks[0])
