"""The ends of matches as exact trees: OpenSpiel's values are those of our own search, and nobody sees more than it should."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pyspiel
import pytest

import carreau
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.lab import exact
from carreau.rl.tree import Tree, find_worlds, make_tree, some_worlds
from tests.some import EVERY, QUICK

SMALL = {"most_worlds": 40, "most": 3000}


@cache
def positions(game: Game) -> list[tuple[Match, Tree]]:
    """The ends of some matches at random: two or three plies, if the tree is small."""
    found = []
    for seed, plies in product(range(700, 705), (2, 3)):
        match = game.new(2, seed, **game.short)
        carreau.play_out(match, [carreau.bot("random")] * 2, seed)
        before = carreau.replay(match.record(), ply=match.ply - plies)
        try:
            found.append((before, make_tree(game, before._states[0], before.options, **SMALL)))
        except carreau.BadOption:
            continue
    return found


def value(match: Match, best: bool) -> float:
    """What the first seat gets: when both play perfectly, with all cards known, or when both play at random."""
    if match.over:
        return 2 * match.returns[0] - 1
    seat = match.acting[0]
    found = []
    for action in match.actions(seat):
        record = match.record()
        after = carreau.replay(record)
        after.play(action, seat)
        found.append(value(after, best))
    if not best:
        return float(np.mean(found))
    return max(found) if seat == 0 else min(found)


def known_games() -> list[tuple[Match, Tree]]:
    games = [game for game in EVERY if 2 in game.players and not game.new(2, 1, **game.short).in_real_time and not game.clock]
    return [(match, tree) for game in games for match, tree in positions(game) if tree.worlds == 1 and tree.positions < 400]


def test_with_all_known_the_value_is_that_of_our_own_search() -> None:
    found = known_games()
    assert found
    for match, tree in found[:4]:
        spiel = tree.spiel
        best = exact.solve(spiel, 100)
        assert exact.value_of(spiel, best) == pytest.approx(value(match, True), abs=0.02)
        assert pyspiel.exploitability(spiel, best) < 0.02
        random = exact.policy_of(tree, spiel, "random", 0)
        assert exact.value_of(spiel, random) == pytest.approx(value(match, False))


def test_what_is_hidden_stays_hidden() -> None:
    """In every world a seat knows the same, and what it knows does not depend on what it cannot know."""
    match, tree = next((match, tree) for match, tree in positions(QUICK) if tree.worlds > 1 and tree.whole)
    worlds = find_worlds(QUICK, match._states[0], 2, SMALL["most_worlds"])
    assert len(worlds) == tree.worlds and tree.whole
    seat = match.acting[0]
    views = {carreau.Seen(QUICK, seat, world[0]).state.tobytes() for world in worlds}
    assert len(views) < len(worlds)
    first = [known for known in tree.known.values() if known.seat == seat and known.number == 1]
    assert len(first) == 1 and first[0].choices == np.flatnonzero(mask_of(match, seat)).tolist()


def mask_of(match: Match, seat: int) -> Any:
    from carreau.rl.episode import Episode

    episode = Episode(match.game, 2, match.options)
    episode.hold(match._states.copy(), episode.turn)
    return episode.masked(seat)


def test_few_worlds_are_some_of_all() -> None:
    match = QUICK.new(2, 3, **QUICK.short)
    few = some_worlds(QUICK, match._states[0], 2, 5)
    assert len({world.tobytes() for world in few}) == 5


def test_a_bot_loses_less_than_random_play_and_more_than_an_equilibrium() -> None:
    match, tree = next((match, tree) for match, tree in positions(QUICK) if exact.stake(tree.spiel) > 0.05)
    lost = exact.measure(match, tree, {"random": 0, "greedy": 2, "3": 1}, 100)["exploitability"]
    assert lost["random"] == pytest.approx(exact.stake(tree.spiel))
    assert lost["equilibrium"] < lost["random"] and min(lost.values()) > -1e-9
    assert lost["3"] <= lost["random"]


def test_large_positions_are_refused() -> None:
    match = QUICK.new(2, 3, **QUICK.short)
    with pytest.raises(carreau.BadOption, match="more than"):
        make_tree(QUICK, match._states[0], match.options, most_worlds=20, most=100)
    with pytest.raises(carreau.BadOption, match="two players"):
        make_tree(QUICK, QUICK.new(3, 1)._states[0], QUICK.read_options({}, 3))
