"""The positions that come with each game: there are enough, they can be played, and a deeper search confirms them."""

from __future__ import annotations

import datetime
from hashlib import sha256

import pytest

from carreau.core.errors import CarreauError
from carreau.core.game import Game
from carreau.core.position import GRADES, Position, Positions, positions_of
from carreau.lab.position_verdict import BUDGET, CHECK, CLEAR, MOST_ANSWERS
from carreau.review.judgement import judge
from carreau.web.daily import FIRST, Daily, daily
from tests.effort import EFFORT
from tests.some import EVERY

ENOUGH = 60
SEED = 77_000  # none that a position was found or checked with
SAMPLE = 1  # of each game, in `make test`; all of them in `make prove`
by_game = pytest.mark.parametrize("game", EVERY, ids=lambda game: game.id)


def known(game: Game) -> Positions:
    found = positions_of(game)
    assert found is not None
    return found


@by_game
def test_there_are_enough_and_all_are_different(game: Game) -> None:
    found = known(game)
    assert found.version == game.version and (found.iterations, found.checked) == (BUDGET.iterations, CHECK.iterations)
    assert len(found.found) >= ENOUGH and len({one.match for one in found.found}) == len(found.found)
    assert {one.grade for one in found.found} <= set(GRADES) and len({one.grade for one in found.found}) > 1


@by_game
def test_each_can_be_played_and_its_answer_is_legal(game: Game) -> None:
    for one in known(game).found:
        match = one.play(game)
        legal = match.legal(one.seat)
        assert match.acting == (one.seat,) and not match.in_real_time and len(legal) >= 3
        assert set(one.answers) < set(legal) and 1 <= len(one.answers) <= MOST_ANSWERS
        assert CLEAR <= one.lowest <= one.margin <= 1
        worth = dict(zip(legal, one.worth(match.actions(one.seat)).values()))
        others = [value for name, value in worth.items() if name not in one.answers]
        assert max(others) < min(worth[name] for name in one.answers)


def chosen(game: Game) -> list[Position]:
    """Another sample with every change of the positions."""
    everything = known(game).found
    ranked = sorted(everything, key=lambda one: sha256(f"{game.id} {one.match} {len(everything)}".encode()).digest())
    return ranked if EFFORT > 1 else ranked[:SAMPLE]


@by_game
def test_a_search_ten_times_as_deep_finds_the_same_move(game: Game) -> None:
    for one in chosen(game):
        found = judge(one.play(game), one.seat, CHECK, SEED + one.match)
        answers = [game.parse_action(name) for name in one.answers]
        assert found.best.action in answers, one
        assert all(gap.lowest > 0 for action, gap in found.gaps.items() if action not in answers), one


# which of them is shown when


def days(count: int) -> list[Daily]:
    last = FIRST + datetime.timedelta(count - 1)
    return [daily(EVERY, FIRST + datetime.timedelta(k), last) for k in range(count)]


def test_every_game_has_its_turn() -> None:
    shown = days(40 * len(EVERY))
    for k in range(0, len(shown), len(EVERY)):
        assert {one.game for one in shown[k : k + len(EVERY)]} == set(EVERY)
    assert len({tuple(one.game.id for one in shown[k : k + len(EVERY)]) for k in range(0, len(shown), len(EVERY))}) > 5


def test_no_position_is_shown_twice_before_all_were() -> None:
    shown = days(ENOUGH * len(EVERY))
    assert len({(one.game.id, one.number) for one in shown}) == len(shown)
    assert shown == days(ENOUGH * len(EVERY)), "the same for everyone"


def test_there_is_none_before_the_first_day_or_after_today() -> None:
    for day in (FIRST - datetime.timedelta(1), FIRST + datetime.timedelta(3)):
        with pytest.raises(CarreauError, match="no position of this day"):
            daily(EVERY, day, FIRST + datetime.timedelta(2))
    assert daily(EVERY, FIRST, FIRST).before is None
