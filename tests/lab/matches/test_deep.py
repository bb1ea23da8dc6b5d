"""What positions are said to be worth, against simple code that plays the same worlds through the public face."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import carreau
from carreau.bots.search_for import plain_search
from carreau.bots.seen import Seen
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.core.quick import quick_below, quick_next, quick_start
from carreau.core.state import SPECTATOR
from carreau.core.stepper import Stepper
from carreau.lab.matches import deep, play
from carreau.lab.matches.deep import DECISIONS, EFFORT, FEWEST, PAIRS, Look, affordable, by_seat
from carreau.lab.matches.look_for import look_for, plain_look
from tests.conftest import GAMES
from tests.effort import often
from tests.lab.matches.oracle import at_random, chance_of
from tests.lab.matches.test_play import HEX, SEED, joined, same, setting, short
from tests.lab.matches.test_play import PAIRS as FOR_TWO
from tests.some import QUICK, racing

WORLDS = 3
BY_CHANCE = next(game for game in GAMES if game.advice is None and 2 in game.players)  # its quick play is at random


def in_the_middle(game: Game, part: float = 0.4) -> Match:
    """A match after a part of its plies, where there is something to choose."""
    whole = at_random(game.new(2, 11, **short(game)), quick_start(5))
    match = whole.match.at(int(part * whole.match.ply))
    while len(match.actions(match.acting[0])) < 2:
        match.play(match.actions(match.acting[0])[0], match.acting[0])
    return match


def go_on(world: Stepper, chance: int, begun: int | None) -> None:
    """Quick play to the end or, with a ply at which it began, as far as bots look."""
    search = plain_search(world.game)
    tries = getattr(world.game.advice, "TRIES", 1) if begun is None else 1
    while not world.over and (begun is None or not search.cut(world.state, begun)):
        legal, place = world.legal(), 0
        chance = quick_next(chance)
        if len(legal) > 1:
            place = search.policy(world.state, world.seat, np.array(legal), len(legal), chance)
            place = the_best_of(world, legal, place, tries, chance)
        world.play(legal[place])


def the_best_of(world: Stepper, legal: list[int], place: int, tries: int, chance: int) -> int:
    """The place of the action that promises most: this one, or one of some at random."""
    places = [place]
    for _ in range(tries - 1):
        chance = quick_next(chance)
        places.append(quick_below(chance, len(legal)))
    return places[0] if tries == 1 else max(places, key=lambda one: promise(world, legal[one]))


def promise(world: Stepper, action: int) -> float:
    after, shares = world.copy(), np.zeros(8)
    after.play(action)
    plain_search(world.game).judge(after.state, shares)
    return float(shares[world.seat])


def worth(seen: Seen, chance: int, action: int, going_on: int) -> float:
    """A seat's share after an action, in the world of a number."""
    world, shares = seen.world(chance), np.zeros(8)
    world.play(action)
    go_on(world, going_on, int(seen.state.ply))
    plain_search(seen.game).judge(world.state, shares)
    return float(shares[seen.seat])


@pytest.mark.parametrize("game", FOR_TWO, ids=lambda game: game.id)
def test_chances_are_those_of_quick_play_in_worlds_that_all_can_imagine(game: Game) -> None:
    match, sums, expected = in_the_middle(game), np.zeros(8), np.zeros(2)
    look_for(game).expect(match._address, WORLDS, 40, sums)
    for number in range(40, 40 + WORLDS):
        chance = quick_start(number)
        world = Seen(game, SPECTATOR, match.state).world(chance)
        go_on(world, chance, None)
        expected += world.returns
    assert np.allclose(sums[:2], expected) and math.isclose(sum(expected), WORLDS)


@pytest.mark.parametrize("game", FOR_TWO, ids=lambda game: game.id)
def test_an_action_is_weighed_against_any_in_worlds_that_its_seat_can_imagine(game: Game) -> None:
    match = in_the_middle(game)
    seat, legal, sums, gains = match.acting[0], match.actions(match.acting[0]), np.zeros(2), []
    seen, action = Seen.of(match, match.acting[0]), legal[-1]
    look_for(game).weigh(match._address, seat, action, WORLDS, 70, sums)
    for number in range(70, 70 + WORLDS):
        chance = quick_start(number)
        after = quick_next(chance)
        other = legal[quick_below(after, len(legal))]
        after = quick_next(after)
        gains.append(worth(seen, chance, action, after) - worth(seen, chance, other, after) if other != action else 0.0)
    assert np.allclose(sums, [sum(gains), sum(gain * gain for gain in gains)])


@pytest.mark.parametrize("game", FOR_TWO, ids=lambda game: game.id)
def test_plain_python_finds_the_same(game: Game) -> None:
    match, found = in_the_middle(game, 0.7), []
    for look in (look_for(game), plain_look(game)):
        chances, gains = np.zeros(8), np.zeros(2)
        look.expect(match._address, 1, 3, chances)
        look.weigh(match._address, match.acting[0], match.actions(match.acting[0])[0], 1, 4, gains)
        found.append([*chances, *gains])
    assert np.allclose(found[0], found[1])


# a match


def looked(game: Game = QUICK) -> tuple[Look, Any]:
    story = at_random(game.new(2, SEED, **short(game)), chance_of(SEED, 0, 0, 0))
    history = [(seat, action) for seat, action, _ in story.turns]
    return Look(game.new(2, SEED, **short(game)), history, 1, 1), story


