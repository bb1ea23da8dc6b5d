"""The review of a match: its parts add up, it sees what a seat may know and nothing else, and it finds what was planted."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from random import Random
from statistics import median

import numpy as np
import pytest

import carreau
from carreau.bots.bot import Ismcts
from carreau.bots.levels import LEVELS
from carreau.bots.reaction import Race, Reaction, play_real_time
from carreau.bots.seen import Seen
from carreau.bots.turn import play_out
from carreau.core.errors import CarreauError
from carreau.core.memory import zeros
from carreau.core.quick import quick_start
from carreau.core.types import Action
from carreau.core.words import words_for
from carreau.lab.review_figures import fairness, plant
from carreau.review.budget import STANDARD, Budget
from carreau.review.judgement import SECOND_LOOK, judge, judge_seen
from carreau.review.moments import moments_of
from carreau.review.race import Runner
from carreau.review.race_text import ENOUGH, say_pace
from carreau.review.result import Review
from carreau.review.review import review
from carreau.review.seeds import seed_for
from carreau.review.trees import difference, lines_after, look_at_all
from carreau.review.verdict import is_serious, verdict_of
from carreau.review.worlds_for import plain_worlds
from proofs.tools.plans import Plan
from tests.effort import often
from tests.review.conftest import SMALL, played, reviewed
from tests.some import IN_TURNS, PUZZLES, QUICK, racing, shortest

MOST = 1e-9
HASTY = 160  # iterations


def test_the_parts_of_a_result_are_the_result(id: str) -> None:
    found, match = reviewed(id), played(id)
    assert [one.result for one in found.splits] == list(match.returns)
    for one in found.splits:
        assert abs(one.start + one.luck + one.own + one.others - one.result) < MOST
    assert abs(sum(one.luck for one in found.splits)) < MOST


def test_luck_and_decisions_lead_from_ply_to_ply(id: str) -> None:
    found = reviewed(id)
    for seat, split in enumerate(found.splits):
        course = found.curve(seat)
        for ply, now, later in zip(found.plies, course, course[1:]):
            assert abs(now + ply.gain[seat] + ply.luck[seat] - later) < MOST
        assert abs(split.deal + sum(ply.luck[seat] for ply in found.plies) - split.luck) < MOST


def test_the_same_again_on_more_cores(id: str) -> None:
    begin = played(id).at(min(6, played(id).ply))
    one, two = review(begin, SMALL, seed=4), review(begin.record(), SMALL, seed=4, cores=2)
    assert json.dumps(one.as_json()) == json.dumps(two.as_json())
    assert one != review(begin, SMALL, seed=5)


def test_what_a_seat_cannot_know_changes_no_verdict(id: str) -> None:
    match = played(id)
    for moment in [one for one in moments_of(match) if len(one.legal) > 1][:: max(1, match.ply // 4)]:
        seen = moment.seen[moment.seat]
        other = seen.world(seed=9)
        twin = Seen(match.game, moment.seat, other._states[0], match.options)
        found, again = (judge_seen(one, moment.legal, moment.action, SMALL, 1) for one in (seen, twin))
        assert found == again


def test_json_and_back(id: str) -> None:
    found = reviewed(id)
    assert Review.from_json(json.loads(json.dumps(found.as_json()))) == found


def test_every_legal_action_is_an_option(id: str) -> None:
    for moment, ply in zip(moments_of(played(id)), reviewed(id).plies):
        assert sorted(option.action for option in ply.options) == list(moment.legal)
        assert ply.loss >= 0 and (ply.better is None) == (ply.loss == 0)
        assert all(0 <= option.value <= 1 for option in ply.options if option.value is not None)


def test_what_is_planted_is_found() -> None:
    found: list[tuple[bool, str]] = []
    for game in IN_TURNS:
        moments = [one for one in moments_of(played(game.id)) if len(one.legal) > 1]
        chosen = moments[:: max(1, len(moments) // often(3))]
        found += [one for moment in chosen for one in plant(moment, Budget(3000, 1), 1, deeper=4000)]
    own, blunders = ([verdict for planted, verdict in found if planted is kind] for kind in (False, True))
    assert sum(map(is_serious, own)) <= 1
    assert len(blunders) > 4 and sum(map(bool, blunders)) >= 0.8 * len(blunders)


def test_a_mistake_is_one_at_the_second_look_too() -> None:
    """Some of the moves that a hasty look takes for mistakes are none when looked at again."""
    confirmed = []
    for moment in [one for one in moments_of(played(QUICK.id)) if len(one.legal) > 1]:
        seen, last = moment.seen[moment.seat], moment.legal[-1]
        for seed in range(often(4)):
            looks = look_at_all(seen, HASTY // 2, seed_for(seed, "first"))
            best = max(looks, key=lambda action: (looks[action].visits, -action))
            if best != last and is_serious(compared(seen, best, last, HASTY // 2, seed_for(seed, "second"))):
                again = compared(seen, best, last, SECOND_LOOK * HASTY // 2, seed_for(seed, "again"))
                judged = judge_seen(seen, moment.legal, last, Budget(HASTY, 1), seed)
                assert is_serious(judged.verdict(last)) == is_serious(again)
                confirmed.append(is_serious(again))
    assert any(confirmed) and not all(confirmed)


def compared(seen: Seen, best: Action, other: Action, iterations: int, seed: int) -> str:
    lines = lines_after(seen, [best, other], iterations, seed)
    return verdict_of(difference(lines[best], lines[other]).lowest)


def test_luck_is_fair_between_equals_and_strength_is_no_luck() -> None:
    """With 99.9 % confidence; carreau.lab.review_figures counts many more matches, of every game."""
    game = shortest()
    begun = {"matches": often(80), "playouts": 50, "seed": 1, "deals": 2000, **game.short}
    equal = fairness(game, carreau.bot("greedy"), carreau.bot("greedy"), **begun)
    better = fairness(game, Ismcts(100), carreau.bot("random"), **begun)
    for found in (equal, better):
        assert abs(found.luck[0]) < found.luck[1] * 3.3 / 1.96
        assert found.worst_sum < MOST
    assert better.decisions[0] > better.decisions[1]


def test_the_quick_player_takes_the_best_of_its_tries(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    worlds, then = plain_worlds(carreau.load(id)), played(id).at(4)
    while not 3 <= len(then.actions(then.acting[0])) <= 30:
        then = played(id).at(then.ply + 1)
    seat, before, trial, shares = then.acting[0], then.state.tobytes(), zeros(1, worlds.STATE), np.zeros(8)
    legal, values = np.array(then.actions(seat)), []
    for action in legal:
        trial[0] = then.state
        worlds.play(trial[0], seat, action)
        worlds.judge(trial[0], shares)
        values.append(shares[seat])
    for tries in (1, 500):
        monkeypatch.setattr(worlds, "TRIES", tries)
        chosen = [worlds.choose(then.state, seat, legal, len(legal), chance, trial, shares) for chance in quick_chances(12)]
        if tries == 1:
            assert chosen == [worlds.policy(then.state, seat, legal, len(legal), chance) for chance in quick_chances(12)]
        else:
            assert {values[place] for place in chosen} == {max(values)}
    assert then.state.tobytes() == before


def quick_chances(count: int) -> list[int]:
    return [quick_start(seed) for seed in range(count)]


def test_a_position_is_judged_alone() -> None:
    match = played(QUICK.id).at(5)
    found = judge(match, match.acting[0], SMALL)
    assert {option.action for option in found.options} == set(match.actions(match.acting[0]))
    assert found.margin is not None and found.loss(found.best.action) == 0
    with pytest.raises(CarreauError):
        judge(match, 1 - match.acting[0], SMALL)


def test_three_players_and_a_record_that_was_cut_short() -> None:
    begin = played(QUICK.id, 3).at(7)
    found = review(begin, SMALL)
    assert not found.over and len(found.plies) == 7
    assert all(abs(one.start + one.luck + one.own + one.others - one.result) < MOST for one in found.splits)


def test_a_time_limit_is_kept_roughly_and_named() -> None:
    found = review(played(QUICK.id).at(4), Budget(seconds=1.0))
    assert found.budget.seconds is None and found.budget.iterations >= 200


def test_one_player_alone() -> None:
    for game in PUZZLES:
        match = game.puzzle.puzzle_of(date(2026, 1, 1)) if game.puzzle else game.new()
        play_out(match, [carreau.bot("random")], 1)
        (split,) = review(match, Budget(100, 10)).splits
        assert abs(split.start + split.luck + split.own + split.others - split.result) < MOST


@pytest.mark.parametrize("plan", racing(), ids=lambda plan: str(plan.options))
def test_a_race_says_who_saw_what(plan: Plan) -> None:
    match = carreau.load(plan.game).new(2, seed=1, **plan.options)
    play_real_time(match, [Reaction(skill=2.0), Reaction(skill=0.5, slip=0.5)], 1)
    found = review(match, times=[float(number) for number in range(1, match.ply + 1)])
    assert found.race is not None and found.splits == ()
    assert found.race.runners[0].found > 0 and found.race.runners[0].level is not None
    assert Review.from_json(json.loads(json.dumps(found.as_json()))) == found


def test_who_looks_as_quickly_as_which_bots() -> None:
    """The slow one is not taken for a quick one because only its quickest finds come before those of the other."""
    plan, levels = racing()[-1], {0: list[int](), 1: list[int]()}
    for seed in range(9):
        match = carreau.load(plan.game).new(2, seed, **plan.options)
        race, times = Race(match, [LEVELS[1].reaction, LEVELS[4].reaction], Random(seed), None), list[float]()
        while not match.over:
            plies = match.ply
            race.step()
            times += [race.now] * (match.ply - plies)
        found = review(match, times=times).race
        assert found is not None
        for seat, runner in enumerate(found.runners):
            levels[seat] += [] if runner.level is None else [runner.level]
    assert [median(found) for found in levels.values()] == [1, 4]
    runner = Runner(ENOUGH, 0, 0, 2.14, 4.0, 4)
    assert say_pace(runner, words_for("fr")) == (
        "2,1 s en moyenne pour en trouver une\u00a0: à peu près aussi rapide que le robot «\u00a0expert\u00a0»"
    )
    assert say_pace(replace(runner, found=1), words_for("en")) == "2.1 s on average to find one"


def test_verdicts_have_the_same_thresholds_everywhere() -> None:
    assert [verdict_of(share) for share in (0.0, 0.019, 0.02, 0.06, 0.15, 1.0)] == [
        "", "", "inaccuracy", "mistake", "blunder", "blunder",
    ]  # fmt: skip


def test_a_review_of_nothing() -> None:
    found = review(IN_TURNS[0].new(2, seed=1), SMALL)
    assert found.plies == () and len(found.splits) == 2
    assert np.isfinite([one.luck for one in found.splits]).all()
    assert replace(found, seed=1).turning_points() == []


def test_a_long_match_gets_as_much_thought_as_one_of_a_hundred_plies() -> None:
    assert STANDARD.for_plies(100) == STANDARD
    long = STANDARD.for_plies(400)
    assert (long.iterations, long.playouts) == (STANDARD.iterations // 4, STANDARD.playouts // 4)
