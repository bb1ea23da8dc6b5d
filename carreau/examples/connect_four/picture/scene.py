"""Connect Four's table as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from carreau.core.words import Words, message
from carreau.draw.board import Board
from carreau.draw.hold import choice, player
from carreau.draw.scene import Piece, Player, Scene, Spot
from carreau.draw.svg import EMPTY, Markup, along, circle, join, path, rect

from .. import GAME
from ..rules import COLUMNS, GRID
from ..show import name_action, rows
from ..words.guidance import guidance
from .faces import COLOURS

STONES = {"x": (0, message("red stone on {cell}")), "o": (1, message("yellow stone on {cell}"))}
BOARD = Board(GRID)


def scene(s: Any, seat: int, legal: list[int], words: Words, names: Sequence[str], form: str) -> Scene:
    board = "".join(rows(s))
    return Scene(
        title=GAME.name,
        guidance=guidance(s, seat, words, names),
        box=BOARD.whole(0),
        players=tuple(seated(s, k, seat, words, names) for k in range(2)),
        pieces=tuple(piece(cell, letter, words) for cell, letter in enumerate(board) if letter != "."),
        spots=tuple(spot(board, column, words) for column in legal),
        choices=tuple(choice(GAME, s, seat, column, words, name_action(column)) for column in legal),
        told=tuple(words.say("Row {row}: {stones}", row=6 - i, stones=stones) for i, stones in enumerate(rows(s))),
        under=holes(),
        tray=False,
        over=winning(board) if s.over else EMPTY,
    )


def seated(s: Any, k: int, seat: int, words: Words, names: Sequence[str]) -> Player:
    fact = words.count("{n} stone", "{n} stones", int(s.stones[k]).bit_count())
    return player(s, k, seat, names, "", f"{names[k]}: {fact}", facts=(fact,), colours=(COLOURS[k],))


def piece(cell: int, letter: str, words: Words) -> Piece:
    """A stone never moves: its id is its cell."""
    colour, name = STONES[letter]
    x, y = BOARD.middle(cell)
    return Piece(f"stone-{place(cell)}", COLOURS[colour], words.say(name, cell=place(cell)), x, y)


def place(cell: int) -> str:
    """A cell by its column and its row from below."""
    return f"{GRID.letters[cell % COLUMNS]}{GRID.rows - cell // COLUMNS}"


def spot(board: str, column: int, words: Words) -> Spot:
    """The lowest free cell of a column."""
    x, y = BOARD.middle(max(cell for cell in range(column, len(board), COLUMNS) if board[cell] == "."))
    return Spot(f"at-{name_action(column)}", words.say("column {column}", column=name_action(column)), x, y, name_action(column))


@cache
def holes() -> Markup:
    """The grid that stones fall into."""
    west, north, east, south = BOARD.whole(0)
    places = [circle(*BOARD.middle(cell), 44, fill="var(--felt)", stroke="var(--line)") for cell in range(GRID.cells)]
    return join(rect(west, north, east - west, south - north, rx=20.0, fill="var(--back)"), *places)


def winning(board: str) -> Markup:
    """A line through the stones that won."""
    won = [line for line in GRID.lines(4).tolist() if {board[cell] for cell in line} in ({"x"}, {"o"})]
    ends = [(BOARD.middle(line[0]), BOARD.middle(line[-1])) for line in won]
    return join(*(path(along(pair), stroke="var(--ink)", stroke_width=10) for pair in ends))
