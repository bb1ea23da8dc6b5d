"""What the rulebooks of Dominos florentins say is true."""

from __future__ import annotations

import pytest

import carreau

GAME = carreau.load("florentine")
NOTATION = ("Rrbg d4", "aside Rrbg", "black c1 n", "decline")  # what every kind of move looks like


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_rulebook_has_the_notation(language: str) -> None:
    for move in NOTATION:
        assert f"`{move}`" in GAME.rulebook(language) and GAME.name_action(GAME.parse_action(move)) == move
