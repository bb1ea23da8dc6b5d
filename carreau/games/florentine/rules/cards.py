"""The deck (D1-D5).

Which 48 cards there are (D3) and where their gems lie (D4) is a reconstruction: the rulebook's pictures are lost. It is
data, and tests state the properties it was built for. A card is written as its four triangles clockwise from the north,
each by the letter of its colour, a capital where it bears the gem of that colour.
"""

from __future__ import annotations

import numpy as np

from ..constants import CARDS, COLOURS, SIDES

LETTERS = "".join(colour[0] for colour in COLOURS)
GEM_NAMES = ("jade", "amber", "ruby", "lapis lazuli")  # by colour (D1)

DECK = (
    "Rrbg", "Rrgb", "Rrbo", "Rrob", "Rrgo", "Rrog",  # AABC: a gem on the first A
    "Bbrg", "Bbgr", "Bbro", "Bbor", "Bbgo", "Bbog",
    "Ggrb", "Ggbr", "Ggro", "Ggor", "Ggbo", "Ggob",
    "Oorb", "Oobr", "Oorg", "Oogr", "Oobg", "Oogb",
    "RrRb", "RrRg", "RrRo", "BbBr", "BbBg", "BbBo",  # AAAB: gems on the outer As
    "GgGr", "GgGb", "GgGo", "OoOr", "OoOb", "OoOg",
    "RrBb", "RrGg", "RrOo", "BbGg", "BbOo", "GgOo",  # AABB: a gem on the first of each pair
    "rbgo", "rbog", "rgbo", "rgob", "robg", "rogb",  # ABCD: no gem
)  # fmt: skip

assert len(DECK) == CARDS


def turned_name(name: str, turned: int) -> str:
    """A card's name after some quarter turns clockwise."""
    return name[SIDES - turned :] + name[: SIDES - turned]


LOOKS = [[turned_name(name, turned) for turned in range(SIDES)] for name in DECK]
COLOUR = np.array([[[LETTERS.index(letter.lower()) for letter in look] for look in looks] for looks in LOOKS], np.int64)
GEM = np.array([[[letter.isupper() for letter in look] for look in looks] for looks in LOOKS], np.int64)

CARD_OF = {look.lower(): (card, turned) for card, looks in enumerate(LOOKS) for turned, look in enumerate(looks)}
