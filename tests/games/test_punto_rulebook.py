"""What Punto's rulebooks say is true."""

from __future__ import annotations

import pytest

import carreau

GAME = carreau.load("punto")
NOTATION = ("r5 f6", "aside r9")  # what every kind of move looks like


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_rulebook_has_the_notation(language: str) -> None:
    for move in NOTATION:
        assert f"`{move}`" in GAME.rulebook(language) and GAME.name_action(GAME.parse_action(move)) == move
