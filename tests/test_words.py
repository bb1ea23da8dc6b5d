"""What all games say can be said in every language; what a game says is checked with it (carreau/check/words.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

import carreau
from carreau.check.catalogue import entries, flaws, messages, put_together, said_by
from carreau.core.words import LANGUAGES, Words, words_for
from tests.conftest import GAMES

PACKAGE = Path(carreau.__file__).parent
SHARED = [PACKAGE / "core", PACKAGE / "draw", PACKAGE / "cli"]
OTHERS = [language for language in LANGUAGES if language != "en"]

by_folder = pytest.mark.parametrize("folder", SHARED, ids=lambda folder: folder.name)
in_others = pytest.mark.parametrize("language", OTHERS)


@by_folder
@in_others
def test_nothing_is_missing(folder: Path, language: str) -> None:
    known = set(entries(SHARED[0], language)) | set(entries(folder, language))
    assert set(messages(folder)) - known == set()


@in_others
def test_nothing_is_left_over(language: str) -> None:
    said = set[tuple[str, ...]]().union(*map(messages, SHARED), *map(said_by, GAMES))
    for folder in SHARED:
        assert set(entries(folder, language)) - said == set(), folder.name


@by_folder
@in_others
def test_translations_are_whole(folder: Path, language: str) -> None:
    assert list(flaws(folder, language)) == []


@by_folder
def test_what_is_said_can_be_found(folder: Path) -> None:
    """A message is a text, or one of a table marked with `message`; what is put together cannot be translated."""
    assert list(put_together(folder)) == []


def test_words() -> None:
    english, french = words_for("en"), words_for("fr")
    assert english.count("{n} card", "{n} cards", 0) == "0 cards" and french.count("{n} card", "{n} cards", 0) == "0 carte"
    assert english.listed(["Ana", "Bo", "Chloé"]) == "Ana, Bo and Chloé"
    assert french.listed(["Ana", "Bo", "Chloé"]) == "Ana, Bo et Chloé"
    assert french.seats(2) == ["Siège 0", "Siège 1"] and english.listed(["Ana"]) == "Ana"
    assert Words("fr").say("unknown {thing}", thing=1) == "unknown 1"
