"""Every sentence on the pages has its French."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import carreau
from carreau.core.catalogue import Catalogue
from carreau.core.errors import CarreauError
from carreau.web.language import words_of
from carreau.web.table_form import fields

PACKAGE = Path(carreau.__file__).parent
SOURCES = sorted([*PACKAGE.glob("web/**/*.py"), *PACKAGE.glob("table/*.py"), *PACKAGE.glob("store/*.py")])
ENGLISH = re.compile(r"\b(the|is|are|cannot|there|not|for|from|takes)\b", re.IGNORECASE)
MISTAKES = {"NotNow", "BadSettings", "Conflict", "NoMatch", "NoPicture", "Closed", "Unwritten", "Damaged"}
IN_THE_TERMINAL = ("raise BadFolder(", "raise BadDatabase(", "raise NotCopied(")  # said where the server is started


def messages_in(path: Path) -> set[str]:
    if path.suffix == ".html":
        return {found[1] for found in re.findall(r"say\((['\"])(.+?)\1", path.read_text(encoding="utf-8"))}
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            first = node.args[0]
            if (
                (name in {"say", "message", "count", "Phrase"} or name in MISTAKES)
                and isinstance(first, ast.Constant)
                and isinstance(first.value, str)
            ):
                found.add(first.value)
    return found


def catalogue() -> set[str]:
    entries = [entry for room in ("web", "core") for entry in Catalogue(PACKAGE / room / "fr.po").entries]
    return {entry.ids[0] for entry in entries if all(entry.strings)}


@pytest.mark.parametrize(
    "path", [*SOURCES, *sorted(PACKAGE.glob("web/templates/*.html"))], ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_everything_said_is_said_in_french(path: Path) -> None:
    assert messages_in(path) - catalogue() == set()


def test_no_mistake_is_put_together_in_english() -> None:
    """What a player can be told is a message, or a phrase with values, so that every language can say it."""
    files = [*PACKAGE.glob("games/*/__init__.py"), *PACKAGE.glob("games/*/show.py"), *SOURCES]
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
                said = ast.unparse(node)
                assert not isinstance(node.exc.args[0], ast.JoinedStr) or said.startswith(IN_THE_TERMINAL), (file, said)


@pytest.mark.parametrize("game", carreau.games())
def test_every_wrong_action_is_refused_in_french(game: str) -> None:
    match = carreau.load(game).new(seed=1)
    words = words_of("fr", match.game)
    seat, legal = match.acting[0], match.legal(match.acting[0])
    every = [match.game.name_action(action) for action in range(0, match.game.actions, max(1, match.game.actions // 50))]
    illegal = [name for name in every if name not in legal and not name.startswith("unused")]
    idle = next((k for k in range(match.players) if k not in match.acting), 7)
    for action, place, ply in (
        *((name, seat, 0) for name in ["?", "x" * 99, "r5 z9", "Rrbg z9", "xxxx a1", "99 0,0", *illegal[:5]]),
        (legal[0], seat, 7),
        (legal[0], 7, 0),
        (legal[0], idle, 0),
    ):
        with pytest.raises(CarreauError) as found:
            match.check(action, place, ply)
        english, french = str(found.value), words.tell(found.value.sentence)
        assert english != french and french.endswith(".") and not ENGLISH.search(french), french


@pytest.mark.parametrize("game", carreau.games())
def test_every_wrong_option_is_refused_in_french(game: str) -> None:
    rules = carreau.load(game)
    words = words_of("fr", rules)
    wrong: list[dict[str, str]] = [{option.name: "never"} for option in rules.options]
    wrong += [{"no": "1"}, {"teams": "on"}, {"way": "b"}, {"way": "d", "search_seconds": "7"}]
    refused = 0
    for options in wrong:
        for players in (1, max(rules.players), 99):
            try:
                rules.read_options(options, rules.read_players(players, options))
            except CarreauError as error:
                french = words.tell(error.sentence)
                assert str(error) != french and not ENGLISH.search(french), french
                refused += 1
    assert refused > len(wrong)


def test_no_sentence_is_left_over() -> None:
    """What no page says belongs in a game's own catalogue, or in none."""
    games = {path.parent for path in PACKAGE.glob("*/*/__init__.py") if path.parents[1].name in ("games", "examples")}
    sources = [path for path in PACKAGE.rglob("*.py") if not games & set(path.parents)]
    nodes = [node for path in sources for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    said = {node.value for node in nodes if isinstance(node, ast.Constant)}
    said |= {node for path in PACKAGE.glob("web/templates/*.html") for node in messages_in(path)}
    assert {entry.ids[0] for entry in Catalogue(PACKAGE / "web" / "fr.po").entries} - said == set()


@pytest.mark.parametrize("game", carreau.games())
def test_a_page_asks_for_every_option_in_french(game: str) -> None:
    """The set-up form takes the words of an option from the game's own catalogue."""
    rules = carreau.load(game)
    english, french = (fields(rules, words_of(language, rules), {}) for language in ("en", "fr"))
    for one, other in zip(english, french, strict=True):
        assert one.label != other.label and not ENGLISH.search(other.label), other.label
        assert not any(ENGLISH.search(label) for _, label in other.choices), other.choices
