"""Compiled and plain Python give the same bytes."""

from __future__ import annotations

from typing import Any

from carreau.check.case import Case, Subject, walk
from carreau.check.checked import in_plain_python
from carreau.check.probe import difference, legal, may_act, redeal, shares, view
from carreau.check.registry import COMPILED, case_check, claim, game_check
from carreau.core.engine import MATCH, SIMULATION
from carreau.core.game import Game

PLIES = 25  # of a match that are followed in both ways
LOOKS = 4  # at which all rules are asked


@game_check(
    COMPILED,
    "The rules can be compiled.",
    "Machine code is five hundred times as fast; bots, simulations and tables need it.",
    first=True,
)
def the_rules_compile(subject: Subject) -> None:
    for work in (MATCH, SIMULATION):
        work.need(subject.game)


@case_check(
    COMPILED,
    "Compiled and plain Python give the same bytes, in every rule.",
    "You debug one and people play the other; pictures are drawn in plain Python until a game is compiled.",
)
def compiled_is_plain(case: Case) -> None:
    game, plain = case.game, in_plain_python(case.game)
    other = plain.new(case.players, 1, **case.mode.options)
    looks = case.size(LOOKS, LOOKS)
    for match in walk(case, 1):
        if match.history:
            seat, action = match.history[-1]
            plain._drive.play_at(other._address, seat, action)
        same(case, match.state, "play" if match.history else "setup", other.state, match.state)
        if match.ply % (PLIES // looks) == 0 or match.over:
            compare_rules(case, plain, game, match.state)
        if match.ply >= PLIES * case.effort:
            return


def same(case: Case, state: Any, rule: str, plain: Any, compiled: Any) -> None:
    found = difference(plain, compiled)
    claim(not found, f"{rule} behaves differently when it is compiled: in plain Python and compiled, {found} {case.at(state)}.")


def compare_rules(case: Case, plain: Game, game: Game, state: Any) -> None:
    """What all rules say about a position."""
    for seat in case.viewers:
        same(case, state, "view", view(plain, state, seat), view(game, state, seat))
        same(case, state, "redeal", redeal(plain, state, seat, 5), redeal(game, state, seat, 5))
    for seat in may_act(game, state):
        lists = [legal(one, state, seat) for one in (plain, game)]
        claim(
            lists[0] == lists[1],
            f"legal lists {len(lists[0])} actions in plain Python and {len(lists[1])}, or others, compiled "
            f"{case.at(state, seat)}.",
        )
    found = [shares(one, state) for one in (plain, game)]
    claim(found[0] == found[1], f"returns gives {found[0]} in plain Python and {found[1]} compiled {case.at(state)}.")
