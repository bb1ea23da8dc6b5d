"""Connect Four's table as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from carreau.core.words import Words, message
from carreau.draw.scene import Choice, Piece, Player, Scene, Spot
from carreau.draw.svg import Markup, along, circle, join, path, rect

from ..show import COLUMNS, ROWS, name_action, row_text
from ..words.guidance import guidance
from ..words.sentences import say_action
from . import faces

STONES = {"x": (0, message("red stone on {cell}")), "o": (1, message("yellow stone on {cell}"))}
WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))


def scene(s: Any, seat: int, legal: list[int], words: Words, names: Sequence[str], form: str) -> Scene:
    rows = [row_text(s, row) for row in range(ROWS)]
    return Scene(
        title="Connect Four",
        guidance=guidance(s, seat, words, names),
        box=(-50, -50, COLUMNS * 100 - 50, ROWS * 100 - 50),
        players=tuple(player(s, k, seat, words, names) for k in range(2)),
        pieces=tuple(stones(rows, words)),
        spots=tuple(spot(rows, column, words) for column in legal),
        choices=tuple(choice(s, seat, column, words) for column in legal),
        told=tuple(words.say("Row {row}: {stones}", row=row + 1, stones=rows[row]) for row in range(ROWS)),
        under=holes(),
        tray=False,
        over=winning(rows) if s.over else Markup(""),
    )


def player(s: Any, k: int, seat: int, words: Words, names: Sequence[str]) -> Player:
    fact = words.count("{n} stone", "{n} stones", int(s.stones[k]).bit_count())
    return Player(
        seat=k,
        name=names[k],
        points="",
        spoken=f"{names[k]}: {fact}",
        facts=(fact,),
        colours=(faces.COLOURS[k],),
        acting=bool(s.acting >> k & 1),
        you=k == seat,
    )


def stones(rows: list[str], words: Words) -> list[Piece]:
    """A stone never moves: its id is its cell."""
    found = []
    for row in range(ROWS):
        for column, letter in enumerate(rows[row]):
            if letter in STONES:
                colour, name = STONES[letter]
                cell = f"{name_action(column)}{row + 1}"
                x, y = middle(row, column)
                found.append(Piece(f"stone-{cell}", faces.COLOURS[colour], words.say(name, cell=cell), x, y))
    return found


def middle(row: int, column: int) -> tuple[float, float]:
    return column * 100.0, (ROWS - 1 - row) * 100.0


def spot(rows: list[str], column: int, words: Words) -> Spot:
    name = name_action(column)
    x, y = middle(next(row for row in range(ROWS) if rows[row][column] == "."), column)
    return Spot(f"at-{name}", words.say("column {column}", column=name), x, y, name)


def choice(s: Any, seat: int, column: int, words: Words) -> Choice:
    return Choice(name_action(column), say_action(s, seat, column, words), (name_action(column),))


@cache
def holes() -> Markup:
    """The grid that stones fall into."""
    board = rect(-50, -50, COLUMNS * 100, ROWS * 100, rx=20.0, fill="var(--back)")
    places = [
        circle(*middle(row, column), 44, fill="var(--felt)", stroke="var(--line)")
        for row in range(ROWS)
        for column in range(COLUMNS)
    ]
    return join(board, *places)


def winning(rows: list[str]) -> Markup:
    """A line through the stones that won."""
    lines = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            for down, right in WAYS:
                cells = [(row + i * down, column + i * right) for i in range(4)]
                letters = {rows[y][x] if 0 <= y < ROWS and 0 <= x < COLUMNS else "." for y, x in cells}
                if len(letters) == 1 and "." not in letters:
                    lines.append(path(along([middle(*cells[0]), middle(*cells[3])]), stroke="var(--ink)", stroke_width=10))
    return join(*lines)
