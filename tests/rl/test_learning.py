"""What learners ask of a batch: what comes of every choice, the same matches mirrored, and a seat for what has been learned."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import carreau
from carreau.core.agent_for import agent_of
from carreau.core.game import Game, Mode
from carreau.rl import policy_bot
from tests.conftest import CASES, case_name
from tests.some import QUICK

FEW = [case for case in CASES if case[2] == case[1].players[0]]  # a case for each way to play
SIZE, STEPS = 6, 12


def any_choice(mask: Any, chance: Any) -> Any:
    return (chance.random(mask.shape) * mask).argmax(axis=1)


def seen_by(batch: carreau.Batch, i: int, seat: int) -> Any:
    drive, row = agent_of(batch.game), np.zeros(batch.game.observation_size, np.int16)
    half = int(batch._turns[i, 1]) if batch.seats[i] == seat else drive.WHOLE
    drive.observe_at(batch.states[i : i + 1].ctypes.data, seat, half, row.ctypes.data)
    return row


@pytest.mark.parametrize("case", FEW, ids=case_name)
def test_looking_ahead_shows_what_comes(case: tuple[Game, Mode, int]) -> None:
    game, mode, players = case
    chance, compared = np.random.default_rng(1), 0
    with carreau.Batch(game, SIZE, players, threads=2, **mode.options) as batch:
        batch.start(seed=3)
        for _ in range(STEPS):
            ahead, seats = batch.look_ahead(), batch.seats.copy()
            assert np.diff(ahead.starts).tolist() == batch.mask.sum(axis=1).tolist()
            chosen = any_choice(batch.mask, chance)
            rows = [ahead.starts[i] + np.flatnonzero(batch.mask[i]).tolist().index(chosen[i]) for i in range(SIZE)]
            assert (ahead.choices[rows] == chosen).all()
            batch.step(chosen)
            assert (ahead.over[rows] == batch.over).all()
            assert np.allclose(ahead.shares[rows], batch.shares[np.arange(SIZE), seats])
            for i in np.flatnonzero(~batch.over):
                assert (ahead.observation[rows[i]] == seen_by(batch, int(i), int(seats[i]))).all()
                compared += 1
    assert compared


@pytest.mark.parametrize("case", [case for case in FEW if case[0].symmetry is not None], ids=case_name)
def test_mirrored_matches_go_on(case: tuple[Game, Mode, int]) -> None:
    """The legal choices are as many, what is seen is as if it was mirrored for looking, and number 0 changes nothing."""
    game, mode, players = case
    assert game.symmetry is not None
    chance, changed = np.random.default_rng(2), 0
    with carreau.Batch(game, SIZE, players, threads=1, **mode.options) as batch:
        batch.start(seed=4)
        for _ in range(STEPS):
            before, many, whole = batch.observation.copy(), batch.mask.sum(axis=1), batch._turns[:, 1] < 0
            numbers = chance.integers(game.symmetry.COUNT, size=SIZE)
            expected = carreau.rl.augmented(game, batch.states, batch.seats, numbers)[0]
            batch.mirror(np.zeros(SIZE, np.int64))
            assert (batch.observation == before).all()
            batch.mirror(numbers)
            assert (batch.mask.sum(axis=1) == many).all()
            assert (batch.observation[whole] == expected[whole]).all()
            assert (batch.observation[~whole] == before[~whole]).all()
            changed += int((batch.observation != before).any(axis=1).sum())
            batch.step(any_choice(batch.mask, chance))
        assert changed
        with pytest.raises(carreau.BadOption, match="number from 0"):
            batch.mirror(np.full(SIZE, game.symmetry.COUNT))


def test_only_symmetric_games_are_mirrored() -> None:
    plain = next(game for game, _, _ in CASES if game.symmetry is None)
    with carreau.Batch(plain, 2, threads=1) as batch, pytest.raises(carreau.BadOption, match="no symmetries"):
        batch.mirror(np.zeros(2, np.int64))


@pytest.mark.parametrize("case", FEW, ids=case_name)
def test_a_policy_is_a_bot(case: tuple[Game, Mode, int]) -> None:
    """It is shown what an environment shows, and every legal action can be chosen, also in two halves."""
    game, mode, players = case
    match = game.new(players, 5, **mode.options)
    asked: list[Any] = []

    def policy(seen: carreau.Seen, observation: Any, mask: Any, seed: int) -> int:
        asked.append((observation, mask))
        return random.Random(seed + len(asked)).choice(np.flatnonzero(mask).tolist())

    bot, found = policy_bot(policy), set()
    seat = match.acting[0]
    seen, legal = carreau.Seen.of(match, seat), match.actions(seat)
    for seed in range(10 * len(legal) if len(legal) < 60 else 20):
        found.add(bot.choose(seen, legal, seed))
    assert (found <= set(legal) and len(found) > len(legal) / 2) or len(legal) >= 60
    assert all(0 < mask.sum() <= len(legal) for _, mask in asked)


def test_a_policy_plays_a_match() -> None:
    match = QUICK.new(2, 6, **QUICK.short)
    carreau.play_out(match, [policy_bot(lambda seen, observation, mask, seed: int(mask.argmax()))] * 2, seed=1)
    assert match.over
