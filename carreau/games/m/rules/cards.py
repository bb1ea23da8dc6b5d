"""The deck (M1, M2): 90 cards by number, 18 of each colour, the two zeros of a colour first.

The rulebook's list of cards is lost: which symbols go with which values is a reconstruction, of which there are two.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from carreau.core.bits import set_of

from ..constants import COLOURS, SYMBOLS, VALUES

COLOUR_NAMES = ("blue", "brown", "red", "green", "yellow")
SYMBOL_NAMES = ("cube", "triangle", "moebius", "fork", "stairs")  # the last two are ours: more impossible figures
COLOUR_LETTERS = "bnrgy"
SYMBOL_LETTERS = "ctmfs"

NO_SYMBOL = SYMBOLS
ZEROS = 2  # of each colour

Face = tuple[int, int, int]  # colour, tenth of the value, symbol


def symbols_five(colour: int, tenth: int) -> list[int]:
    """M2: every colour and value lacks one symbol, in every value each colour another."""
    return [symbol for symbol in range(SYMBOLS) if symbol != (colour + tenth) % SYMBOLS]


def symbols_four(colour: int, tenth: int) -> list[int]:
    """M2: the first four symbols only, as reviews describe the printed deck."""
    return list(range(SYMBOLS - 1))


def faces(symbols: Callable[[int, int], list[int]], zeros: int) -> list[Face]:
    features = [(colour, tenth) for colour in range(COLOURS) for tenth in range(VALUES)]
    return [(*both, symbol) for both in features for symbol in (symbols(*both) if both[1] else zeros * [NO_SYMBOL])]


FACES = [faces(symbols_five, ZEROS), faces(symbols_four, ZEROS)]  # by deck
ALL_FACES = faces(lambda colour, tenth: list(range(SYMBOLS)), 1)  # by kind: the same number in both decks
CARDS = len(FACES[0])


def face_name(face: Face) -> str:
    """b40c is the blue 40 with a cube, r0 a red 0."""
    colour, tenth, symbol = face
    return f"{COLOUR_LETTERS[colour]}{10 * tenth}{'' if symbol == NO_SYMBOL else SYMBOL_LETTERS[symbol]}"


KIND_NAMES = tuple(face_name(face) for face in ALL_FACES)
KIND_OF_NAME = {name: kind for kind, name in enumerate(KIND_NAMES)}

COLOUR = np.array([colour for colour, _, _ in FACES[0]])
TENTH = np.array([tenth for _, tenth, _ in FACES[0]])
SYMBOL = np.array([[symbol for _, _, symbol in deck] for deck in FACES])  # by deck and card
KIND = np.array([[ALL_FACES.index(face) for face in deck] for deck in FACES])  # by deck; rises with the card's number
KINDS: list[list[int]] = KIND.tolist()  # the same, quicker in plain Python
CARD_OF_KIND = [{kind: card for card, kind in enumerate(kinds)} for kinds in KIND.tolist()]  # by deck; one of two zeros

# sets of cards, as two numbers: the cards below LOW, and the others

LOW = 60
WORDS = 2
ALL = ((1 << LOW) - 1, (1 << CARDS - LOW) - 1)


def share(face: Face, other: Face) -> bool:
    """M8"""
    return any(feature == its for feature, its in zip(face, other))


def halves(cards: list[int]) -> tuple[int, int]:
    return set_of(card for card in cards if card < LOW), set_of(card - LOW for card in cards if card >= LOW)


def whole(low: Any, high: Any) -> int:
    """A set of cards as one number, which only plain Python can hold."""
    return int(low) | int(high) << LOW


SHARING = np.array(
    [[halves([card for card in range(CARDS) if share(face, deck[card])]) for face in deck] for deck in FACES]
)  # by deck and card, the cards that share a feature with it
