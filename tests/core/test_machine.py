"""One source, two ways to run it, in one process; carreau/check/compiled.py checks that both lead to the same bytes."""

from __future__ import annotations

import subprocess
import sys
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


def test_whoever_comes_first_a_driver_keeps_its_code_in_the_folder_of_its_game() -> None:
    """Otherwise one game finds the machine code of another. In a process of its own, which compiles nothing."""
    program = (
        "import carreau\n"
        "from carreau.bots.search_for import machine_search\n"
        "from carreau.core.agent_for import machine_agent\n"
        "from carreau.core.code_folder import FOLDER\n"
        "from carreau.core.engine import code_folder, plain_drive\n"
        "for made in (machine_agent, machine_search):\n"
        "    game = carreau.load(carreau.games()[made is machine_search])\n"
        "    made(game)\n"
        "    assert vars(plain_drive(game))[FOLDER] == code_folder(game), made\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
