"""One source, two ways to run it, in one process."""

from __future__ import annotations

from types import FunctionType

import numpy as np
import pytest

from carreau.core.engine import plain_drive
from carreau.core.game import Game
from carreau.core.machine import twin_of
from tests.conftest import GAMES
from tests.probe import positions, probe

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
RULES = ("setup", "legal", "play", "returns", "view", "redeal")


@each_game
def test_rules_stay_plain_python_and_their_twins_are_made_once(game: Game) -> None:
    for name in RULES:
        function = getattr(game.rules, name)
        assert isinstance(function, FunctionType)
        twin = twin_of(function)
        assert twin is getattr(game.drive, "score" if name == "play" else name), "one twin, however it is reached"
        assert twin.py_func.__globals__ is not function.__globals__ and twin.py_func.__code__ is function.__code__


@each_game
def test_both_ways_lead_to_the_same_bytes_in_one_process(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    states = np.concatenate([positions(game, mode.players[-1], dict(mode.options), 3, 3) for mode in game.modes])
    quick = probe(game, states)
    monkeypatch.setitem(game.__dict__, "drive", plain_drive(game))
    assert probe(game, states) == quick
