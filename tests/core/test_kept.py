"""What is made once: the same object again, by all that it depends on, and not for ever."""

from __future__ import annotations

import pytest

from carreau.core import kept as kept_module
from carreau.core.game import Game
from carreau.core.kept import kept
from carreau.core.words import Words
from tests.some import EVERY


def listed(card: int, last: bool) -> list[int]:
    return [card, last]


def test_the_same_arguments_give_the_same_object() -> None:
    made = kept(listed)
    assert made(1, False) is made(1, False)
    assert made(1, False) is not made(1, True)


def test_what_looks_alike_to_python_is_told_apart() -> None:
    shown = kept(str)
    assert (shown(1), shown(True), shown(1.0)) == ("1", "True", "1.0")


def test_the_longest_unused_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_module, "MOST", 2)
    made = kept(listed)
    first = made(1, False)
    assert made(2, False) and made(3, False)
    assert made(1, False) is not first


def test_sentences_with_values_that_cannot_be_looked_up_are_said_all_the_same() -> None:
    assert Words("en").say("{cards}", cards=[1, 2]) == "[1, 2]"
    assert [Words("en").say("{n}", n=n) for n in (1, True, 1.0)] == ["1", "True", "1.0"]


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.id)
def test_the_parts_of_a_picture_are_made_once(game: Game) -> None:
    match = game.new(seed=3)
    while match.ply < 6 and not match.over:
        match.play(match.actions(match.acting[0])[0], match.acting[0])
    seat = match.acting[0]
    one, other = match.scene(seat), match.copy().scene(seat)
    assert one == other
    first, second = ([*scene.pieces, *scene.spots, *scene.hand, *scene.choices] for scene in (one, other))
    assert sum(part is again for part, again in zip(first, second, strict=True)) > 0.8 * len(first)
