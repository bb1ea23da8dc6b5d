"""A state: one record, whose fields are its attributes."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from carreau.core.game import Game
from carreau.core.state import State
from tests.conftest import GAMES


@pytest.fixture(params=GAMES, ids=lambda game: game.id)
def state(request: pytest.FixtureRequest) -> State:
    game: Game = request.param
    return game.new(seed=5).state


def test_every_field_is_an_attribute_as_in_numpy(state: State) -> None:
    slow = np.frombuffer(state.tobytes(), np.dtype((np.record, state.dtype.descr)))[0].copy()
    for name in state.dtype.names or ():
        assert type(getattr(state, name)) is type(getattr(slow, name))
        assert np.array_equal(getattr(state, name), getattr(slow, name)) and np.array_equal(state[name], slow[name])
    for changed in (state, slow):
        changed.ply, changed.points[0], changed.key = 7, -3, 1
    assert state.tobytes() == slow.tobytes()


def test_what_is_no_field_is_refused(state: State) -> None:
    assert not hasattr(state, "nothing_here")
    with pytest.raises(AttributeError, match="the state has no field 'nothing_here'"):
        state.nothing_here = 3
    with pytest.raises((ValueError, OverflowError)):
        state.points = [1, 2]


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))])
def test_a_copy_is_the_same(again: Any, state: State) -> None:
    other = again(state)
    assert other.tobytes() == state.tobytes() and other.players == state.players
