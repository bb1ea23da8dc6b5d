"""The documents are true: the README runs, its length holds, and links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import carreau
from carreau.core.game import Game
from tests.conftest import GAMES
from tests.test_cli import run

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = sorted(path for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("carreau/**/README.md")])
COMMANDS = re.findall(r"^carreau (.*)$", "\n".join(re.findall(r"```console\n(.*?)```", README, re.S)), re.MULTILINE)


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) < 100


def test_the_readme_runs_in_python() -> None:
    for block in re.findall(r"```python\n(.*?)```", README, re.S):
        exec(compile(block, "README.md", "exec"), {})


@pytest.mark.parametrize("command", COMMANDS)
def test_the_readme_runs_in_the_terminal(command: str) -> None:
    result = run(*command.split())
    assert result.returncode == 0, result.stderr
    assert result.stdout


def test_the_readme_names_the_two_commands() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for name in ("play", "test"):
        assert f"    make {name}\n" in README
        assert f"\n{name}: " in makefile


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


@pytest.mark.parametrize("game", [game for game in GAMES if game.id in carreau.games()], ids=lambda game: game.id)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_game_has_its_rulebook(game: Game, language: str) -> None:
    assert len(game.rulebook(language)) > 1000
    assert game.about[language]
    assert game.name in README


NOTATION = {  # what every kind of move looks like, apart from Faïence's, which are told in a sentence
    "punto": ("r5 f6", "aside r9"),
    "faience": ("discard", "reveal", "s+2 c3", "s+2 out", "s+2 swap", "drop s+2"),
    "florentine": ("Rrbg d4", "aside Rrbg", "black c1 n", "decline"),
    "m": ("b40c d4", "pass", "change b40c", "choose row", "choose column", "take d4"),
    "quatuor": (
        "17 0,1", "17t 0,1", "17 0,1 + 4t 0,2", "take 17", "pass", "stop", "none", "give up", "time 1", "idle",
    ),
}  # fmt: skip


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_rulebook_has_the_notation(language: str) -> None:
    for name in carreau.games():
        game = carreau.load(name)
        for move in NOTATION[name]:
            assert f"`{move}`" in game.rulebook(language) and game.name_action(game.parse_action(move)) == move


def test_the_clock_is_explained_where_records_are() -> None:
    """Seat -2 in a record is the clock: the README, and the rulebook of the game that has one, say so."""
    assert "seat −2" in README
    quatuor = carreau.load("quatuor")
    assert "seat −2" in quatuor.rulebook("en") and "siège −2" in quatuor.rulebook("fr")


def test_what_the_rulebooks_say_of_half_turns_and_passes_is_true() -> None:
    """Q4, Q10 and M20, which said more or less than is so."""
    quatuor, m = carreau.load("quatuor"), carreau.load("m")
    for language, alike, turned, heads, declined in (
        (
            "en",
            "A card looks the same",
            "no card looks the same turned",
            "in their heads, without touching",
            "they may\nhave declined",
        ),
        ("fr", "une carte garde son aspect", "aucune ne garde son aspect", "de tête, sans toucher", "on a pu ne pas le vouloir"),
    ):
        book = quatuor.rulebook(language)
        assert alike not in book and turned in book and heads in book
        assert declined in m.rulebook(language)


@pytest.mark.parametrize("kind", ["cards", "table"])
def test_every_game_is_shown(kind: str) -> None:
    """The pictures that `make pictures` draws are there, small enough to be looked at, and used."""
    for name in carreau.games():
        file = ROOT / "docs" / f"{kind}-{name}.png"
        assert 10_000 < file.stat().st_size < 200_000
        assert f"docs/{file.name}" in README
