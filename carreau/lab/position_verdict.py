"""Whether one move is clearly best in a position."""

from __future__ import annotations

from dataclasses import dataclass

from carreau.bots.seen import Seen
from carreau.core.match import Match
from carreau.core.types import Action, Seat
from carreau.review.budget import Budget
from carreau.review.judgement import Judgement, judge
from carreau.review.option import Option
from carreau.review.trees import look_at_all

CLEAR = 0.10  # the least margin, as a share of a win: the lower end of its 95 % interval
SAME = 0.02  # moves whose values are nearer than this are both right
MOST_ANSWERS = 3
STANDS_OUT = 0.06  # at first glance
GLANCE = 400  # iterations
LOOK = Budget(1600, 1)
BUDGET = Budget(8000, 1)
CHECK = BUDGET.times(10)
COMPARED = 6  # moves, in the same worlds


@dataclass(frozen=True)
class Finding:
    """What a search says about a position where one move is clearly best.

    Attributes:
        answers: The best move; several if they are worth the same.
        values: What each legal action is worth, in percent of a win.
        margin: By how much the answer is better than the best of the others.
        lowest: The least that this is, with 95 % confidence.
    """

    answers: tuple[Action, ...]
    values: tuple[int, ...]
    margin: float
    lowest: float


def glance(match: Match, seat: Seat, seed: int) -> Action | None:
    """The move that stands out, if one does."""
    looks = look_at_all(Seen.of(match, seat), GLANCE, seed)
    first, second = sorted(looks, key=lambda action: -looks[action].visits)[:2]
    return first if (looks[first].value or 0.0) - (looks[second].value or 0.0) >= STANDS_OUT else None


def look_closer(match: Match, seat: Seat, seed: int) -> Action | None:
    """The best move, if it is worth a long search whether it is that clearly."""
    found = judge(match, seat, LOOK, seed, 3)
    gaps = [gap.mean for gap in found.gaps.values() if gap.mean >= SAME]
    return found.best.action if gaps and min(gaps) >= CLEAR else None


def confirm(match: Match, seat: Seat, budget: Budget, seed: int) -> Finding | None:
    """What a search says, if one move is clearly best."""
    legal = match.actions(seat)
    found = judge(match, seat, budget, seed, COMPARED)
    same = {found.best.action, *(action for action, gap in found.gaps.items() if gap.mean < SAME)}
    rest = [gap for action, gap in found.gaps.items() if action not in same]
    if not rest or len(same) > min(MOST_ANSWERS, len(legal) - 2) or min(gap.lowest for gap in rest) < CLEAR:
        return None
    if not all(is_surely_worse(found, one) for one in found.options):
        return None
    nearest = min(rest, key=lambda gap: gap.mean)
    values = tuple(round(100 * (found.option(action).value or 0.0)) for action in legal)
    return Finding(tuple(sorted(same)), values, nearest.mean, min(gap.lowest for gap in rest))


def is_surely_worse(found: Judgement, one: Option) -> bool:
    """Whether a move that was not compared was looked at, and is worth less even if the search was unlucky with it."""
    if one.action == found.best.action or one.action in found.gaps:
        return True
    if one.value is None or one.error is None or found.best.value is None:
        return False
    return one.value + 2 * one.error < found.best.value - SAME
