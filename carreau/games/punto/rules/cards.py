"""The deck (P1): four colours, in each the values 1 to 9 in two series.

The two series are told apart, so that every card has an identity; they make no difference to the rules, and an
action names only colour and value.
"""

from __future__ import annotations

import numpy as np

COLOURS = 4
VALUES = 9
CARDS = COLOURS * VALUES * 2
NEUTRAL = 3  # the colour that nobody owns with three players (P2)
NEUTRAL_CARDS = 18
FIRST_NEUTRAL = NEUTRAL * VALUES * 2

KIND = np.arange(CARDS) // 2  # colour and value together: what an action names
COLOUR = KIND // VALUES
VALUE = KIND % VALUES + 1

LETTERS = "rbgy"
COLOUR_NAMES = ("red", "blue", "green", "yellow")


def kind_name(kind: int) -> str:
    return f"{LETTERS[kind // VALUES]}{kind % VALUES + 1}"
