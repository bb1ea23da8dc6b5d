"""What people see of Connect Four."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.errors import InvalidAction
from carreau.core.words import Words

ROWS, COLUMNS, STRIDE = 6, 7, 7

KEYS = {
    "board": "six rows from the top, each a text of seven letters: x for seat 0, o for seat 1, . for empty",
}


def name_action(action: int) -> str:
    return "abcdefg"[action]


def parse_action(name: str) -> int:
    if len(name) != 1 or name.lower() not in "abcdefg":
        raise InvalidAction(f"{name!r} cannot be read: write a column from a to g.")
    return "abcdefg".index(name.lower())


def describe(s: Any) -> dict[str, Any]:
    return {"board": [row_text(s, row) for row in reversed(range(ROWS))]}


def row_text(s: Any, row: int) -> str:
    return "".join(stone(s, column * STRIDE + row) for column in range(COLUMNS))


def stone(s: Any, bit: int) -> str:
    return "x" if s.stones[0] >> bit & 1 else "o" if s.stones[1] >> bit & 1 else "."


def outcome(s: Any, winners: list[int], words: Words, names: Sequence[str]) -> dict[str, Any]:
    if len(winners) == 2:
        return {"reason": "full", "text": words.say("The board is full: a draw.")}
    return {"reason": "line", "text": words.say("{name} has four in a row.", name=names[winners[0]])}


def text(s: Any, seat: int, legal: list[int]) -> str:
    colours = {"x": "[bold red]x[/]", "o": "[bold yellow]o[/]", ".": "."}
    rows = [" ".join(colours[letter] for letter in row_text(s, row)) for row in reversed(range(ROWS))]
    return "\n".join([*rows, "a b c d e f g"])


def inventory(s: Any) -> list[int]:
    """Connect Four has no cards to lose; its stones are counted by the ply."""
    return []
