"""Everything that is said can be said in every language: nothing is missing, nothing is left over."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

import carreau
from carreau.core.game import Game
from carreau.core.words import LANGUAGES, Words, words_for
from tests.conftest import GAMES

PACKAGE = Path(carreau.__file__).parent
SHARED = [PACKAGE / "core", PACKAGE / "draw", PACKAGE / "cli"]
OTHERS = [language for language in LANGUAGES if language != "en"]


def calls(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield node


def called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def strings(call: ast.Call) -> list[str]:
    either = [branch for part in call.args for branch in ([part.body, part.orelse] if isinstance(part, ast.IfExp) else [part])]
    return [part.value for part in either if isinstance(part, ast.Constant) and isinstance(part.value, str)]


def messages(folder: Path) -> set[tuple[str, ...]]:
    """All that a folder's source says: (message,), or (one, many)."""
    found: set[tuple[str, ...]] = set()
    for path in folder.rglob("*.py"):
        for call in calls(path):
            said = strings(call)
            if called(call) in ("say", "message", "Phrase"):
                found |= {(text,) for text in said}
            elif called(call) == "count" and len(said) == 2:
                found.add((said[0], said[1]))
    return found


def facts(folder: Path) -> set[tuple[str, ...]]:
    """What a game's facts say on a page: of its options."""
    game = next((game for game in GAMES if game.folder == folder), None)
    return {(text,) for option in (game.options if game else ()) for text in option.messages}


def catalogue(folder: Path, language: str) -> Catalog:
    rooms = [folder, folder / "words"]  # of the package's own folders, or of a game's
    file = next((room / f"{language}.po" for room in rooms if (room / f"{language}.po").exists()), None)
    if file is None:
        return Catalog(language)
    with file.open("rb") as source:
        return read_po(source, locale=language)


def entries(folder: Path, language: str) -> dict[tuple[str, ...], Message]:
    return {ids(message): message for message in catalogue(folder, language) if message.id}


def ids(message: Message) -> tuple[str, ...]:
    return tuple(message.id) if isinstance(message.id, (list, tuple)) else (message.id,)


def translations(message: Message) -> list[str]:
    return list(message.string) if isinstance(message.string, (list, tuple)) else [message.string]


def blanks(text: str) -> set[str]:
    return set(re.findall(r"\{(\w*)", text))


FOLDERS = [*SHARED, *(game.folder for game in GAMES)]
by_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
in_others = pytest.mark.parametrize("language", OTHERS)


@by_folder
@in_others
def test_nothing_is_missing(folder: Path, language: str) -> None:
    known = set(entries(SHARED[0], language)) | set(entries(folder, language))
    assert (messages(folder) | facts(folder)) - known == set()


@in_others
def test_nothing_is_left_over(language: str) -> None:
    said = set().union(*(messages(folder) | facts(folder) for folder in FOLDERS))
    for folder in FOLDERS:
        used = said if folder in SHARED else messages(folder) | facts(folder)
        assert set(entries(folder, language)) - used == set(), folder.name


@in_others
def test_a_game_says_nothing_twice(language: str) -> None:
    """What all games say is in the core's catalogue alone."""
    shared = set(entries(SHARED[0], language))
    for game in GAMES:
        assert set(entries(game.folder, language)) & shared == set(), game.id


@by_folder
@in_others
def test_translations_are_whole(folder: Path, language: str) -> None:
    for key, message in entries(folder, language).items():
        assert not message.fuzzy, key
        said = translations(message)
        assert len(said) == (1 if len(key) == 1 else catalogue(folder, language).num_plurals), key
        for text in said:
            assert text and text.strip() == text, key
        assert blanks(said[-1]) == blanks(key[-1]), key
        assert blanks(said[0]) | {"n"} == blanks(key[0]) | {"n"}, key


@by_folder
def test_what_is_said_can_be_found(folder: Path) -> None:
    """A message is a text, or one of a table marked with `message`; what is put together cannot be translated."""
    for path in folder.rglob("*.py"):
        for call in calls(path):
            if called(call) in ("say", "message", "Phrase") and call.args:
                assert not isinstance(call.args[0], (ast.JoinedStr, ast.BinOp)), (path.name, ast.unparse(call))


def test_words() -> None:
    english, french = words_for("en"), words_for("fr")
    assert english.count("{n} card", "{n} cards", 0) == "0 cards" and french.count("{n} card", "{n} cards", 0) == "0 carte"
    assert english.listed(["Ana", "Bo", "Chloé"]) == "Ana, Bo and Chloé"
    assert french.listed(["Ana", "Bo", "Chloé"]) == "Ana, Bo et Chloé"
    assert french.seats(2) == ["Siège 0", "Siège 1"] and english.listed(["Ana"]) == "Ana"
    assert Words("fr").say("unknown {thing}", thing=1) == "unknown 1"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_an_outcome_is_told_in_every_language(game: Game) -> None:
    from tests.test_conformance import play_to_the_end

    match = game.new(seed=2)
    assert match.outcome_in("fr") is None
    play_to_the_end(match, 2)
    names = [f"Ana{seat}" for seat in range(match.players)]
    told = [match.outcome_in(language, names) for language in LANGUAGES]
    assert len({one["text"] for one in told}) == len(LANGUAGES)
    assert len({(one["reason"], *one["winners"]) for one in told}) == 1
