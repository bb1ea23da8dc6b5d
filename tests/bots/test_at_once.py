"""Until a game is compiled, its bots answer at once in plain Python; as soon as it is, they are as strong as they should be."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest

import carreau
from carreau.bots.hasty import Hasty
from carreau.bots.levels import LEVELS
from carreau.bots.search_for import BOTS
from carreau.bots.seen import Seen
from carreau.core.engine import MATCH
from carreau.core.game import Game, Mode
from carreau.table.bot import Question, question
from carreau.web.bot_pool import WORKER
from carreau.web.worker_process import WorkerProcess, name_of
from tests.bots.test_honesty import IN_TURNS
from tests.conftest import case_name
from tests.orphans import wait_for

ROOT = Path(__file__).parents[2]
MOST_SECONDS = 2.0  # of one core
FOUR = carreau.load(carreau.examples() / "connect_four")
COMPILE = "import sys, carreau; from carreau.bots.search_for import BOTS; BOTS.need(carreau.load(sys.argv[1]))"
IS_MADE = "import sys, carreau; from carreau.bots.search_for import BOTS; print(BOTS.is_made(carreau.load(sys.argv[1])))"


@cache
def answers(game: str) -> dict[str, Any]:
    """What bots say in a process in which nothing is compiled (answering.py)."""
    with TemporaryDirectory() as cache:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "CARREAU_CACHE": cache, "CARREAU_COMPILE": "found"}
        command = [sys.executable, "-m", "tests.bots.answering", game]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert not list(Path(cache).rglob("*.nb?")), "nothing was compiled"
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("case", IN_TURNS, ids=case_name)
def test_bots_of_all_levels_answer_at_once(case: tuple[Game, Mode, int]) -> None:
    """A legal action, within two seconds, that depends on what the seat may know and nothing else."""
    found = answers(case[0].id)[case_name(case)]
    assert found["kinds"] == 3 and max(found["seconds"]) < MOST_SECONDS
    for same in found["answers"]:
        assert set(same) <= set(found["legal"]) and len(set(same)) == 1


def test_the_time_is_used_and_kept() -> None:
    """Each world costs time; there is always one."""
    match = FOUR.new(seed=1)
    for worlds, seconds in ((3, 60.0), (1000, 0.0)):
        bot = Hasty(worlds=worlds, seconds=seconds)
        assert bot.choose(Seen.of(match, 0), match.actions(0), 1) in match.actions(0)
    assert Hasty().choose(Seen.of(match, 0), [3], 1) == 3


def test_a_win_is_seen() -> None:
    match = FOUR.new(seed=1)
    for column in (0, 6, 0, 6, 0, 5):
        match.play(column)
    for seed in range(5):
        assert Hasty(worlds=1).choose(Seen.of(match, 0), match.actions(0), seed) == 0


def asked() -> list[Question]:
    match = FOUR.new(seed=1)
    for column in (3, 2, 3):
        match.play(column)
    return [question(match, 1, 3)._replace(seed=seed) for seed in range(3)]


def chosen(one: Question) -> int:
    """What a bot of that level chooses as machine code."""
    match = FOUR.new(seed=1)
    for column in (3, 2, 3):
        match.play(column)
    return LEVELS[one.level].bot.choose(Seen.of(match, one.seat), one.legal, one.seed)


def test_the_next_question_is_answered_by_machine_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot's process need not start again when somebody else has compiled the game."""
    for work in (MATCH, BOTS):
        work.need(FOUR)
    made = {MATCH.folder(FOUR), BOTS.folder(FOUR)}
    monkeypatch.setenv("CARREAU_CACHE", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    worker = WorkerProcess(WORKER)

    def answered() -> list[int]:
        jobs = [msgspec.msgpack.encode((Question.__name__, name_of(FOUR), one)) for one in asked()]
        return [msgspec.msgpack.decode(worker.ask(job, 60)) for job in jobs]

    try:
        quick, process = answered(), worker.process
        for folder in made:
            shutil.copytree(folder, tmp_path / folder.name, dirs_exist_ok=True)
        assert answered() == list(map(chosen, asked())) != quick and worker.process is process
    finally:
        worker.close()


def test_a_search_that_is_half_compiled_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARREAU_CACHE", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    with subprocess.Popen([sys.executable, "-c", COMPILE, str(FOUR.folder)]) as process:
        wait_for(lambda: any(tmp_path.glob("*-search-*/*/*.nbc")), "nothing is compiled")
        process.kill()
    made = subprocess.run([sys.executable, "-c", IS_MADE, str(FOUR.folder)], capture_output=True, text=True, check=True)
    assert made.stdout == "False\n"
