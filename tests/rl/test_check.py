"""`carreau check` finds mistakes in what a game shows to learning agents."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from carreau.check.case import Case
from carreau.check.run import all_checks, perform
from carreau.core import policy
from carreau.core.policy import Policy
from carreau.games import load
from tests.check.plant import forget, planted

OBSERVE = """
from carreau.core.compile import rule
from carreau.core.observation import ObservationField, in_order

from .rules import MOST_HELD, SEATS

FIELDS = in_order(ObservationField("hand", (SEATS, MOST_HELD), "cards", 12, -1))
UNTOLD = {}
CHOICES = 12


@rule
def observe(s, seat, out):
    for i in range(MOST_HELD):
        out[i] = s.hand[seat, i]


@rule
def first(s, seat, action):
    return action


@rule
def joined(s, seat, one, other):
    return one
"""
MISTAKES = {
    "a hand that another holds": ("observations-need-only-the-view", "s.hand[seat, i]", "s.hand[0, i]", "'hand'"),
    "a number outside its bounds": ("observations-are-within-bounds", "s.hand[seat, i]", "20", "holds 20"),
    "two actions that are one choice": ("choices-are-actions", "return action", "return 0", "same choice"),
    "a choice that leads elsewhere": ("choices-are-actions", "return one", "return 11 - one", "another action"),
    "a choice that there is not": ("choices-are-actions", "return action", "return 12 + action", "which there is not"),
}


@pytest.fixture
def _uncompiled() -> Iterator[None]:
    """What is wrong shows in plain Python, too; compiling each copy of the game would take seconds."""
    before = policy.current()
    policy.choose(Policy.NEVER)
    yield
    policy.choose(before)


@pytest.mark.usefixtures("_uncompiled")
@pytest.mark.parametrize("mistake", [None, *MISTAKES])
def test_a_mistake_is_found(mistake: str | None, tmp_path: Path) -> None:
    folder = planted(tmp_path, {})
    name, old, new, said = MISTAKES[mistake] if mistake else ("", "", "", "")
    (folder / "observe.py").write_text(OBSERVE.replace(old, new) if mistake else OBSERVE, encoding="utf-8")
    game = load(folder)
    for check in all_checks():
        if check.run.__module__ == "carreau.check.agents" and name in ("", check.name):
            result = perform(check, Case(game, game.modes[0], game.players[-1]))
            assert result.kept == (mistake is None) and said in result.wrong
    forget(game)
