"""The deck (F1): six motifs, and in each the values -2 to +3 in different numbers of copies.

Cards are numbered from 1, so that 0 is no card; copies are told apart, but an action names only motif and value.
"""

from __future__ import annotations

import numpy as np

from ..constants import KINDS, LOWEST, MOTIF_NAMES, MOTIFS, VALUES

COPIES = (2, 4, 1, 3, 2, 1)  # in each motif, of the values -2, -1, 0, +1, +2, +3
CARDS = MOTIFS * sum(COPIES)
NONE = 0  # no card, or one that may not be known

KIND = np.concatenate(([-1], np.repeat(np.arange(KINDS), COPIES * MOTIFS)))
MOTIF = KIND // VALUES  # -1 for no card
VALUE = np.where(KIND < 0, 0, KIND % VALUES + LOWEST)

LETTERS = "".join(name[0] for name in MOTIF_NAMES)


def motif_and_value(kind: int) -> tuple[int, int]:
    return kind // VALUES, kind % VALUES + LOWEST


def kind_name(kind: int) -> str:
    motif, value = motif_and_value(kind)
    return LETTERS[motif] + (f"{value:+d}" if value else "0")


CARD_NAMES = ("-", *map(kind_name, KIND[1:].tolist()))
