"""Examples are read, played and checked; carreau/check/rulebook.py checks the ones in every game."""

from __future__ import annotations

from dataclasses import replace

import pytest

import carreau
from carreau.core.errors import CarreauError, InvalidAction
from carreau.core.example import Example, parts, read_example
from tests.some import QUICK, illegal


def test_every_game_has_examples() -> None:
    assert all(len(carreau.load(name).examples) >= 4 for name in carreau.games())


# the reader itself


CASE = Example("one", players=2, seed=7, options={"first": 0})


def test_claims_are_checked() -> None:
    game, wrong = QUICK, illegal(CASE.play(QUICK))
    first = CASE.play(game).legal(0)[0]
    example = replace(CASE, actions=(first,), seat=1, points=(0, 0), over=False)
    assert example.wrong(game) == []
    other = example.play(game).legal(1)[0]
    assert replace(example, illegal=(other,)).wrong(game) == [f"{other} is legal"]
    assert replace(example, legal=(other,)).wrong(game) == []
    assert replace(example, legal=(wrong,)).wrong(game) == [f"{wrong} is not legal"]
    assert replace(example, points=(1, 0), over=True).wrong(game) == ["the points are [0, 0]", "the match is not over"]
    with pytest.raises(InvalidAction):
        replace(example, illegal=("nonsense",)).wrong(game)


def test_an_action_may_name_its_seat() -> None:
    game = QUICK
    name = CASE.play(game).legal(0)[0]
    assert replace(CASE, actions=(f"0: {name}",)).play(game).history[0][0] == 0
    with pytest.raises(CarreauError):
        replace(CASE, actions=(f"1: {name}",)).play(game)


def test_unknown_facts_are_refused() -> None:
    with pytest.raises(CarreauError, match="'sead'"):
        read_example("one", {"players": 2, "sead": 7})


def test_a_rulebook_is_read_in_order() -> None:
    assert list(parts("One\n![Two](example:two)\nThree ![x](y.png)\n")) == [
        ("", "One\n"),
        ("two", "Two"),
        ("", "\nThree ![x](y.png)\n"),
    ]
