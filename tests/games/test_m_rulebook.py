"""What M's rulebooks say is true."""

from __future__ import annotations

import pytest

import carreau

GAME = carreau.load("m")
NOTATION = ("b40c d4", "pass", "change b40c", "choose row", "choose column", "take d4")  # what every kind of move looks like


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_rulebook_has_the_notation(language: str) -> None:
    for move in NOTATION:
        assert f"`{move}`" in GAME.rulebook(language) and GAME.name_action(GAME.parse_action(move)) == move


@pytest.mark.parametrize(("language", "declined"), [("en", "they may\nhave declined"), ("fr", "on a pu ne pas le vouloir")])
def test_what_is_said_of_passes_is_true(language: str, declined: str) -> None:
    """M20, which used to say too little."""
    assert declined in GAME.rulebook(language)
