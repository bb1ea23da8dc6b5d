"""M's table as one seat sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from carreau.core.kept import kept
from carreau.core.state import unpacked
from carreau.core.words import Words
from carreau.draw.board import free_cell
from carreau.draw.hold import draw_pile
from carreau.draw.scene import Box, Choice, Scene
from carreau.draw.svg import Markup, group, join, label

from .. import GAME
from ..constants import CELLS, NO_CARD, PASS, SIDE, TARGETS
from ..rules import CHOOSE
from ..rules.grid import GRID
from ..rules.layout import lines_through
from ..words.guidance import guidance, notes
from ..words.sentences import action_words, kind_taken, lines_of, told, told_of_table
from . import board, scoring
from .board import MARGIN, TEXT, Unrolled
from .players import hand, players

Promises = dict[int, set[int]]  # the free cells where a card can be laid, with the lines that one would make score


def scene(view: Any, seat: int, legal: list[int], words: Words, names: Sequence[str], form: str) -> Scene:
    """What `seat` sees of a view; `legal` are its actions now."""
    s = unpacked(view)
    lines = {action: lines_of(s, action) for action in legal}
    at, said, promises = board.unroll(s), notes(s, words), promised(lines)
    return Scene(
        title=GAME.name,
        guidance=guidance(s, seat, legal, words, names),
        box=box(s, at, said, form),
        players=tuple(players(s, seat, words, names, form)),
        pieces=tuple(board.pieces(s, seat, at, words)),
        spots=tuple(free_cell(GRID.name(cell), at.middle(cell), words) for cell in promises),
        hand=tuple(hand(s, seat, words, names)) if seat >= 0 else (),
        piles=(draw_pile(s.left, words, "pile"),),
        buttons=tuple(buttons(s, legal, words)),
        choices=tuple(choose(action, kind_taken(s, action), lines[action], words) for action in legal),
        told=(*told_of_table(s, words), *said, *told(s, seat, words, names)),
        under=join(board.ground(at), *written(at, said)),
        over=group(over(s, seat, promises, at, names, form), pointer_events="none"),
    )


def promised(lines: Mapping[int, Sequence[int]]) -> Promises:
    """From the lines that each action would make score."""
    found: Promises = {}
    for action in sorted(lines, key=lambda action: action % TARGETS):
        kind, cell = divmod(action, TARGETS)
        if kind != NO_CARD and cell < CELLS:
            found.setdefault(cell, set()).update(lines[action])
    return found


# around the cards


def box(s: Any, at: Unrolled, said: list[str], form: str) -> Box:
    west, north, east, south = at.box
    lines = board.lines_now(s)
    beneath = 32.0 * len(said)
    whole = west - MARGIN, north - MARGIN, east + (66 if lines else 4), south + max(beneath, 50 if lines else 4)
    return scoring.widened(whole, s.players, form) if s.over else whole


def written(at: Unrolled, said: list[str]) -> list[Markup]:
    west, _, east, south = at.box
    return [label((west + east) / 2, south + 27 + 30 * i, text, TEXT, fill="var(--soft)") for i, text in enumerate(said)]


def over(s: Any, seat: int, promises: Promises, at: Unrolled, names: Sequence[str], form: str) -> Markup:
    if s.over:
        west, north, east, south = at.box
        return scoring.table(s, (west - MARGIN, north - MARGIN, east + 4, south + 4), names, form)
    spots = [board.promise(cell, at, board.tokens_for(s, seat, cell), lines) for cell, lines in promises.items()]
    return join(*spots, *(board.band(s, at, line) for line in board.lines_now(s)))


# actions


@kept
def choose(action: int, taken: int, lines: tuple[int, ...], words: Words) -> Choice:
    return Choice(GAME.name_action(action), action_words(action, taken, lines, words), taps(action))


def taps(action: int) -> tuple[str, ...]:
    match GAME.name_action(action).split():
        case ["take" | "choose", target]:
            return (target,)
        case ["change", card]:
            return card, "pile"
        case words:
            return tuple(words)


def buttons(s: Any, legal: list[int], words: Words) -> list[tuple[str, str]]:
    if s.phase == CHOOSE and legal:
        row, column = lines_through(s.cell)
        values = [board.line_value(s, line) for line in (row, column)]
        return [
            ("row", words.say("Row {row}: {points}", row=row + 1, points=values[0])),
            ("column", words.say("Column {column}: {points}", column=GRID.letters[column - SIDE], points=values[1])),
        ]
    return [("pass", words.say("Pass"))] if NO_CARD * TARGETS + PASS in legal else []
