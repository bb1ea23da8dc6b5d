"""The numbers of the actions: a card at a cell, a card taken back, a word, or (way C) two cards at once."""

from __future__ import annotations

from ..constants import CARDS, CELLS, FACES, PLACES

TAKE = CELLS  # in place of a cell: the card is taken back
WORD = CELLS + 1  # in place of a cell: a word, its number in place of the face
SINGLES = PLACES * FACES  # actions from here on lay two cards: 1 + cell x 60 + face of the second one before it

WORDS = ("pass", "none", "stop", "give up", "idle")
PASS, NONE, STOP, GIVE_UP, IDLE = (WORD * FACES + i for i in range(len(WORDS)))
TIME = WORD * FACES + CARDS  # + seat: the time of that seat has run out


def lays_of(action: int) -> list[int]:
    """The cards that an action lays, one or two, each as cell x 60 + face."""
    second, first = divmod(action, SINGLES)
    return [first, second - 1] if second else [first]
