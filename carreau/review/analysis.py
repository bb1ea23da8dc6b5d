"""What is computed about one moment of a match. Every moment has seeds of its own, so they can be done in any order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from carreau.bots.search_for import search_for
from carreau.core.types import Action
from carreau.review.budget import Budget
from carreau.review.chances import Chances, Shares, chances
from carreau.review.judgement import Judgement, judge_seen
from carreau.review.moments import Moment
from carreau.review.ply import Hindsight
from carreau.review.seeds import seed_for
from carreau.review.trees import EXPLORATION, NEVER, children, tree_nodes
from carreau.review.worlds_for import worlds_for

OTHERS = 4  # what the other seats could hope for is counted in this part of the playouts: it only divides up the luck
HINDSIGHT = 8  # the clairvoyant gets this part of the iterations
NO_ACTION = -1


@dataclass(frozen=True)
class Analysis:
    """What was found out about a moment.

    Attributes:
        judgement: What the seat's actions are worth.
        chances: What quick matches say, from the acting seat's view.
        own: Each seat's own chance, as far as it can know.
        hindsight: The clairvoyant's answer.
    """

    judgement: Judgement
    chances: Chances
    own: Shares
    hindsight: Hindsight | None


def analyse(moment: Moment, budget: Budget, seed: int) -> Analysis:
    seed, chooses = seed_for(seed, moment.ply), len(moment.legal) > 1
    seen = moment.seen[moment.seat]
    found = chances(seen, moment.action if chooses else None, budget.playouts, seed_for(seed, "chances"))
    return Analysis(
        judge_seen(seen, moment.legal, moment.action, budget, seed_for(seed, "judge")),
        found,
        own_chances(moment, found, budget, seed),
        hindsight_of(moment, budget, seed_for(seed, "hindsight")) if chooses else None,
    )


def own_chances(moment: Moment, found: Chances | None, budget: Budget, seed: int) -> Shares:
    """Each seat's chance as that seat can know it; those who know just what the acting seat knows need not be asked."""
    known = {} if found is None else {moment.seen[moment.seat].state.tobytes(): found.before}
    for seat, seen in enumerate(moment.seen):
        view = seen.state.tobytes()
        if view not in known:
            known[view] = chances(seen, None, max(1, budget.playouts // OTHERS), seed_for(seed, "own", seat)).before
    return tuple(known[seen.state.tobytes()][seat] for seat, seen in enumerate(moment.seen))


# with all cards open


def hindsight_of(moment: Moment, budget: Budget, seed: int) -> Hindsight:
    """What would have been best in the true world, the order of piles and all that chance brings included."""
    iterations = max(1, budget.iterations // HINDSIGHT)
    nodes = clairvoyant(moment, NO_ACTION, iterations, seed)[1]
    tried = children(search_for(moment.seen[0].game), nodes, moment.seat)
    best = max(tried, key=lambda one: (one[1], -one[0]))[0]
    values = {action: clairvoyant(moment, action, iterations // 2 + 1, seed)[0] for action in {best, moment.action}}
    if values[moment.action] >= values[best]:
        best = moment.action
    return Hindsight(best, moment.seen[0].game.name_action(best), values[best], values[moment.action])


def clairvoyant(moment: Moment, action: Action, iterations: int, seed: int) -> tuple[float, Any]:
    """The seat's share and the tree in the true world, after an action or from the position itself."""
    seen = moment.seen[moment.seat]
    nodes, sums = tree_nodes(seen, iterations), np.zeros(8)
    worlds_for(seen.game).grow_after(moment.truth, moment.seat, action, True, iterations, seed, EXPLORATION, nodes, sums, NEVER)
    return float(sums[moment.seat]) / iterations, nodes
