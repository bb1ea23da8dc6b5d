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


def test_the_clock_is_explained_where_records_are() -> None:
    """Seat -2 in a record is the clock: the README, and the rulebook of every game that has one, say so."""
    assert "seat −2" in README
    for game in map(carreau.load, carreau.games()):
        if game.clock:
            assert "seat −2" in game.rulebook("en") and "siège −2" in game.rulebook("fr")


def test_what_the_readme_shows_is_there() -> None:
    """Games by their names, and the pictures that `make pictures` draws, small enough to be looked at."""
    games = {game.id: game for game in map(carreau.load, carreau.games())}
    rows = re.findall(r"^\| ([^|]+) \| (\d)-(\d)\b[^|]* \|", README, re.MULTILINE)
    players = {game.name: (str(min(game.players)), str(max(game.players))) for game in games.values()}
    assert rows and all(players[name] == (least, most) for name, least, most in rows)
    shown = re.findall(r"docs/(cards|table)-(\w+)\.png", README)
    assert shown and {name for _, name in shown} <= set(games)
    for kind, name in shown:
        assert 10_000 < (ROOT / "docs" / f"{kind}-{name}.png").stat().st_size < 200_000
