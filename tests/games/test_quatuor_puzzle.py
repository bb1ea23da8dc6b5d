"""The puzzle of the day in the terminal."""

from __future__ import annotations

import datetime
import io

from rich.console import Console

from carreau.cli.puzzle import facts, show_puzzle
from carreau.games.quatuor import GAME

DAY = datetime.date(2026, 11, 15)


class Said(Console):
    """A console that answers from a list."""

    def __init__(self, *lines: str) -> None:
        super().__init__(file=io.StringIO(), width=100)
        self.lines = iter(lines)

    def input(self, *args: object, **options: object) -> str:
        try:
            return next(self.lines)
        except StopIteration:
            raise EOFError from None

    @property
    def shown(self) -> str:
        assert isinstance(self.file, io.StringIO)
        return self.file.getvalue()


def test_the_puzzle_is_shown_with_its_grade() -> None:
    console = Said()
    match = show_puzzle(GAME, DAY, False, console)
    assert "puzzle of 2026-11-15: medium, 2 solutions" in console.shown
    assert match.ply == 0 and "Hand of seat 0" in console.shown


def test_it_is_played_with_hints() -> None:
    console = Said("hint", "28 0,0", "nonsense", "28 0,1", "hint", "take 28", "help", "give up")
    match = show_puzzle(GAME, DAY, True, console)
    assert match.over and [match.game.name_action(action) for _, action in match.history] == ["28 0,0", "take 28", "give up"]
    assert "Try: 28 0,0" in console.shown and "cannot be read" in console.shown and "is not allowed now" in console.shown
    assert "Given up." in console.shown


def test_it_is_solved_and_left() -> None:
    moves = ["28 0,0", "22 0,1", "26 0,-1", "5 1,0", "1 1,1", "8t 1,-1", "23 -1,0", "27 -1,1", "21 -1,-1"]
    assert show_puzzle(GAME, DAY, True, Said(*moves)).returns == (1,)
    assert not show_puzzle(GAME, DAY, True, Said("28 0,0", "quit")).over
    assert show_puzzle(GAME, datetime.date.today(), True, Said()).ply == 0


def test_it_is_told_as_json() -> None:
    told = {
        "game": "quatuor",
        "date": "2026-11-15",
        "cards": [1, 5, 8, 21, 22, 23, 26, 27, 28],
        "solutions": 2,
        "grade": "medium",
    }
    assert facts(GAME, DAY) == told
