"""The deck (F1): six motifs, and in each the values -2 to +3 in different numbers of copies.

The rulebook shows its six motifs only as pictures, which are lost: these six are ours.
Cards are numbered from 1, so that 0 is no card; copies are told apart, but an action names only motif and value.
"""

from __future__ import annotations

import numpy as np

COPIES = (2, 4, 1, 3, 2, 1)  # in each motif, of the values -2, -1, 0, +1, +2, +3
LOWEST = -2
MOTIFS = 6
VALUES = len(COPIES)
KINDS = MOTIFS * VALUES
CARDS = MOTIFS * sum(COPIES)
NONE = 0  # no card, or one that may not be known

KIND = np.concatenate(([-1], np.repeat(np.arange(KINDS), COPIES * MOTIFS)))  # motif and value together
MOTIF = KIND // VALUES  # -1 for no card
VALUE = np.where(KIND < 0, 0, KIND % VALUES + LOWEST)

LETTERS = "slwkfr"
MOTIF_NAMES = ("star", "leaf", "wave", "knot", "fan", "rose")


def kind_name(kind: int) -> str:
    value = kind % VALUES + LOWEST
    return LETTERS[kind // VALUES] + (f"{value:+d}" if value else "0")


CARD_NAMES = ("-", *(kind_name(int(kind)) for kind in KIND[1:]))
