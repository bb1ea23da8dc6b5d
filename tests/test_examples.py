"""Every example in the rulebooks is a real position, and what is said about it holds."""

from __future__ import annotations

from dataclasses import replace

import pytest

import carreau
from carreau.core.errors import CarreauError, InvalidAction
from carreau.core.example import Example, parts, read_example
from carreau.core.game import Game
from carreau.core.words import LANGUAGES
from tests.conftest import GAMES
from tests.some import QUICK, illegal

EXAMPLES = [(game, name) for game in GAMES for name in game.examples]
WRITTEN = [(game, language) for game in GAMES if game.examples for language in LANGUAGES]


def case_name(case: tuple[Game, str]) -> str:
    return f"{case[0].id}-{case[1]}"


@pytest.mark.parametrize("case", EXAMPLES, ids=case_name)
def test_the_example_holds(case: tuple[Game, str]) -> None:
    game, name = case
    assert game.examples[name].wrong(game) == []


@pytest.mark.parametrize("case", EXAMPLES, ids=case_name)
def test_the_example_is_drawn(case: tuple[Game, str]) -> None:
    game, name = case
    example = game.examples[name]
    match = example.play(game)
    assert match.text(example.seat)
    assert match.svg(example.seat, form="leaf").startswith("<svg")


def test_every_game_has_examples() -> None:
    assert all(len(carreau.load(name).examples) >= 4 for name in carreau.games())


@pytest.mark.parametrize("case", WRITTEN, ids=case_name)
def test_the_rulebook_shows_every_example(case: tuple[Game, str]) -> None:
    game, language = case
    shown = [(name, caption) for name, caption in parts(game.rulebook(language)) if name]
    assert {name for name, _ in shown} == set(game.examples)
    assert all(len(caption) > 10 for _, caption in shown)


# the reader itself


CASE = {"players": 2, "seed": 7, "options": {"first": 0}}


def test_claims_are_checked() -> None:
    game, wrong = QUICK, illegal(QUICK.new(**CASE["options"], players=2, seed=7))
    first = game.new(**CASE["options"], players=2, seed=7).legal(0)[0]
    example = Example("one", actions=(first,), seat=1, points=(0, 0), over=False, **CASE)
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
