"""The deck (M1, M2): 90 cards by number, 18 of each colour, the two zeros of a colour first.

The rulebook's list of cards is lost: which symbols go with which values is a reconstruction, of which there are two.
"""

from __future__ import annotations

import numpy as np

COLOUR_NAMES = ("blue", "brown", "red", "green", "yellow")
SYMBOL_NAMES = ("cube", "triangle", "moebius", "fork", "stairs")  # the last two are ours: more impossible figures
COLOUR_LETTERS = "bnrgy"
SYMBOL_LETTERS = "ctmfs"

COLOURS = VALUES = SYMBOLS = 5
NO_SYMBOL = SYMBOLS
ZEROS = 2  # of each colour
PER_VALUE = 4  # of each colour, one for each symbol but one
PER_COLOUR = ZEROS + (VALUES - 1) * PER_VALUE
CARDS = COLOURS * PER_COLOUR
KEPT = np.array([0, 0, 50, 60, 70, 80, 90])  # cards that take part, by players (M5)

Face = tuple[int, int, int]  # colour, tenth of the value, symbol


def symbols_five(colour: int, tenth: int) -> list[int]:
    """M2: every colour and value lacks one symbol, in every value each colour another."""
    return [symbol for symbol in range(SYMBOLS) if symbol != (colour + tenth) % SYMBOLS]


def symbols_four(colour: int, tenth: int) -> list[int]:
    """M2: the first four symbols only, as reviews describe the printed deck."""
    return list(range(PER_VALUE))


FACES: list[list[Face]] = [
    [
        (colour, tenth, symbol)
        for colour in range(COLOURS)
        for tenth in range(VALUES)
        for symbol in ([NO_SYMBOL] * ZEROS if tenth == 0 else symbols(colour, tenth))
    ]
    for symbols in (symbols_five, symbols_four)
]

# kinds: what an action names, the same number in both decks; the two zeros of a colour are one kind

ALL_FACES: list[Face] = [
    (colour, tenth, symbol)
    for colour in range(COLOURS)
    for tenth in range(VALUES)
    for symbol in ([NO_SYMBOL] if tenth == 0 else range(SYMBOLS))
]
KINDS = len(ALL_FACES)
NO_CARD = KINDS  # in an action that names none


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

# sets of cards, as two numbers: the cards below LOW, and the others

LOW = 60
WORDS = 2
ALL = ((1 << LOW) - 1, (1 << CARDS - LOW) - 1)


def share(face: Face, other: Face) -> bool:
    """M8"""
    return any(feature == its for feature, its in zip(face, other))


def card_set(cards: list[int]) -> list[int]:
    return [sum(1 << card for card in cards if card < LOW), sum(1 << card - LOW for card in cards if card >= LOW)]


SHARING = np.array(
    [[card_set([card for card in range(CARDS) if share(face, deck[card])]) for face in deck] for deck in FACES]
)  # by deck and card, the cards that share a feature with it
