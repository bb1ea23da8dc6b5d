"""What a coach says about a position: the best moves, and whether another one is a blunder, as far as the seat can know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from carreau.bots.seen import Seen
from carreau.core.types import Action
from carreau.review.budget import Budget
from carreau.review.judgement import Judgement, judge_seen
from carreau.review.seeds import seed_for
from carreau.review.trees import STUDENT, difference, lines_after
from carreau.review.verdict import AT_LEAST, BLUNDER, verdict_of

BUDGET = Budget(10_000)  # less than a second, in every game
SEED = 0  # the same question, the same answer
COMPARED = 5  # moves, in the same worlds
SUSPICIOUS = dict(AT_LEAST)[BLUNDER] / 2  # what a move has to lose at first sight for a closer look


class Advised(NamedTuple):
    """A move that was compared with the best."""

    action: Action
    value: float  # the share of the win that the seat can expect
    margin: float  # half of the 95 % interval of that
    is_worse: bool  # than the best, for certain
    verdict: str  # what it is called, if it is worse by enough

    @property
    def is_blunder(self) -> bool:
        return self.verdict == BLUNDER


class Counsel(NamedTuple):
    """What the coach thinks of a position."""

    moves: tuple[Advised, ...]  # the best first
    suspicious: tuple[Action, ...]  # of the other moves, those that may be blunders


def counsel(seen: Seen, legal: Sequence[Action], budget: Budget = BUDGET) -> Counsel:
    """The best moves of a position, from a view and nothing else."""
    judged = judge_seen(seen, legal, None, budget, SEED, COMPARED)
    compared = [judged.best.action, *sorted(judged.gaps, key=lambda action: judged.gaps[action].mean)]
    others = (action for action in legal if action not in compared and judged.loss(action) >= SUSPICIOUS)
    return Counsel(tuple(advised(judged, action) for action in compared), tuple(others))


def advised(judged: Judgement, action: Action) -> Advised:
    option, gap = judged.option(action), judged.gaps.get(action)
    is_worse, margin = gap is not None and gap.lowest > 0, STUDENT * (option.error or 0.0)
    return Advised(action, option.value or 0.0, margin, is_worse, judged.verdict(action))


def is_blunder(seen: Seen, best: Action, action: Action, budget: Budget = BUDGET) -> bool:
    """Whether a move loses more than a blunder against the best, for certain: with as much effort as the best moves got."""
    lines = lines_after(seen, [best, action], budget.iterations // COMPARED, seed_for(SEED, "blunder"))
    return verdict_of(difference(lines[best], lines[action]).lowest) == BLUNDER
