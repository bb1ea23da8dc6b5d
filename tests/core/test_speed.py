"""The fast ways to drive a match do the same as the careful one."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import carreau
from carreau.core.agent_for import agent_of
from carreau.core.batch import Batch
from carreau.core.game import Game
from carreau.core.stepper import Stepper
from carreau.lab.interval import wilson
from carreau.lab.simulate import simulate
from tests.conftest import GAMES
from tests.some import QUICK

FOUR = carreau.load(carreau.examples() / "connect_four")


def same_choice(count: int, ply: int) -> int:
    return ply * 7919 % count


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_stepper_and_match_agree(game: Game) -> None:
    match, stepper = game.new(seed=77), Stepper(game)
    stepper.deal(77)
    while not match.over:
        seat = match.acting[0]
        actions = match.actions(seat)
        assert (stepper.seat, stepper.legal(), stepper.over) == (seat, actions, False)
        action = actions[same_choice(len(actions), match.ply)]
        match.play(action, seat)
        stepper.play(action)
    assert stepper.over and stepper.returns == match.returns
    assert stepper._states.tobytes() == match._states.tobytes()


@pytest.mark.parametrize("game", [game for game in GAMES if game.actions < 100_000], ids=lambda game: game.id)
def test_batch_and_stepper_agree(game: Game) -> None:
    size = 5
    batch = Batch(game, size, threads=2)
    batch.start(100)
    steppers = [Stepper(game) for _ in range(size)]
    dealt = [0] * size
    for i, stepper in enumerate(steppers):
        stepper.deal(100 + i)
    chooser = random.Random(1)
    for _ in range(400):
        chosen = np.zeros(size, np.int64)
        actions = []
        for i, stepper in enumerate(steppers):
            made = {action: choice_of(game, batch._states[i : i + 1], stepper.seat, action) for action in stepper.legal()}
            assert batch.mask[i].nonzero()[0].tolist() == sorted(made.values())
            assert batch.seats[i] == stepper.seat
            actions.append(chooser.choice(stepper.legal()))
            chosen[i] = made[actions[i]]
        batch.step(chosen)
        for i, stepper in enumerate(steppers):
            stepper.play(actions[i])
            assert batch.over[i] == stepper.over
            if stepper.over:
                assert tuple(batch.shares[i]) == stepper.returns
                dealt[i] += 1
                stepper.deal(100 + i + size * dealt[i])
    batch.close()


def choice_of(game: Game, states: Any, seat: int, action: int) -> int:
    return int(agent_of(game).first_at(states.ctypes.data, seat, action))


def test_without_declared_fields_a_batch_shows_the_bytes_of_the_view() -> None:
    game = next(game for game in GAMES if game.observing is None)
    with Batch(game, 3, threads=1) as batch:
        batch.start(4)
        for i in range(3):
            match, seen = game.new(seed=4 + i), batch.observation[i].astype(np.int8).tobytes()
            assert match.seen(match.acting[0]).tobytes().endswith(seen)


@pytest.mark.parametrize("size", [0, -1, 1.5, "4", None])
def test_a_batch_has_a_size_and_threads(size: Any) -> None:
    with pytest.raises(carreau.BadOption, match="whole number from 1 on"):
        Batch(FOUR, size)
    if size is not None:
        with pytest.raises(carreau.BadOption, match="whole number from 1 on"):
            Batch(FOUR, 4, threads=size)


def test_a_step_takes_a_whole_number_for_each_match() -> None:
    with Batch(FOUR, 4, threads=1) as batch:
        batch.start(1)
        before = batch._states.tobytes()
        for chosen in (np.zeros(2, np.int64), np.zeros((4, 1), np.int64), np.zeros(4), [0, 0, 0], ["a"] * 4, 0, None):
            with pytest.raises(carreau.InvalidAction, match="a whole number for each match"):
                batch.step(chosen)  # type: ignore[arg-type]
        assert batch._states.tobytes() == before
        batch.step([3, 3, 3, 3])  # type: ignore[arg-type]
        batch.step(np.full(4, 3, np.int8))  # type: ignore[arg-type]
        assert batch._states["ply"].tolist() == [2] * 4


def test_a_batch_that_starts_again_has_nothing_over() -> None:
    with Batch(FOUR, 2, threads=1) as batch:
        batch.start(1)
        while not batch.over.any():
            batch.step(batch.mask.argmax(axis=1))
        assert batch.shares.any()
        batch.start(1)
        assert not batch.over.any() and not batch.shares.any()


def test_connect_four_observation() -> None:
    batch = Batch(FOUR, 1, threads=1)
    batch.start(0)
    batch.step(np.array([3]))
    mine, other = (field.of(batch.observation[0]) for field in FOUR.observation_fields)
    assert mine.shape == (6, 7) and not mine.any()
    assert np.argwhere(other).tolist() == [[5, 3]]
    batch.close()


def test_a_simulation_does_not_depend_on_the_cores() -> None:
    game = QUICK
    done: list[int] = []
    result = simulate(game, 2, 150, QUICK.short, 9, done.append)
    assert sum(done) == 150
    match = game.new(2, seed=9, **QUICK.short)
    assert result.options == match.options and result.seed == match.seed
    again = simulate(game, 2, 150, QUICK.short, 9, done.append)
    assert (again.moves, again.shares, again.report) == (result.moves, result.shares, result.report)


def test_intervals_cover_the_truth() -> None:
    assert wilson(0.5, 100)[0] == pytest.approx(0.404, abs=0.001)
    low, high = wilson(0.0, 10)
    assert low == 0 and high == pytest.approx(0.278, abs=0.001)
    chooser = np.random.default_rng(1)
    shares = chooser.binomial(200, 0.3, 2000) / 200
    hits = [low <= 0.3 <= high for low, high in (wilson(share, 200) for share in shares)]
    assert 0.93 < np.mean(hits) < 0.97
