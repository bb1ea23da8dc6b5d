"""Positions with one best move, found ahead by the lab and kept as data in a game's folder: "find the move"."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from carreau.core.types import Action, ActionName, Options, Seat

if TYPE_CHECKING:
    from carreau.core.game import Game
    from carreau.core.match import Match

FILE = "positions.toml"
BETWEEN = "; "  # the actions that led to a position
GRADES = ("easy", "medium", "hard")


@dataclass(frozen=True)
class Position:
    """A position from a match between bots where one move is clearly best.

    Attributes:
        match: The number of the match that it is from: its seed, too.
        players: How many take part.
        options: The options that are not at their default.
        actions: What was played before, by name.
        seat: Who is to find the move.
        answers: The best moves: one, or a few that are worth the same.
        values: What each of the seat's legal actions is worth, in percent of a win and in their order.
        margin: By how much the answer is better than the best of the others, as a share of a win.
        lowest: The least that this margin is, with 95 % confidence.
        grade: `easy`, `medium` or `hard`, by which bots find the answer.
    """

    match: int
    players: int
    options: Options
    actions: tuple[ActionName, ...]
    seat: Seat
    answers: tuple[ActionName, ...]
    values: tuple[int, ...]
    margin: float
    lowest: float
    grade: str

    def play(self, game: Game) -> Match:
        """The match as far as the position."""
        played = game.new(self.players, self.match, **self.options)
        for action in self.actions:
            played.play(action)
        return played

    def worth(self, legal: list[Action]) -> dict[Action, int]:
        """What each legal action is worth, in percent."""
        return dict(zip(legal, self.values, strict=True))


@dataclass(frozen=True)
class Positions:
    """All positions of a game.

    Attributes:
        version: The version of the rules that they were found with.
        iterations: Of the search that found them.
        checked: Iterations of the search that each of them was checked with.
        matches: How many matches were played to find them.
        found: The positions.
    """

    version: int
    iterations: int
    checked: int
    matches: int
    found: tuple[Position, ...]


def read_position(facts: dict[str, Any]) -> Position:
    values = tuple(map(int, facts["values"].split()))
    actions = tuple(facts["actions"].split(BETWEEN)) if facts["actions"] else ()
    return Position(**{**facts, "values": values, "actions": actions, "answers": tuple(facts["answers"])})


def read_positions(text: str) -> Positions:
    facts = tomllib.loads(text)
    return Positions(**{**facts, "found": tuple(map(read_position, facts["found"]))})


@cache
def positions_of(game: Game) -> Positions | None:
    """The positions of a game, if it has any."""
    file = game.texts / FILE
    return read_positions(file.read_text(encoding="utf-8")) if file.exists() else None
