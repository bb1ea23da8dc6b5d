"""A new game runs at once: it is written, tested, played, and has the name that its author chose."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import carreau
from carreau.new.write import CannotWrite, write_game
from tests.test_cli import run

PLAIN = {**os.environ, "NUMBA_DISABLE_JIT": "1"}


def test_the_new_game_is_whole_and_its_own_tests_pass(tmp_path: Path) -> None:
    files = write_game("tiles", tmp_path, 'Tiles "&" more')
    assert {file.relative_to(tmp_path / "tiles").as_posix() for file in files} >= {
        "__init__.py", "constants.py", "rules.py", "show.py", "picture/scene.py", "picture/faces.py", "words/sentences.py",
        "words/guidance.py", "words/fr.po", "words/leaflet.en.md", "words/leaflet.fr.md", "words/rulebook.en.md",
        "words/rulebook.fr.md", "words/examples.toml",
        "tests/test_tiles.py",
    }  # fmt: skip
    assert not [file.name for file in files if "sample" in file.read_text(encoding="utf-8").lower()]
    game = carreau.load(tmp_path / "tiles")
    assert (game.id, game.name, game.players) == ("tiles", 'Tiles "&" more', (2, 3, 4))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, str(tmp_path / "tiles")]
    done = subprocess.run(command, env=PLAIN, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0 and "6 passed" in done.stdout, done.stdout


@pytest.mark.parametrize("id", ["Tiles", "two words", "1st", "class", "a-b", "../up", "", "x" * 41, "é"])
def test_an_id_that_cannot_be_is_refused(id: str, tmp_path: Path) -> None:
    with pytest.raises(CannotWrite, match="small letters"):
        write_game(id, tmp_path)
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "tiles").mkdir()
    (tmp_path / "tiles" / "mine").write_text("kept")
    with pytest.raises(CannotWrite, match="already"):
        write_game("tiles", tmp_path)
    assert [file.name for file in (tmp_path / "tiles").iterdir()] == ["mine"]
    with pytest.raises(CannotWrite, match="no folder"):
        write_game("tiles", tmp_path / "nowhere")


def test_the_command_says_what_comes_next(tmp_path: Path) -> None:
    done = run("new", "tiles", "--folder", str(tmp_path))
    assert done.returncode == 0 and "carreau check" in done.stdout and "carreau play" in done.stdout
    again = run("new", "tiles", "--folder", str(tmp_path))
    assert again.returncode != 0 and "already" in again.stderr
    told = json.loads(run("new", "other", "--folder", str(tmp_path), "--json").stdout)
    assert told["id"] == "other" and "rules.py" in told["files"]
