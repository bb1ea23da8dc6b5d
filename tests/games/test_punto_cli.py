"""Punto at the command line."""

from __future__ import annotations

import pytest

from tests.test_cli import good, moves_in, refused


def test_play_alone() -> None:
    """Someone who answers with nonsense, asks for help and then plays the one legal first move."""
    text = good("play", "punto", "--seed", "1", "--option", "first=0", keys="nonsense\nr5 a1\n?\n")
    assert "cannot be read" in text and "is not allowed now" in text and "Lay the red" in text
    assert "With --record FILE" in text
    first = moves_in(text)[0]
    text = good("play", "punto", "--seed", "1", "--option", "first=0", keys=f"{first}\nq\n")
    assert "Seat 1 plays" in text and "(Lay the " in text


def test_what_is_counted_is_told() -> None:
    text = good("simulate", "punto", "--players", "3", "--games", "300", "--option", "rounds=1", "--seed", "7")
    assert "rounds won by a line" in text and "95 % interval" in text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--players", "7"), "2, 3 or 4 players"),
        (("--humans", "3"), "2 seats"),
        (("--option", "rounds"), "name=value"),
        (("--option", "rounds=0"), "from 1 to 5"),
    ],
)
def test_mistakes_are_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused("play", "punto", *words)
