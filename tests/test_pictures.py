"""What happens if a game has no pictures; carreau/check/pictures.py checks the others."""

from __future__ import annotations

import pytest

from carreau.core.errors import CarreauError
from carreau.core.game import Game
from tests.some import QUICK


def test_a_game_without_pictures_says_so() -> None:
    silent = Game("silent", "Silent", "carreau.core", 1, (2,), (), lambda players, options: 1, (), {})
    with pytest.raises(CarreauError, match="Silent has no pictures"):
        silent.scene(QUICK.new(2, 1).state, 0, [], silent.words("en"), [], "wide")
