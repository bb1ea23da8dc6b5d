"""Examples are read, played and doubted; that those of every game hold is checked in carreau/check/rulebook.py."""

from __future__ import annotations

from dataclasses import replace

import pytest

import carreau
from carreau.core.errors import CarreauError, InvalidAction
from carreau.core.example import Example, parts, read_example


def test_every_game_has_examples() -> None:
    assert all(len(carreau.load(name).examples) >= 4 for name in carreau.games())


# the reader itself


CASE = {"players": 2, "seed": 7, "options": {"first": 0}}


def test_claims_are_checked() -> None:
    game = carreau.load("punto")
    card = game.new(**CASE["options"], players=2, seed=7).legal(0)[0].split()[0]
    example = Example("one", actions=(f"{card} f6",), seat=1, points=(0, 0), over=False, **CASE)
    assert example.wrong(game) == []
    other = example.play(game).legal(1)[0]
    assert replace(example, illegal=(other,)).wrong(game) == [f"{other} is legal"]
    assert replace(example, legal=(other,)).wrong(game) == []
    assert replace(example, legal=(f"{card} a1",)).wrong(game) == [f"{card} a1 is not legal"]
    assert replace(example, points=(1, 0), over=True).wrong(game) == ["the points are [0, 0]", "the match is not over"]
    with pytest.raises(InvalidAction):
        replace(example, illegal=("nonsense",)).wrong(game)


def test_an_action_may_name_its_seat() -> None:
    game = carreau.load("punto")
    name = game.new(**CASE["options"], players=2, seed=7).legal(0)[0]
    assert Example("one", actions=(f"0: {name}",), **CASE).play(game).history[0][0] == 0
    with pytest.raises(CarreauError):
        Example("one", actions=(f"1: {name}",), **CASE).play(game)


def test_unknown_facts_are_refused() -> None:
    with pytest.raises(CarreauError, match="'sead'"):
        read_example("one", {"players": 2, "sead": 7})


def test_a_rulebook_is_read_in_order() -> None:
    assert list(parts("One\n![Two](example:two)\nThree ![x](y.png)\n")) == [
        ("", "One\n"),
        ("two", "Two"),
        ("", "\nThree ![x](y.png)\n"),
    ]
