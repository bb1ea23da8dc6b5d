"""One source, two ways to run it, in one process; carreau/check/compiled.py checks that both lead to the same bytes."""

from __future__ import annotations

from types import FunctionType

import pytest

from carreau.core.engine import MATCH, drive_of, machine_drive
from carreau.core.game import Game
from carreau.core.machine import twin_of
from tests.conftest import GAMES

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
RULES = ("setup", "legal", "play", "returns", "view", "redeal")


@each_game
def test_rules_stay_plain_python_and_their_twins_are_made_once(game: Game) -> None:
    for name in RULES:
        function = getattr(game.rules, name)
        assert isinstance(function, FunctionType)
        twin = twin_of(function)
        assert twin is getattr(machine_drive(game), "score" if name == "play" else name), "one twin, however it is reached"
        assert twin.py_func.__globals__ is not function.__globals__ and twin.py_func.__code__ is function.__code__


@each_game
def test_a_match_uses_machine_code_where_it_is_there(game: Game) -> None:
    MATCH.need(game)
    assert game._drive is drive_of(game)
    for name in ("setup_at", "legal_at", "play_at", "view_at", "redeal_at", "returns_at", "score_at", "lowest_acting_at"):
        assert getattr(game._drive, name) is getattr(machine_drive(game), name)
