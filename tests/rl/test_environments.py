"""Every environment passes the suite of the library that it is for, and plays every game."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import warnings
from collections.abc import Iterator
from functools import partial
from inspect import signature
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test

import carreau
import carreau.rl
from carreau.core.game import Game, Mode
from carreau.rl import aec_env, batch, gym_env, parallel_env, vector_env
from carreau.rl.episode import Episode
from tests.conftest import CASES, GAMES, case_name
from tests.some import PUZZLES, QUICK

RACES = [case for case in CASES if case[0].new(case[2], 1, **case[1].options).in_real_time]
TURNS = [case for case in CASES if case not in RACES]
SOME_TURNS = [next(case for case in TURNS if case[0] is game) for game in GAMES]
STEPS = 80  # of a vector
SOME_RACES = [case for case in RACES if case[2] == 3]


@pytest.fixture(autouse=True)
def _advice() -> Iterator[None]:
    """The suites advise spaces without masks, and numbers between -1 and 1: neither is for us."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


# Gymnasium


@pytest.mark.parametrize("case", SOME_TURNS, ids=case_name)
def test_gymnasium_checks_a_single_seat(case: tuple[Game, Mode, int]) -> None:
    game, mode, players = case
    env = gym_env(game, seat=players - 1, players=players, **mode.options)
    check_env(env, skip_render_check=True)


@pytest.mark.parametrize("case", SOME_TURNS, ids=case_name)
def test_a_single_seat_plays_to_the_end(case: tuple[Game, Mode, int]) -> None:
    game, mode, players = case
    env, chance = gym_env(game, players=players, **mode.options), random.Random(1)
    observation, info = env.reset(seed=3)
    over, total = False, 0.0
    while not over:
        assert env.observation_space.contains(observation)
        assert (env.action_masks() == info["action_mask"]).all()
        observation, reward, over, cut, info = env.step(chance.choice(np.flatnonzero(info["action_mask"]).tolist()))
        total += float(reward)
        assert not cut
    assert total == env.match.rewards[0] and -1 <= total <= 1


def test_an_illegal_choice_loses_or_is_replaced_or_raises() -> None:
    game = GAMES[0]
    wrong = {}
    for illegal in ("lose", "random", "raise"):
        env = gym_env(game, illegal=illegal)
        env.reset(seed=1)
        choice = int(np.flatnonzero(env.match.mask == 0)[0])
        wrong[illegal] = (env, choice)
    assert wrong["lose"][0].step(wrong["lose"][1])[1:3] == (-1.0, True)
    assert wrong["random"][0].step(wrong["random"][1])[1:3] == (0.0, False)
    with pytest.raises(carreau.IllegalAction, match="mask"):
        wrong["raise"][0].step(wrong["raise"][1])
    with pytest.raises(carreau.BadOption, match="lose, random, raise"):
        gym_env(game, illegal="cheat")


def test_opponents_are_bots_by_name_or_your_own() -> None:
    game = GAMES[0]
    env = gym_env(game, players=3, seat=1, opponents=["random", carreau.bot("greedy")])
    env.reset(seed=1)
    assert env.match.seat == 1
    with pytest.raises(carreau.BadPlayers, match="2 other seats"):
        gym_env(game, players=3, opponents=["random"])
    with pytest.raises(carreau.BadOption, match="parallel_env"):
        gym_env(RACES[0][0], **RACES[0][1].options)


@pytest.mark.parametrize("case", SOME_TURNS, ids=case_name)
def test_a_vector_of_matches_is_a_gymnasium_vector(case: tuple[Game, Mode, int]) -> None:
    game, mode, players = case
    env = vector_env(game, 16, players, 1, **mode.options)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    observations, infos = env.reset(seed=5)
    chance, ends = np.random.default_rng(1), 0.0
    for _ in range(STEPS):
        assert observations.shape == env.observation_space.shape and env.action_space.contains(infos["action_mask"].argmax(1))
        seats = infos["seat"].copy()
        after = int(chance.integers(game.choices))
        chosen = np.roll(infos["action_mask"], -after, axis=1).argmax(axis=1)
        observations, rewards, over, cut, infos = env.step((chosen + after) % game.choices)
        assert not cut.any() and (rewards[~over] == 0).all()
        ends += over.sum()
        if over.any():
            assert (infos["_final_obs"] == over).all() and (infos["final_info"]["seat"] == seats).all()
            assert all((seen is not None) == ended for seen, ended in zip(infos["final_obs"], over))
            assert all(env.single_observation_space.contains(seen) for seen in infos["final_obs"][over])
        expected = (players * infos["shares"][np.arange(16), seats] - 1) / max(1, players - 1)
        assert np.allclose(rewards[over], expected[over])
    assert env.observation_space.contains(observations)
    assert ends or game.plies(players, game.read_options(mode.options, players)) > STEPS
    env.close()


def test_the_last_observation_of_a_vector_is_that_of_the_end() -> None:
    """The same match, in an environment for one: what the seat that ended it sees then."""
    game = carreau.load(carreau.examples() / "connect_four")
    env, alone = vector_env(game, 1, threads=1), Episode(game, 2, {})
    _, infos = env.reset(seed=1)
    alone.deal(1)
    while True:
        seat, choice = alone.seat, int(infos["action_mask"][0].argmax())
        alone.choose(choice)
        _, _, over, _, infos = env.step(np.array([choice]))
        if alone.over:
            break
        assert not over[0] and "final_obs" not in infos
    assert over[0] and (infos["final_obs"][0] == alone.observed(seat)).all()
    assert alone.observed(seat).any()
    env.close()


