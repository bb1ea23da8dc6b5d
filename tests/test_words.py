"""What all games share can be said in every language; carreau/check/words.py checks what each game says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import carreau
from carreau.check.catalogue import entries, flaws, messages, put_together, said_by
from carreau.core.option import meanings
from carreau.core.words import LANGUAGES, Words, words_for
from tests.conftest import GAMES

PACKAGE = Path(carreau.__file__).parent
LAB = [PACKAGE / "lab" / part for part in ("experiment", "measures", "report", "run")]
SHARED = [PACKAGE / "core", PACKAGE / "draw", PACKAGE / "bots", PACKAGE / "cli", PACKAGE / "review", *LAB]
OTHERS = [language for language in LANGUAGES if language != "en"]

by_folder = pytest.mark.parametrize("folder", SHARED, ids=lambda folder: folder.name)
in_others = pytest.mark.parametrize("language", OTHERS)

FRENCH = [*SHARED, PACKAGE / "web", PACKAGE / "new" / "sample", *(game.folder for game in GAMES)]
ALIKE = {
    "Menu",
    "Options",
    "cube",
    "expert",
    "minutes",
    "point",
    "points",
    "solution",
    "solutions",
    "triangle",
    "zones",
}  # the same word in English and in French
NAMES = "name|names|who|others"  # blanks that players' names are put into


def french() -> Iterator[tuple[str, str]]:
    """Everything that is said in French, each with its English."""
    for folder in FRENCH:
        for key, entry in entries(folder, "fr").items():
            yield from zip(key, entry.strings)
    yield from ((game.about["en"], game.about["fr"]) for game in GAMES)


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
    """A message is a literal, or comes from a table marked with `message`; text that is put together cannot be translated."""
    assert list(put_together(folder)) == []


def test_no_translation_is_still_english() -> None:
    same = {text for text, said in french() if text == said}
    words = {word for text in same for word in re.findall(r"[^\W\d_]{3,}", re.sub(r"\{.*?\}", "", text))}
    assert words <= ALIKE


def test_french_signs_have_firm_spaces_and_curly_apostrophes() -> None:
    bad = re.compile(r" [:;!?»]|« |\w'\w")
    assert [said for _, said in french() if bad.search(said)] == []


def test_no_french_word_before_a_name_would_be_cut_short() -> None:
    """It is "la main de Bo" but "la main d’Ana": a sentence has to do without."""
    bad = re.compile(rf"\b(de|du|que|le|la|ne|se|si) \{{({NAMES})\}}")
    assert [said for _, said in french() if bad.search(said)] == []


def test_words() -> None:
    english, french = words_for("en"), words_for("fr")
    assert english.count("{n} card", "{n} cards", 0) == "0 cards" and french.count("{n} card", "{n} cards", 0) == "0 carte"
    assert english.listed(["Ana", "Bo", "Chloé"]) == "Ana, Bo and Chloé"
    assert french.listed(["Ana", "Bo", "Chloé"]) == "Ana, Bo et Chloé"
    assert french.seats(2) == ["Siège 0", "Siège 1"] and english.listed(["Ana"]) == "Ana"
    assert Words("fr").say("unknown {thing}", thing=1) == "unknown 1"


def test_less_than_nothing_is_counted_too() -> None:
    assert words_for("fr").count("{n} point", "{n} points", -2) == "−2 points"
    assert words_for("fr").count("{n} point", "{n} points", -1) == "−1 point"
    assert words_for("en").count("{n} point", "{n} points", -2) == "−2 points"


def test_facts_with_commas_are_chained() -> None:
    assert words_for("en").chained(["2 cards, 1 red", "no points"]) == "2 cards, 1 red; no points"
    assert words_for("fr").chained(["rouge et vert", "aucune carte"]) == "rouge et vert\u202f; aucune carte"
    assert words_for("fr").chained(["rouge"]) == "rouge"


def test_the_meanings_of_an_option_are_found_in_every_language() -> None:
    expected = ("deals", ["one", "one per player (Q6)"])
    assert meanings("deals: one, or one per player (Q6)", 2) == expected
    assert meanings("donnes\u00a0: une, ou une par joueur", 2) == ("donnes", ["une", "une par joueur"])
    assert meanings("deals: one, or one per player", 3) is None
