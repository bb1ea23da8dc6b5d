"""What Quatuor's rulebooks say is true."""

from __future__ import annotations

import pytest

import carreau

GAME = carreau.load("quatuor")
NOTATION = (
    "17 0,1",
    "17t 0,1",
    "17 0,1 + 4t 0,2",
    "take 17",
    "pass",
    "stop",
    "none",
    "give up",
    "time 1",
    "idle",
)  # what every kind of move looks like


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_rulebook_has_the_notation(language: str) -> None:
    for move in NOTATION:
        assert f"`{move}`" in GAME.rulebook(language) and GAME.name_action(GAME.parse_action(move)) == move


@pytest.mark.parametrize(
    ("language", "alike", "turned", "heads"),
    [
        ("en", "A card looks the same", "no card looks the same turned", "in their heads, without touching"),
        ("fr", "une carte garde son aspect", "aucune ne garde son aspect", "de tête, sans toucher"),
    ],
)
def test_what_is_said_of_half_turns_and_of_looking_is_true(language: str, alike: str, turned: str, heads: str) -> None:
    """Q4 and Q10, which used to say too much or too little."""
    book = GAME.rulebook(language)
    assert alike not in book and turned in book and heads in book
