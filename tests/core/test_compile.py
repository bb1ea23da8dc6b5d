"""Compiled code goes to the game's cache folder, whatever part of the game is asked for first."""

from __future__ import annotations

import subprocess
import sys

import pytest

from carreau.core.engine import code_folder
from carreau.core.game import Game
from tests.conftest import GAMES

PROGRAM = (
    "import carreau, sys; from carreau.core.machine import twin_of; "
    "print(twin_of(carreau.load(sys.argv[1]).tally.tally)._cache.cache_path)"
)


@pytest.mark.parametrize("game", [game for game in GAMES if (game.folder / "tally.py").exists()], ids=lambda game: game.id)
def test_a_tally_asked_for_first_is_kept_in_the_cache_folder(game: Game) -> None:
    path = subprocess.run([sys.executable, "-c", PROGRAM, game.id], capture_output=True, text=True, check=True).stdout
    assert path.startswith(str(code_folder(game)))
