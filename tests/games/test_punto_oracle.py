"""Whole matches of Punto, compared at every ply with the oracle, which knows the rulebook but none of the game's code."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from carreau.core.match import Match
from tests.effort import often
from tests.games.punto_oracle import Oracle, cell_name
from tests.games.punto_tools import GAME, coming, name

name_action = cache(GAME.name_action)

WAYS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"hand": 2, "starter": "winner"}),
    (2, {"rounds": 1}),
    (3, {}),
    (3, {"hand": 2}),
    (3, {"rounds": 5, "starter": "winner"}),
    (4, {}),
    (4, {"hand": 2, "rounds": 3}),
    (4, {"rounds": 1, "starter": "winner"}),
    (4, {"teams": True}),
    (4, {"teams": True, "hand": 2, "starter": "winner"}),
]
BY_LINE = 1
MATCHES = often(2)  # per way and manner
FULLY = 7  # everything visible is compared after this many plies, and at each change of round


def way_name(way: Any) -> str:
    return "-".join([str(way[0]), *(f"{key}={value}" for key, value in way[1].items())])


# how moves are chosen


def any_move(oracle: Oracle, moves: list[str], chooser: random.Random) -> str:
    return chooser.choice(moves)


def make_no_line(oracle: Oracle, moves: list[str], chooser: random.Random) -> str:
    """Spread out and leave lines undone, so that rounds end by series."""
    chooser.shuffle(moves)
    free = [move for move in moves if oracle.moves[move][1] not in oracle.table]
    return next((move for move in free + moves if not completes_a_line(oracle, move)), moves[0])


def completes_a_line(oracle: Oracle, move: str) -> bool:
    card, cell = oracle.moves[move]
    if cell is None:
        return False
    oracle.table.setdefault(cell, []).append(card)
    found = any(True for _ in oracle.lines())
    oracle.table[cell].pop()
    if not oracle.table[cell]:
        del oracle.table[cell]
    return found


# the comparison


def start(players: int, seed: int, options: dict[str, Any]) -> tuple[Match, Oracle]:
    match = GAME.new(players, seed, **options)
    oracle = Oracle(players, first=match.acting[0], **options)
    tell_the_deal(match, oracle)
    return match, oracle


def tell_the_deal(match: Match, oracle: Oracle) -> None:
    piles = [[name(card) for card in coming(match, seat)] for seat in range(match.players)]
    oracle.deal(piles, match.view(None)["left_over"])


def follow(match: Match, oracle: Oracle, move: str) -> None:
    """The same move in both."""
    oracle.play(move)
    match.play(move)
    if oracle.owed_piles:
        tell_the_deal(match, oracle)


def compare(match: Match, oracle: Oracle) -> None:
    assert match.over == oracle.over
    assert list(match.points) == oracle.points
    assert visible(match) == {cell_name(cell): stack[-1] for cell, stack in oracle.table.items()}
    if match.over:
        assert list(match.returns) == oracle.returns()
    else:
        assert match.acting == (oracle.seat,)
        assert {name_action(action) for action in match.actions(oracle.seat)} == set(oracle.moves)
    if match.over or oracle.choice or not oracle.table or match.ply % FULLY == 0:
        compare_views(match, oracle)


def visible(match: Match) -> dict[str, str]:
    tops = match.state.top.reshape(13, 13)[1:12, 1:12].ravel().tolist()  # without the rim
    return {cell_name((i // 11, i % 11)): name(card - 1) for i, card in enumerate(tops) if card}


def compare_views(match: Match, oracle: Oracle) -> None:
    seen = match.view(None)
    assert seen["round"] == oracle.round
    assert seen["phase"] == ("choose" if oracle.choice else "lay")
    assert seen["table"] == {cell_name(cell): stack[::-1] for cell, stack in oracle.table.items()}
    assert [sorted(cards) for cards in seen["aside"]] == [sorted(cards) for cards in oracle.aside]
    assert sorted(seen["left_over"]) == oracle.left_over
    assert [sorted(cards) for cards in seen["up"]] == [sorted(cards) for cards in oracle.up]
    assert seen["pile"] == [len(pile) for pile in oracle.piles]
    assert seen["ended"] == (oracle.ended and dict(zip(("how", "winner", "by"), oracle.ended, strict=True)))


@pytest.mark.parametrize("manner", [any_move, make_no_line])
@pytest.mark.parametrize("way", WAYS, ids=way_name)
def test_p01_to_p25_the_game_and_the_oracle_agree(way: tuple[int, dict[str, Any]], manner: Any) -> None:
    players, options = way
    for seed in range(MATCHES):
        match, oracle = start(players, seed, options)
        chooser = random.Random(seed)
        compare(match, oracle)
        while not oracle.over:
            follow(match, oracle, manner(oracle, sorted(oracle.moves), chooser))
            compare(match, oracle)


@pytest.mark.parametrize("way", [way for way in WAYS if "rounds" not in way[1]], ids=way_name)
def test_p14_a_move_completes_lines_of_the_movers_side_only(way: tuple[int, dict[str, Any]]) -> None:
    players, options = way
    for seed in range(6):
        match = GAME.new(players, seed, **options, rounds=1)
        table = Oracle(players, teams=options.get("teams", False))
        chooser = random.Random(seed)
        while not match.over and match.state.begun == 1:
            assert not list(table.lines())
            mover = match.acting[0]
            action = chooser.choice(match.actions(mover))
            match.play(action)
            card, cell = name_action(action).split()
            if card != "aside":
                table.table.setdefault((int(cell[1:]) - 1, ord(cell[0]) - ord("a")), []).append(card)
        if match.state.ended == BY_LINE:
            assert all(line[0][0] in table.colours(mover) for line in table.lines())
            assert match.returns[mover] > 0