# PettingZoo


@pytest.mark.parametrize("case", [*SOME_TURNS, *SOME_RACES], ids=case_name)
def test_pettingzoo_checks_one_after_the_other(case: tuple[Game, Mode, int]) -> None:
    game, mode, players = case
    new = partial(aec_env, game, players, **mode.options)
    api_test(new(), num_cycles=120)
    seed_test(lambda: new(illegal="random"), num_cycles=30)


@pytest.mark.parametrize("case", SOME_RACES, ids=case_name)
def test_pettingzoo_checks_all_at_once(case: tuple[Game, Mode, int]) -> None:
    game, mode, players = case
    parallel_api_test(parallel_env(game, players, **mode.options), num_cycles=100)
    together = SimpleNamespace(
        env=partial(aec_env, QUICK, 2, illegal="random"), parallel_env=partial(parallel_env, game, players, **mode.options)
    )
    max_cycles_test(together)


@pytest.mark.parametrize("case", SOME_RACES, ids=case_name)
def test_a_race_is_the_match_of_the_table(case: tuple[Game, Mode, int]) -> None:
    """What happened can be played again, and ends as it is recorded; the same seed brings the same."""
    game, mode, players = case
    ends = []
    for _ in range(2):
        env, chance = parallel_env(game, players, tick_seconds=4, **mode.options), random.Random(2)
        seen, _ = env.reset(seed=2)
        rewards = {}
        while env.agents:
            masks = {agent: np.flatnonzero(seen[agent]["action_mask"]).tolist() for agent in env.agents}
            seen, rewards, *_ = env.step({agent: chance.choice([*mask, mask[-1]]) for agent, mask in masks.items()})
        record = env.match.record()
        assert carreau.replay(record).returns == env.match.returns
        assert sum(rewards.values()) == pytest.approx(0)
        ends.append(record)
    assert ends[0] == ends[1]


def test_a_match_in_turns_is_no_race() -> None:
    with pytest.raises(carreau.BadOption, match="aec_env"):
        parallel_env(GAMES[0])


@pytest.mark.parametrize("game", [game for game in GAMES if game.picture], ids=lambda game: game.id)
def test_pettingzoo_renders(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    env = aec_env(game, render_mode="rgb_array")
    env.reset(seed=1)
    pixels = env.render()
    assert pixels.dtype == np.uint8 and pixels.shape[2] == 3 and len(np.unique(pixels.reshape(-1, 3), axis=0)) > 8


def test_pettingzoo_checks_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: aec_env(GAMES[0], render_mode=render_mode, illegal="random", max_cycles=2))
    race = SOME_RACES[0]
    env = parallel_env(race[0], race[2], render_mode="ansi", **race[1].options)
    env.reset(seed=1)
    assert env.render()
    with pytest.raises(carreau.BadOption, match="render mode"):
        aec_env(GAMES[0], render_mode="film")


def test_no_option_of_a_game_has_the_name_of_an_argument() -> None:
    names = {
        name
        for make in (gym_env, vector_env, aec_env, parallel_env, carreau.rl.openspiel_game)
        for name in signature(make).parameters
    }
    assert not names & {option.name for game in GAMES for option in game.options}


# arrays


def test_arrays_are_taken_over_without_a_copy() -> None:
    with batch(GAMES[0], 8, threads=1) as matches:
        matches.start(seed=1)
        arrays: list[Any] = [matches.observation, matches.mask, matches.shares, matches.over]
        taken = [np.from_dlpack(array) for array in arrays]
        matches.step(matches.mask.argmax(axis=1))
        for array, other in zip(arrays, taken):
            assert np.shares_memory(array, other) and (array == other).all()
            assert array.ctypes.data % 64 == 0  # JAX copies everything else


IN_JAX = """
import sys, carreau, jax
from carreau.rl import batch
with batch(carreau.load(sys.argv[1]), 8, threads=1) as matches:
    matches.start(seed=1)
    for array in (matches.observation, matches.mask, matches.over):
        assert jax.dlpack.from_dlpack(array, copy=False).unsafe_buffer_pointer() == array.ctypes.data
"""


def test_jax_takes_arrays_over_without_a_copy() -> None:
    """In a program of its own: where JAX is loaded, nothing else may fork."""
    subprocess.run(
        [sys.executable, "-c", IN_JAX, GAMES[0].id], check=True, timeout=120, env={**os.environ, "JAX_PLATFORMS": "cpu"}
    )


def test_a_missing_library_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carreau.core.extra.find_spec", lambda name: None)
    for make in (gym_env, aec_env, parallel_env, carreau.rl.openspiel_game):
        with pytest.raises(carreau.MissingExtra, match=r'pip install "carreau\[rl\]"'):
            make(GAMES[0])


def test_alone_the_reward_is_the_win_itself() -> None:
    game = PUZZLES[0]
    players, options = next((mode.players[0], mode.options) for mode in game.modes if mode.players[0] == 1)
    env = gym_env(game, players=players, **options)
    env.reset(seed=1)
    assert env.match.rewards == [0.0]
