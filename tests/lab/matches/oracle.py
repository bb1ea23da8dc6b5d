"""What a match's columns should be, by simple code that only asks a Match: slow, and written apart from what it checks."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from carreau.bots.seen import Seen
from carreau.core.match import Match
from carreau.core.quick import quick_below, quick_next, quick_start


@dataclass
class Story:
    """Everything that happened in a match."""

    match: Match
    points: list[tuple[int, ...]] = field(default_factory=list)  # after 0, 1, 2 … plies
    turns: list[tuple[int, int, list[int]]] = field(default_factory=list)  # seat, action, what was legal
    ended: list[bool] = field(default_factory=list)  # whether the ply ended a round

    def begin(self) -> Story:
        self.points.append(self.match.points)
        return self

    def play(self, seat: int, action: int) -> None:
        legal = self.match.actions(seat)
        self.match.play(action, seat)
        self.turns.append((seat, action, legal))
        self.points.append(self.match.points)
        self.ended.append(self.match.scored == self.match.ply)


def chance_of(seed: int, deal: int, table: int, again: int) -> int:
    return quick_start((seed + deal) % 2**44 + table * 2**44 + again * 2**48)


def at_random(match: Match, chance: int) -> Story:
    story = Story(match).begin()
    while not match.over:
        seat = match.acting[0]
        if len(match.acting) > 1:
            chance = quick_next(chance)
            seat = match.acting[quick_below(chance, len(match.acting))]
        legal = match.actions(seat)
        chance = quick_next(chance)
        story.play(seat, legal[quick_below(chance, len(legal))])
    return story


def leader(points: tuple[int, ...], side_of: Callable[[int], int]) -> int | None:
    """The side that is ahead alone."""
    sides = {side_of(seat) for seat, own in enumerate(points) if own == max(points)}
    return sides.pop() if len(sides) == 1 and min(points) < max(points) else None


def expected(story: Story, side_of: Callable[[int], int] = lambda seat: seat) -> dict[str, Any]:
    """The columns of a match in turns, but for those of its number."""
    match, plies = story.match, len(story.turns)
    seats, shares = range(match.players), match.returns
    leaders = [leader(points, side_of) for points in story.points]
    known = [one for one in leaders if one is not None]
    behind = [[max(points) - points[seat] for points in story.points] for seat in seats]
    winners, others = [seat for seat in seats if shares[seat] > 0], [seat for seat in seats if shares[seat] == 0]
    choices = [[len(legal) for who, _, legal in story.turns if who == seat and len(legal) > 1] for seat in seats]
    return {
        "first": story.turns[0][0],
        "plies": plies,
        "rounds": sum(story.ended) + (not story.ended[-1]),
        "shares": shares,
        "points": match.points,
        "decisions": [len(some) for some in choices],
        "forced": [sum(who == seat and len(legal) == 1 for who, _, legal in story.turns) for seat in seats],
        "branching": [sum(some) for some in choices],
        "thinking": [sum(map(math.log2, some)) for some in choices],
        "lead_changes": sum(one != other for one, other in zip(known, known[1:])),
        "lead_taken": min((Fraction(never_behind(behind[seat]), plies) for seat in winners), default=math.nan),
        "behind": max((max(behind[seat]) for seat in winners), default=0),
        "margin": max(match.points[k] for k in winners) - max(match.points[k] for k in others) if winners and others else 0,
        "level": leaders[plies // 2] is None,
    }


def never_behind(lacks: list[int]) -> int:
    """The first ply from which on a seat was never behind; the last one if it is behind at the end."""
    return next((ply for ply in range(len(lacks)) if not any(lacks[ply:])), len(lacks) - 1)


def in_turns(match: Match, bots: list[Any], chance: int) -> Story:
    """With bots: functions of what a seat sees, its legal actions and a seed."""
    story = Story(match).begin()
    while not match.over:
        seat = match.acting[0]
        if len(match.acting) > 1:
            chance = quick_next(chance)
            seat = match.acting[quick_below(chance, len(match.acting))]
        chance = quick_next(chance)
        story.play(seat, bots[seat](Seen.of(match, seat), match.actions(seat), chance % 2**60))
    return story


def cards_of(story: Story, laid_by: Callable[[int], int]) -> tuple[list[Counter[int]], list[set[int]]]:
    """How often each seat laid each card, and which it could have laid; `laid_by` says what an action lays, or -1."""
    laid = [Counter[int]() for _ in range(story.match.players)]
    held = [set[int]() for _ in range(story.match.players)]
    for seat, action, legal in story.turns:
        laid[seat].update({laid_by(action)} - {-1})
        held[seat].update({laid_by(one) for one in legal} - {-1})
    return laid, held
