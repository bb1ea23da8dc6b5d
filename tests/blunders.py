"""A match in which the first seat can make a blunder, found by the coach itself."""

from __future__ import annotations

import random
from functools import cache

from carreau.bots.seen import Seen
from carreau.core.match import Match
from carreau.review.budget import Budget
from carreau.review.coach import counsel
from carreau.review.worlds_for import REVIEW
from tests.some import QUICK

FIRST_LOOK = Budget(1500)


@cache
def blunder() -> tuple[Match, int, int]:
    """The match, the blunder, and the best move."""
    REVIEW.need(QUICK)
    for seed in range(50):
        chance, match = random.Random(seed), QUICK.new(2, seed, **QUICK.short)
        while not match.over:
            if match.acting == (0,) and match.ply > 4 and (found := blunder_in(match)):
                return match, *found
            match.play(chance.choice(match.legal(match.acting[0])))
    raise AssertionError("nobody blunders in this game")


def blunder_in(match: Match) -> tuple[int, int] | None:
    """A blunder among the moves that were compared with the best; others need a closer look."""
    seen, legal = Seen.of(match, 0), match.actions(0)
    if not any(move.is_blunder for move in counsel(seen, legal, FIRST_LOOK).moves):
        return None
    best, *others = counsel(seen, legal).moves
    return next(((move.action, best.action) for move in others if move.is_blunder), None)
