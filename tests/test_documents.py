"""The files that people read first: the README is short and true, links lead somewhere, and every game has its rulebook."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import carreau
from carreau.core.game import Game
from tests.conftest import GAMES

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = sorted(path for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("carreau/**/README.md")])
MADE = re.compile(r"(reference|games)/|contributing.md$|changelog.md$")  # when the site is built: tests/docs looks there
FILE = re.compile(r"`((?:carreau|core|docs|draw|examples|lab|tests)/[\w/.-]+)`")
ROW = re.compile(r"^\|.*", re.MULTILINE)


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) < 60


def test_the_readme_names_the_two_commands() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for name in ("play", "test"):
        assert f"    make {name}\n" in README
        assert f"\n{name}: " in makefile


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
    """In the repository itself, where nothing is built."""
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
        made = path.is_relative_to(ROOT / "docs") and MADE.search(target)
        assert made or (path.parent / target).exists(), target


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_files_that_are_named_are_there(path: Path) -> None:
    for name in FILE.findall(path.read_text(encoding="utf-8")):
        assert (ROOT / name).exists() or (ROOT / "carreau" / name).exists(), name


@pytest.mark.parametrize("game", [game for game in GAMES if game.id in carreau.games()], ids=lambda game: game.id)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_game_has_its_rulebook(game: Game, language: str) -> None:
    assert len(game.rulebook(language)) > 1000
    assert game.about[language]


def test_the_clock_is_explained_where_records_are() -> None:
    """Seat -2 in a record is the clock: the page about Python, and the rulebook of every game that has one, say so."""
    assert "seat −2" in (ROOT / "docs" / "start" / "python.md").read_text(encoding="utf-8")
    for game in map(carreau.load, carreau.games()):
        if game.clock:
            assert "seat −2" in game.rulebook("en") and "siège −2" in game.rulebook("fr")


def test_what_the_readme_shows_is_there() -> None:
    """Games with their names, numbers of players, and the pictures that `make pictures` draws, which are not too large."""
    games = list(map(carreau.load, carreau.games()))
    names, _, pictures, players, *_ = ([cell.strip() for cell in row.split("|")[1:-1]] for row in ROW.findall(README))
    assert sorted(names) == sorted(game.name for game in games)
    facts = {game.name: f"{min(game.players)}-{max(game.players)} players" for game in games}
    ids = {game.name: game.id for game in games}
    for name, picture, many in zip(names, pictures, players):
        assert many == facts[name] and f"(docs/pictures/table-{ids[name]}.png)" in picture
    for game in games:
        for kind in ("cards", "table"):
            assert 10_000 < (ROOT / "docs" / "pictures" / f"{kind}-{game.id}.png").stat().st_size < 200_000


def test_the_changelog_tells_what_this_release_brings() -> None:
    titles = re.findall(r"^## ([^\s,]+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    released = [title for title in titles if title != "Unreleased"]
    assert released[0] == carreau.__version__ and titles.index(released[0]) <= 1
