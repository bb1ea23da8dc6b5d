"""Restricted players: what is allowed, and what cannot be understood."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from carreau.bots.seen import Seen
from carreau.core.errors import BadOption
from carreau.lab.experiment.allow import allowed
from carreau.lab.experiment.errors import BadExperiment
from carreau.lab.experiment.read import parse
from carreau.lab.experiment.words import words_for
from tests.some import QUICK

MATCH = QUICK.new(seed=7)
for _ in range(4):
    MATCH.play(MATCH.actions(MATCH.acting[0])[0])
SEAT = MATCH.acting[0]
SEEN, LEGAL = Seen.of(MATCH, SEAT), MATCH.actions(SEAT)
PART = QUICK.fields[-1].name
VALUES = [QUICK.unpack(action)[PART] for action in LEGAL]
MIDDLE = sorted(set(VALUES))[len(set(VALUES)) // 2]

HOLDS = [
    (f"{PART} < {MIDDLE}", [action for action, value in zip(LEGAL, VALUES) if value < MIDDLE]),
    (f"{PART} == {MIDDLE} or {PART} == {VALUES[0]}", [a for a, value in zip(LEGAL, VALUES) if value in (MIDDLE, VALUES[0])]),
    (f"{PART} in ({MIDDLE}, {VALUES[0]})", [a for a, value in zip(LEGAL, VALUES) if value in (MIDDLE, VALUES[0])]),
    (f"any({PART} == value for value in [{MIDDLE}])", [a for a, value in zip(LEGAL, VALUES) if value == MIDDLE]),
    (f"name == '{QUICK.name_action(LEGAL[-1])}'", LEGAL[-1:]),
    (f"ply == 4 and seat == {SEAT} and legal == {len(LEGAL)} and min({PART}, {MIDDLE}) < {MIDDLE}", None),
    (f"{PART} < 0", LEGAL),  # nothing is allowed, so all is
    ("ply == 5", LEGAL),
]


@pytest.mark.parametrize(("text", "left"), HOLDS, ids=[text for text, _ in HOLDS])
def test_an_expression_chooses_among_the_actions(text: str, left: list[int] | None) -> None:
    below = [action for action, value in zip(LEGAL, VALUES) if value < MIDDLE]
    assert allowed(QUICK, text).among(SEEN, LEGAL) == (below if left is None else left)
    assert 0 < len(below) < len(LEGAL)


MISTAKES = [
    (f"{PART} <", "is not an expression: invalid syntax."),
    ("", "is not an expression: "),
    ("value < 9", f"An action of {QUICK.name} has no 'value'; what there is: {QUICK.fields[0].name}, "),
    ("open('file')", "cannot be used here"),
    ("name.upper() == 'A'", "'name.upper()' cannot be used here: compare the parts of an action, with min, max, abs, "),
    (f"(lambda: {PART})()", "cannot be used here"),
    ("f'{name}' == 'a'", "cannot be used here"),
    (f"{PART} ** 99999", "cannot be used here"),
    (f"(x := {PART}) > 1", "cannot be used here"),
    ("nowhere.at_all:rule", "The module 'nowhere.at_all' cannot be imported: No module named 'nowhere'."),
    ("math:nothing", "There is no 'nothing' in the module 'math'."),
    ("math:pi", "'math:pi' is not a function."),
]


@pytest.mark.parametrize(("text", "said"), MISTAKES, ids=[text for text, _ in MISTAKES])
def test_a_mistake_is_one_sentence(text: str, said: str) -> None:
    with pytest.raises(BadOption) as caught:
        allowed(QUICK, text)
    assert said in caught.value.sentence and "\n" not in caught.value.sentence
    assert words_for("fr", [QUICK]).tell(caught.value.sentence) != caught.value.sentence


def test_what_fails_on_an_action_says_on_which() -> None:
    with pytest.raises(BadOption, match=f"does not work for the action '{QUICK.name_action(LEGAL[0])}': '<' not supported"):
        allowed(QUICK, "name < 3").among(SEEN, LEGAL)


def test_an_expression_reaches_nothing_else() -> None:
    with pytest.raises(BadOption):
        allowed(QUICK, "__import__('os')")
    with pytest.raises(BadOption):
        allowed(QUICK, "().__class__")


def test_a_function_of_ones_own_gets_what_the_seat_sees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_rules.py").write_text("def even(seen, action): return seen.seat >= 0 and action % 2 == 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    try:
        assert allowed(QUICK, "own_rules:even").among(SEEN, LEGAL) == [action for action in LEGAL if action % 2 == 0]
    finally:
        sys.modules.pop("own_rules", None)

    def low(seen: Any, action: int) -> bool:
        return action < LEGAL[1]

    assert allowed(QUICK, low).among(SEEN, LEGAL) == LEGAL[:1]


def test_a_file_with_a_mistake_names_its_line() -> None:
    text = f'game = "{QUICK.id}"\nbots = "odd"\n[[strategy]]\nname = "odd"\nallow = "number % 2"\n'
    with pytest.raises(BadExperiment, match=f"^Line 5: An action of {QUICK.name} has no 'number'"):
        parse(text)
