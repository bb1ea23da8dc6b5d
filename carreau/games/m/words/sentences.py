"""Cards, lines and actions of M in words."""

from __future__ import annotations

from typing import Any

from carreau.core.words import Words, message

from ..rules.cards import ALL_FACES, KIND, NO_CARD, NO_SYMBOL, Face
from ..rules.grid import CELL_NAMES, CELLS, COLUMN, COLUMN_LETTERS, PASS, ROW, SIDE, TARGETS
from . import promise

COLOURED = (
    message("blue {value}"), message("brown {value}"), message("red {value}"), message("green {value}"),
    message("yellow {value}"),
)  # fmt: skip
WITH_SYMBOL = (
    message("{card} with a cube"), message("{card} with a triangle"), message("{card} with a Moebius band"),
    message("{card} with a fork"), message("{card} with stairs"),
)  # fmt: skip
COLOURS = (message("blue"), message("brown"), message("red"), message("green"), message("yellow"))
SYMBOLS = (message("cube"), message("triangle"), message("Moebius band"), message("fork"), message("stairs"))


def face_words(face: Face, words: Words) -> str:
    colour, tenth, symbol = face
    card = words.say(COLOURED[colour], value=10 * tenth)
    return card if symbol == NO_SYMBOL else words.say(WITH_SYMBOL[symbol], card=card)


def card_words(s: Any, card: int, words: Words) -> str:
    return face_words(ALL_FACES[int(KIND[s.deck, card])], words)


def line_words(line: int, words: Words) -> str:
    if line < SIDE:
        return words.say("row {row}", row=line + 1)
    return words.say("column {column}", column=COLUMN_LETTERS[line - SIDE])


def say_action(s: Any, seat: int, action: int, words: Words) -> str:
    kind, cell = divmod(action, TARGETS)
    laid = kind != NO_CARD and cell < CELLS
    return action_words(s, action, promise.lines(s, promise.faces_on(s), ALL_FACES[kind], cell) if laid else [], words)


def action_words(s: Any, action: int, lines: list[int], words: Words) -> str:
    """An action as a player would announce it; `lines` are those that it makes score."""
    kind, target = divmod(action, TARGETS)
    if target in (ROW, COLUMN):
        return words.say("score {line}", line=line_words(crossing(s)[target - ROW], words))
    if kind == NO_CARD:
        return words.say("pass") if target == PASS else taking_words(s, target, words)
    card = face_words(ALL_FACES[kind], words)
    return words.say("pass and change the {card}", card=card) if target == PASS else laying_words(card, target, lines, words)


def taking_words(s: Any, cell: int, words: Words) -> str:
    return words.say("take the {card} from {cell}", card=card_words(s, int(s.table[cell]), words), cell=CELL_NAMES[cell])


def laying_words(card: str, cell: int, lines: list[int], words: Words) -> str:
    if not lines:
        return words.say("lay the {card} on {cell}", card=card, cell=CELL_NAMES[cell])
    scoring = words.listed([line_words(line, words) for line in lines])
    return words.say("lay the {card} on {cell} and score {line}", card=card, cell=CELL_NAMES[cell], line=scoring)


def crossing(s: Any) -> tuple[int, int]:
    """The row and the column of the cell laid last."""
    return int(s.cell) // SIDE, SIDE + int(s.cell) % SIDE
