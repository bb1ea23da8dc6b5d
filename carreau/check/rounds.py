"""Between two rounds: a scored table is a state like any other."""

from __future__ import annotations

import numpy as np

from carreau.check.case import Case, walk
from carreau.check.probe import difference, redeal, view
from carreau.check.registry import RULES, case_check, claim
from carreau.core.game import Game
from carreau.core.match import Match


def has_rounds(game: Game) -> bool:
    return hasattr(game.rules, "next_round")


def scored_tables(case: Case, count: int) -> list[Match]:
    """Tables of random matches whose round has been scored, the next not dealt."""
    found: list[Match] = []
    for seed in range(case.size(4, 2)):
        for match in walk(case, seed):
            table = match.scored_table()
            claim(
                (table is None) == (match.over or match.ply == 0 or match.scored != match.ply),
                f"s.scored does not say whether the last action ended a round {case.at(match.state, seed=seed)}.",
            )
            found += [] if table is None else [table]
            if len(found) == count:
                return found
    return found


@case_check(
    RULES,
    "A scored table can be viewed, redealt and counted; what follows is the deal of the next round and nothing else.",
    "This is what people look at between two rounds.",
    when=has_rounds,
)
def scored_tables_are_states(case: Case) -> None:
    game = case.game
    for number, table in enumerate(scored_tables(case, case.size(3, 1))):
        state = table.state
        where = case.at(state)
        claim(
            not state.acting and not state.over and state.scored == state.ply == len(table.history),
            f"A scored table has acting 0, over 0 and scored = ply, not {state.acting}, {state.over} and {state.scored} {where}.",
        )
        for seat in case.viewers:
            seen, other = view(game, state, seat), redeal(game, state, seat, number)
            found = difference(seen, view(game, other, seat)) or difference(other, redeal(game, seen, seat, number))
            claim(not found, f"A scored table is not redealt like others: {found} {case.at(state, seat)}.")
            claim(game.show.inventory(other) == game.show.inventory(state), f"A redealt scored table has other cards {where}.")
        after, dealt = table.at(table.ply), np.array([state], game.rules.STATE)
        game.rules.next_round(dealt[0])
        found = difference(dealt[0], after.state)
        claim(not found, f"More than next_round happens between a scored table and the next round: {found} {where}.")
