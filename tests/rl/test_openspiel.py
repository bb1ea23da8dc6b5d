"""OpenSpiel's own checks and algorithms, on our games."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts

import carreau
from carreau.core.game import Game, Mode
from carreau.rl import openspiel_game
from tests.conftest import CASES, case_name
from tests.some import QUICK

FEW = [case for case in CASES if case[2] == case[1].players[-1] and case[2] < 7]  # a case for each way to play


@pytest.mark.parametrize("case", FEW, ids=case_name)
def test_openspiel_simulates(case: tuple[Game, Mode, int]) -> None:
    game, mode, players = case
    spiel = openspiel_game(game, players, seeds=5, horizon=25, **mode.options)
    pyspiel.random_sim_test(spiel, num_sims=1, serialize=False, verbose=False)


def test_openspiel_simulates_whole_matches_and_saves_them() -> None:
    spiel = openspiel_game(QUICK, 2, seeds=5, **QUICK.short)
    pyspiel.random_sim_test(spiel, num_sims=1, serialize=True, verbose=False)


def test_openspiel_loads_by_name() -> None:
    spiel = pyspiel.load_game(f"carreau(game={QUICK.id},players=3,seeds=4)")
    assert spiel.num_players() == 3 and spiel.num_distinct_actions() == QUICK.choices
    state = spiel.new_initial_state()
    assert state.is_chance_node() and len(state.chance_outcomes()) == 4
    options = dict(QUICK.short)
    made = openspiel_game(QUICK, 2, **options)
    again = pyspiel.load_game(str(made))
    assert again.options == made.options == QUICK.read_options(options, 2)
    assert pickle.loads(pickle.dumps(made)).options == made.options


def walk(spiel: Any, seed: int, moves: int) -> Any:
    chance, state = random.Random(seed), spiel.new_initial_state()
    while not state.is_terminal() and moves:
        state.apply_action(chance.choice(state.legal_actions()))
        moves -= 1
    return state


@pytest.mark.parametrize("case", FEW, ids=case_name)
def test_a_resampled_world_looks_the_same(case: tuple[Game, Mode, int]) -> None:
    game, mode, players = case
    state = walk(openspiel_game(game, players, seeds=5, **mode.options), 1, 6)
    if state.is_terminal():
        return
    player = state.current_player()
    other = state.resample_from_infostate(player, random.Random(1).random)
    assert other.information_state_string(player) == state.information_state_string(player)
    assert other.observation_string(player) == state.observation_string(player)
    assert (other.legal_actions(), other.current_player()) == (state.legal_actions(), player)
    while not other.is_terminal() and other.move_number() < 20:
        other.apply_action(other.legal_actions()[-1])


def test_what_a_player_knows_depends_on_what_it_saw() -> None:
    spiel = openspiel_game(QUICK, 2, seeds=40)
    seen = {walk(spiel, seed, 4).information_state_string(0) for seed in range(40)}
    assert len(seen) > 30
    state = walk(spiel, 1, 5)
    assert state.clone().information_state_string(0) == state.information_state_string(0)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert twin.information_state_string(1) != state.information_state_string(1)
    assert str(state) != str(twin)


def test_information_set_search_plays() -> None:
    spiel = openspiel_game(QUICK, 2, **QUICK.short)
    state = walk(spiel, 2, 9)
    bot = ismcts.ISMCTSBot(
        game=spiel, uct_c=1.0, max_simulations=12, random_state=np.random.RandomState(1),
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
    )  # fmt: skip
    assert bot.step(state) in state.legal_actions()


def test_counterfactual_regret_is_minimized() -> None:
    """External sampling on the end of a match: the last choices of a late position, then chance."""
    spiel = openspiel_game(QUICK, 2, seeds=2, opening=12, horizon=2, **QUICK.short)
    solver = external_sampling_mccfr.ExternalSamplingSolver(spiel)
    for _ in range(4):
        solver.iteration()
    policy = solver.average_policy()
    state = walk(spiel, 1, 1)
    chances = policy.action_probabilities(state)
    assert sum(chances.values()) == pytest.approx(1) and set(chances) <= set(state.legal_actions())


def test_an_unknown_game_is_a_sentence() -> None:
    with pytest.raises(carreau.CarreauError):
        carreau.rl.openspiel.OpenSpielGame({"game": "nothing"})
