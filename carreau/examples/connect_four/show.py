"""What people see of Connect Four."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.errors import InvalidAction
from carreau.core.phrase import Phrase
from carreau.core.terminal import styled
from carreau.core.words import Words

from .rules import COLUMNS, GRID, ROWS, STRIDE

KEYS = {
    "board": "six rows from the top, each a text of seven letters: x for seat 0, o for seat 1, . for empty",
}
STYLES = {"x": styled("x", "red"), "o": styled("o", "yellow"), ".": "."}


def name_action(action: int) -> str:
    return GRID.letters[action]


def parse_action(name: str) -> int:
    if len(name) != 1 or name.lower() not in GRID.letters:
        raise InvalidAction(Phrase("{name!r} cannot be read: write a column from a to g.", name=name))
    return GRID.letters.index(name.lower())


def describe(s: Any) -> dict[str, Any]:
    return {"board": rows(s)}


def rows(s: Any) -> list[str]:
    """From the top."""
    return ["".join(stone(s, column * STRIDE + row) for column in range(COLUMNS)) for row in reversed(range(ROWS))]


def stone(s: Any, bit: int) -> str:
    return "x" if s.stones[0] >> bit & 1 else "o" if s.stones[1] >> bit & 1 else "."


def outcome(s: Any, winners: list[int], words: Words, names: Sequence[str]) -> dict[str, Any]:
    if len(winners) == 2:
        return {"reason": "full", "text": words.say("The board is full: a draw.")}
    return {"reason": "line", "text": words.say("{name} has four in a row.", name=names[winners[0]])}


def text(s: Any, seat: int, legal: list[int]) -> str:
    return "\n".join([*(" ".join(STYLES[letter] for letter in row) for row in rows(s)), " ".join(GRID.letters)])


def inventory(s: Any) -> list[int]:
    """Connect Four has no cards to lose; the ply counts its stones."""
    return []