TENSIONS = [
    ([0.5, 0.9, 0.96, 0.97], 2, 0.9),
    ([0.5, 0.96, 0.9, 0.97], 3, 0.9),
    ([0.5, 0.96, 0.2, 0.95], None, 0.2),  # 95 % is not over 95 %
    ([0.96, 0.97, 1.0, 1.0], 0, 0.97),
]


@pytest.mark.parametrize(("chances", "decided", "lowest"), TENSIONS)
def test_when_a_match_is_decided(chances: list[float], decided: int | None, lowest: float) -> None:
    """The first of these points is too early for a low chance to count."""
    look, _ = looked()
    plies = [0, *(look.plies * k // 4 for k in (1, 2, 3))]
    found = look.tension(list(zip(plies, chances)))
    assert found == (1.0 if decided is None else plies[decided] / look.plies, lowest)


def test_decisions_are_drawn_among_plies_with_a_choice() -> None:
    look, story = looked()
    choices = {ply for ply, (_, _, legal) in enumerate(story.turns) if len(legal) > 1}
    drawn = [look.decisions() for _ in range(often(20))]
    assert all(len(some) == DECISIONS and some <= choices for some in drawn)
    assert len(set().union(*drawn)) > 2 * DECISIONS, "not always the same ones"


def test_decisions_are_summed_up_by_seat() -> None:
    real, stake = by_seat([(0, 0.3, True), (2, 0.1, False), (0, 0.1, False)], 3)
    assert real[0] == 0.5 and math.isclose(stake[0], 0.2) and (real[2], stake[2]) == (0.0, 0.1)
    assert math.isnan(real[1]) and math.isnan(stake[1])


def test_long_matches_get_fewer_worlds() -> None:
    assert affordable(10, PAIRS) == PAIRS and affordable(EFFORT / 50, PAIRS) == 50 and affordable(EFFORT, PAIRS) == FEWEST


def test_a_sure_win_is_found_and_its_worth_is_what_any_action_lacks() -> None:
    """In a game without hidden cards and with quick play at random: one ply before a win, the search takes it."""
    match = at_random(BY_CHANCE.new(2, 3), quick_start(3)).match
    while match.returns.count(1.0) != 1:
        match = at_random(BY_CHANCE.new(2, 3), quick_start(len(match.history))).match
    last = match.at(match.ply - 1)
    seat, action = match.history[-1]
    look = Look(last.copy(), last.history, 1, 1)
    assert deep.SEARCHER.choose(Seen.of(last, seat), last.actions(seat), 1) == action
    gain, _ = look.gain(seat)
    others = [share_after(last, seat, one) for one in last.actions(seat)]
    assert abs(gain - (1 - sum(others) / len(others))) < 0.15, "4 standard errors of 200 pairs"
    assert look.chance_of([seat]) < 1.0 and Look(match, match.history, 1, 1).chance_of([seat]) == 1.0


def share_after(match: Match, seat: int, action: int) -> float:
    """What is left of the win after an action, at random."""
    total = 0.0
    for number in range(200):
        later = match.copy()
        later.play(action, seat)
        total += at_random(later, quick_start(1000 + number)).match.returns[seat]
    return total / 200


def test_chances_come_true() -> None:
    """Where everybody plays as quick play does, the mean chance of a seat is its mean share, within 4 standard errors."""
    apart = []
    for number in range(often(80)):
        match = at_random(BY_CHANCE.new(2, number), quick_start(900 + number)).match
        chance = Look(match.at(match.ply // 2), match.history, 1, number).chance_of([0])
        apart.append(match.returns[0] - chance)
    assert abs(np.mean(apart)) < 4 * np.std(apart) / len(apart) ** 0.5
    assert np.std(apart) < 0.48, "they say more than that chances are equal"


# as columns


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """With next to no worlds."""
    monkeypatch.setattr(deep, "PLAYOUTS", 2)
    monkeypatch.setattr(deep, "PAIRS", 2)
    monkeypatch.setattr(deep, "FEWEST", 2)


@pytest.mark.parametrize("bots", [("random",), ("greedy", "random")], ids=",".join)
@pytest.mark.usefixtures("quickly")
def test_the_first_deals_are_looked_into_however_deals_are_split(bots: tuple[str, ...]) -> None:
    asked, needs = setting(QUICK, 2, QUICK.short, bots), {"deep", "cards"}
    whole = play(asked, HEX, 0, 4, 2, 3, needs)
    parts = [play(asked, HEX, first, count, 2, 3, needs) for first, count in ((0, 2), (2, 2))]
    assert same(whole, joined(*parts))
    assert (np.isfinite(whole["decided"]) == (whole["deal"] < 3)).all()
    assert np.isfinite(whole["stake"][whole["deal"] < 3]).any(axis=1).all() and np.isnan(whole["real"][whole["deal"] == 3]).all()
    shallow = play(asked, HEX, 0, 4, 2, 3, {"cards"})
    assert "decided" not in shallow and all(whole[name].tobytes() == shallow[name].tobytes() for name in shallow)


def test_races_are_not_looked_into() -> None:
    plan = racing()[0]
    columns = play(setting(carreau.load(plan.game), 2, plan.options), HEX, 0, 1, deep=1, needs={"deep"})
    assert all(np.isnan(columns[name]).all() for name in ("decided", "lowest", "real", "stake"))


@pytest.mark.usefixtures("quickly")
def test_a_match_that_nobody_or_everybody_wins_is_never_decided() -> None:
    for shares in ((0.5, 0.5), (0.0, 0.0)):
        look, _ = looked()
        found = look.depth(shares)
        assert math.isnan(found.decided) and math.isnan(found.lowest) and any(map(math.isfinite, found.real))
