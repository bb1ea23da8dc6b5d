"""The lab on the command line, as a user types it."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from carreau.core.game import Game
from carreau.lab.experiment.example import example
from carreau.lab.experiment.read import parse
from tests.conftest import GAMES
from tests.lab.run.asked import raw, small
from tests.orphans import needs_proc, wait_for
from tests.some import QUICK
from tests.test_cli import good, run

ROOT = Path(__file__).parent.parent


def refused(*words: str, cwd: Path) -> str:
    result = run(*words, cwd=cwd)
    lines = [line for line in result.stderr.splitlines() if not line.startswith("Compiling")]
    assert result.returncode == 2 and len(lines) == 1, result.stderr
    return lines[0]


# new


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_an_example_can_be_read_for_every_game(game: Game, language: str) -> None:
    text = example(game, "experiment.toml", language)
    found = parse(text)
    assert {setting.game for setting in found.settings} == {game} and not found.left_out
    assert (len(found.settings) > 1) == any(setting.varied for setting in found.settings)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_line_of_an_example_can_be_used(language: str) -> None:
    """Without the sign in front of it, each commented key is right."""
    text = example(QUICK, "experiment.toml", language)
    text = re.sub(r"^# (?=(\[+\w+\]+|\w+ = .*)$)", "", text, flags=re.MULTILINE)
    name = re.search(r'^name = "(\w+)"', text, re.MULTILINE)
    assert name is not None
    text = text.replace('bots = "random"', f'bots = ["random", "{name[1]}"]').replace(
        "[test]\nfirst = { ", '[test]\nfirst = { bots = "random", '
    )
    found = parse(text.replace("second = { ", 'second = { bots = "random", '))
    assert found.precision == 0.01 and found.test is not None and len(found.settings) == 4 and found.settings[0].strategies
    assert not re.search(r"^# \w+ = ", text, re.MULTILINE)


def test_new_writes_a_file_that_runs(tmp_path: Path) -> None:
    said = good("lab", "new", cwd=tmp_path)
    assert said.startswith("Written: experiment.toml.")
    text = (tmp_path / "experiment.toml").read_text(encoding="utf-8")
    (tmp_path / "experiment.toml").write_text(text.replace("deals = 1000", "deals = 50").replace("deep = 20", "deep = 0"))
    shown = good("lab", "run", "experiment.toml", cwd=tmp_path)
    assert "The report: experiment-results/report.html" in shown and "Fairness – " in shown
    names = {file.name for file in (tmp_path / "experiment-results").iterdir()}
    assert names == {".lock", "experiment.toml", "run.json", "raw", "findings.json", "findings.csv", "report.html"}


def test_new_never_overwrites(tmp_path: Path) -> None:
    good("lab", "new", "mine.toml", "--game", QUICK.id, "--language", "fr", cwd=tmp_path)
    written = (tmp_path / "mine.toml").read_text(encoding="utf-8")
    assert "carreau lab run mine.toml" in written and "Qui joue" in written
    said = refused("lab", "new", "mine.toml", cwd=tmp_path)
    assert said == "carreau: There is a file mine.toml already: choose another name, or delete it."
    assert (tmp_path / "mine.toml").read_text(encoding="utf-8") == written


# run


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "small.toml"
    file.write_text(small().source.replace(', "greedy,random"', ""), encoding="utf-8")
    return file


def test_run_prints_what_programs_read(file: Path, tmp_path: Path) -> None:
    found = json.loads(good("lab", "run", "small.toml", "--json", cwd=tmp_path))
    assert found["title"] == "Small" and found["source"] == file.read_text(encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(good("lab", "run", "small.toml", "--csv", cwd=tmp_path))))
    assert {row["section"] for row in rows} == {"fairness", "length"}
    assert rows == list(csv.DictReader(io.StringIO(good("lab", "report", "small-results", "--csv", cwd=tmp_path))))


def test_mistakes_are_one_sentence(file: Path, tmp_path: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert refused("lab", "run", "none.toml", cwd=tmp_path) == "carreau: There is no file none.toml."
    file.write_text(text.replace("deals", "deels"), encoding="utf-8")
    assert refused("lab", "run", "small.toml", cwd=tmp_path).startswith("carreau: Line 5: There is no key 'deels' here")
    assert not (tmp_path / "small-results").exists()
    file.write_text(text, encoding="utf-8")
    assert "not both" in refused("lab", "run", "small.toml", "--json", "--csv", cwd=tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "own.txt").touch()
    assert "holds other files" in refused("lab", "run", "small.toml", "--folder", "mine", cwd=tmp_path)
    assert "holds no experiment" in refused("lab", "report", "mine", cwd=tmp_path)
    assert "There is no Ray at" in refused("lab", "run", "small.toml", "--ray", "127.0.0.1:1", cwd=tmp_path)


@needs_proc
def test_ctrl_c_keeps_what_is_there_and_says_how_to_go_on(tmp_path: Path) -> None:
    experiment = small(deals=400)
    (tmp_path / "small.toml").write_text(experiment.source, encoding="utf-8")
    command = [sys.executable, "-m", "carreau", "lab", "run", "small.toml", "--folder", "out"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"}
    playing = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for(lambda: len(raw(tmp_path)) > 4, "nobody plays")
    playing.send_signal(signal.SIGINT)
    _, errors = playing.communicate(timeout=30)
    assert playing.returncode == 130
    assert "What was played is kept; this goes on: carreau lab run small.toml --folder out\n" in errors
    assert "Traceback" not in errors and errors.endswith("carreau: stopped.\n")
    assert len(raw(tmp_path / "out")) > 4
    assert "of the work: the experiment was interrupted." in good("lab", "report", "out", cwd=tmp_path)
