"""The deck (P1): four colours, in each the values 1 to 9 in two series.

The two series are told apart, so that every card has an identity; they make no difference to the rules, and an
action names only colour and value.
"""

from __future__ import annotations

import numpy as np

from ..constants import CARDS, COLOURS, VALUES

KIND = np.arange(CARDS) // 2
COLOUR = KIND // VALUES
VALUE = KIND % VALUES + 1

NEUTRAL_CARDS = 2 * VALUES  # yellow, which nobody owns with three players (P2)
FIRST_NEUTRAL = CARDS - NEUTRAL_CARDS

KIND_NAMES = [f"{colour[0]}{value}" for colour in COLOURS for value in range(1, VALUES + 1)]
NAMES = [KIND_NAMES[kind] for kind in KIND]
