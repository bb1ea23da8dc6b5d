"""The deck (Q1, Q4): thirty cards, four of five objects on each, one in each of the four colours.

The rulebook's own cards are lost: this deck is a reconstruction, made by a recipe. What it was chosen for (each
object as often in each colour, three to seven partners on every side, many squares) is stated by the tests.

A face is a card as it lies, turned by a half-turn or not: face = 30 x turned + card.
"""

from __future__ import annotations

CARDS = 30
FACES = 2 * CARDS
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
    top_left, top_right, bottom_left, bottom_right = DECK[face % CARDS]
    if face < CARDS:
        return top_left, top_right, bottom_left, bottom_right
    return bottom_right, bottom_left, top_right, top_left


def cards_in(cards: int) -> list[int]:
    """The cards of a bit mask, ascending."""
    return [card for card in range(CARDS) if int(cards) >> card & 1]


def face_name(face: int) -> str:
    """A card by its number, with t if it is turned."""
    return f"{face % CARDS}{'t' if face >= CARDS else ''}"
