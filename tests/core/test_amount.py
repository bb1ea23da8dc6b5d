"""Numbers as each language writes them."""

from __future__ import annotations

import math

import pytest

from carreau.core.amount import amount, percent, places_for
from carreau.core.phrase import Phrase
from carreau.core.words import words_for

WRITTEN = [
    (amount(0), "0", "0"),
    (amount(999), "999", "999"),
    (amount(-1234567.891, 2), "−1,234,567.89", "−1\u202f234\u202f567,89"),
    (amount(-0.04, 1), "0.0", "0,0"),
    (amount(math.nan, 1), "–", "–"),
    (percent(0.5432), "54%", "54\u00a0%"),
    (percent(-0.0123, 1), "−1.2%", "−1,2\u00a0%"),
    (percent(math.inf), "–", "–"),
    (Phrase("{first} and {last}", first=amount(0.5, 1), last=percent(1)), "0.5 and 100%", "0,5 et 100\u00a0%"),
]


@pytest.mark.parametrize(("text", "english", "french"), WRITTEN, ids=[english for _, english, _ in WRITTEN])
def test_each_language_has_its_signs(text: str, english: str, french: str) -> None:
    assert (words_for("en").tell(text), words_for("fr").tell(text)) == (english, french)
    assert str(text) == english


@pytest.mark.parametrize(
    ("half", "places"), [(12.0, 0), (1.0, 0), (0.9, 1), (0.1, 1), (0.03, 2), (1e-9, 4), (0.0, 0), (math.nan, 0), (math.inf, 0)]
)
def test_there_are_as_many_decimal_places_as_say_something(half: float, places: int) -> None:
    assert places_for(half) == places
