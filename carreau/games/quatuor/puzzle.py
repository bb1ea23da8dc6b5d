"""The puzzle of the day (Q20): nine cards that form a square, the same for everyone; its grade, and hints.

A puzzle is an ordinary match of way `solo`, and its date is its seed.
"""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Iterator
from typing import Any

from carreau.core.match import Match
from carreau.core.words import Words, message

from . import GAME
from .constants import CARDS, FACES, SPAN
from .rules.actions import TAKE
from .rules.solver import Square, half_turn, squares

GRADES = (
    (1, message("hard")),
    (2, message("medium")),
    (6, message("easy")),
    (16, message("very easy")),
)  # by their largest number of solutions

Layout = dict[int, int]  # faces by cell


def seed_of(date: datetime.date) -> str:
    return hashlib.sha256(f"carreau quatuor puzzle {date.isoformat()}".encode()).hexdigest()


def puzzle_of(date: datetime.date) -> Match:
    """The puzzle of a day."""
    return GAME.new(1, seed_of(date), way="solo", solo="puzzle")


def cards_given(s: Any) -> int:
    return int(s.hand[0]) | int(s.table)


def grade(solutions: int) -> str:
    """How hard a puzzle is, by the number of its solutions."""
    return next(name for most, name in GRADES if solutions <= most)


def facts(match: Match) -> dict[str, Any]:
    cards = cards_given(match.state)
    solutions = len(squares(cards))
    return {
        "cards": [card for card in range(CARDS) if cards >> card & 1],
        "solutions": solutions,
        "grade": grade(solutions),
    }


def about(match: Match, words: Words) -> str:
    """How hard it is: medium, 2 solutions"""
    known = facts(match)
    return f"{words.say(known['grade'])}, {words.count('{n} solution', '{n} solutions', known['solutions'])}"


def summary(words: Words) -> str:
    return words.say("Nine cards, one square; the same for everyone.")


def task(words: Words) -> str:
    return words.say("Form a 3×3 square from nine cards, with four different objects in four different colours at every joint.")


def notation(words: Words) -> str:
    return words.say("A card and a cell: '17 0,1', turned '17t 0,1'; 'take 17'; 'give up'.")


def layouts(square: Square, start: int) -> Iterator[Layout]:
    """A square and its half-turn in every position in which one of its cells is the given one."""
    for turned in (square, half_turn(square)):
        for shift in range(9):
            row, column = start // SPAN - shift // 3, start % SPAN - shift % 3
            yield {(row + i // 3) % SPAN * SPAN + (column + i % 3) % SPAN: face for i, face in enumerate(turned)}


def laid(s: Any) -> Layout:
    return {cell: int(face) - 1 for cell, face in enumerate(s.grid) if face}


def nearest(s: Any, found: list[Square]) -> Layout:
    """The solution that agrees best with what lies on the table."""
    table = laid(s)
    start = min(table, default=0)
    return max(
        (layout for square in found for layout in layouts(square, start)),
        key=lambda layout: sum(layout.get(cell) == face for cell, face in table.items()),
    )


def hint(match: Match) -> int | None:
    """One card: an action that leads to a square, or takes back a card that is in the way; none if there is no square."""
    found = squares(cards_given(match.state))
    if not found or match.over:
        return None
    table, legal = laid(match.state), match.actions(0)
    if not table:
        return found[0][4]  # the middle card, which is not turned, as the first
    target = nearest(match.state, found)
    wrong = {face % CARDS for cell, face in table.items() if target.get(cell) != face}
    takes = [action for action in legal if action // FACES == TAKE]
    if wrong:
        return next((action for action in takes if action % FACES in wrong), takes[0])
    lays = [cell * FACES + face for cell, face in sorted(target.items()) if cell not in table]
    return next(action for action in lays if action in legal)
