"""A match in which the first seat can make a blunder, found by the coach itself."""

from __future__ import annotations

import random
from functools import cache

from carreau.bots.seen import Seen
from carreau.core.match import Match
from carreau.review.budget import Budget
from carreau.review.coach import counsel, is_blunder
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
    seen, legal = Seen.of(match, 0), match.actions(0)
    quick = counsel(seen, legal, FIRST_LOOK)
    if not quick.suspicious and not any(move.is_blunder for move in quick.moves):
        return None
    found = counsel(seen, legal)
    best = found.moves[0].action
    listed = [move.action for move in found.moves if move.is_blunder]
    hidden = (action for action in found.suspicious[::6] if is_blunder(seen, best, action))
    action = next(hidden, listed[-1] if listed else None)
    return None if action is None else (action, best)
