"""What the rules do not notice: a transformed match goes on like the one that it was made from."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import carreau
from carreau.bots.anything import choose
from carreau.check.probe import acting_seats, legal, played, shares
from carreau.core.agent_for import AGENTS, SYMMETRIES, agent_of, plain_agent
from carreau.core.game import Game, Mode
from carreau.rl import augmented
from tests.conftest import CASES, GAMES, case_name
from tests.effort import often
from tests.rl.looking import choices_of, chosen, observed, sample, varied

SYMMETRIC = [case for case in CASES if case[0].symmetry is not None]
MOST = 3000  # actions that are compared
PLIES = 120


def transformed(drive: Any, state: Any, number: int) -> Any:
    states = np.array([state])
    drive.transform_at(states.ctypes.data, number)
    return states[0]


def moved(drive: Any, state: Any, seat: int, action: int, number: int) -> int:
    return int(drive.moved_at(np.array([state]).ctypes.data, seat, action, number)) if seat >= 0 else action


def holds(drive: Any, state: Any, number: int) -> bool:
    return bool(drive.holds_at(np.array([state]).ctypes.data, number))


def scored(game: Game, state: Any, seat: int, action: int) -> Any:
    """After an action, and before the next round is dealt: a deal by the same seed is not the same deal renamed."""
    states = np.array([state])
    game._drive.score_at(states.ctypes.data, seat, action)
    return states[0]


@pytest.mark.parametrize("case", SYMMETRIC, ids=case_name)
def test_a_transformed_match_goes_on_alike(case: tuple[Game, Mode, int]) -> None:
    game, mode, players = case
    AGENTS.need(game)
    SYMMETRIES.need(game)
    for seed in range(often(3)):
        follow(game, players, varied(game, mode, players, seed), seed)


def follow(game: Game, players: int, options: dict[str, Any], seed: int) -> None:
    """Play a random match, and beside it its transformed twin, by transformed actions."""
    drive, chance = agent_of(game), random.Random(seed)
    match, twin = game.new(players, seed, **options), None
    number = chance.randrange(1, game.symmetry.COUNT)  # type: ignore[union-attr]
    while not match.over and match.ply < PLIES:
        state = match.state
        if not holds(drive, state, number):
            twin = None
        elif twin is None:
            twin = transformed(drive, state, number)
        seat, action = choose(match, chance)
        if twin is not None:
            compare(game, state, twin, number, players)
            to = moved(drive, state, seat, action, number)
            one, other = scored(game, state, seat, action), scored(game, twin, seat, to)
            assert shares(game, one) == shares(game, other) and (one.points == other.points).all()
            assert one.acting == other.acting and one.over == other.over
            twin = played(game, twin, seat, to) if one.acting else None
        match.play(action, seat)


def compare(game: Game, state: Any, twin: Any, number: int, players: int) -> None:
    """Every seat sees in the twin what it would see in the transformed state, and may do what it may do here, transformed."""
    drive = agent_of(game)
    expected = transformed(drive, state, number)
    for seat in range(players):
        assert (observed(drive, expected, seat) == observed(drive, twin, seat)).all()
    for seat in acting_seats(state):
        actions = legal(game, state, seat)
        if len(actions) < MOST:
            assert sorted(moved(drive, state, seat, action, number) for action in actions) == legal(game, twin, seat)


@pytest.mark.parametrize("case", SYMMETRIC, ids=case_name)
def test_plain_python_transforms_alike_and_the_first_changes_nothing(case: tuple[Game, Mode, int]) -> None:
    game, mode, players = case
    drive, plain, chance = agent_of(game), plain_agent(game), random.Random(2)
    match = game.new(players, 2, **mode.options)
    number = chance.randrange(game.symmetry.COUNT)  # type: ignore[union-attr]
    while not match.over and match.ply < 10:
        state, seat = match.state.copy(), match.acting[0]
        action = match.actions(seat)[-1]
        assert moved(plain, state, seat, action, 0) == action
        assert moved(plain, state, seat, action, number) == moved(drive, state, seat, action, number)
        seat, action = choose(match, chance)
        match.play(action, seat)
    assert (observed(drive, transformed(drive, state, 0), seat) == observed(drive, state, seat)).all()
    assert transformed(plain, state, number).tobytes() == transformed(drive, state, number).tobytes()


@pytest.mark.parametrize("case", SYMMETRIC, ids=case_name)
def test_positions_are_augmented_with_their_choices(case: tuple[Game, Mode, int]) -> None:
    game, drive, chance = case[0], agent_of(case[0]), np.random.default_rng(1)
    states = sample(*case)
    seats = np.array([acting_seats(state)[0] for state in states])
    numbers = chance.integers(game.symmetry.COUNT, size=len(states))  # type: ignore[union-attr]
    observations, moves = augmented(game, states, seats, numbers)
    for i, state in enumerate(states):
        number = int(numbers[i]) if holds(drive, state, int(numbers[i])) else 0
        twin, seat = transformed(drive, state, number), int(seats[i])
        assert (observations[i] == observed(drive, twin, seat)).all()
        known = {int(choice) for choice in moves[i] if choice >= 0}
        assert len(known) == (moves[i] >= 0).sum() and known <= set(chosen(drive, twin, seat))
        if len(actions := legal(game, twin, seat)) < MOST:
            assert len(known) >= sum(choices_of(drive, twin, seat, action)[1] < 0 for action in actions)


def test_a_symmetry_that_there_is_not_is_refused() -> None:
    game, mode, players = SYMMETRIC[0]
    states = sample(game, mode, players)[:2]
    with pytest.raises(carreau.BadOption, match="has the symmetries 0 to"):
        augmented(game, states, np.zeros(2, np.int64), np.full(2, 10**6))
    with pytest.raises(carreau.BadOption, match="for each state"):
        augmented(game, states, np.zeros(3, np.int64), np.zeros(3, np.int64))
    plain = next(game for game in GAMES if game.symmetry is None)
    with pytest.raises(carreau.BadOption, match="no symmetries"):
        augmented(plain, states, np.zeros(2, np.int64), np.zeros(2, np.int64))
