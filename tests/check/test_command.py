"""`carreau check` as an author types it."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import threading
from pathlib import Path

import pytest

from carreau.check import web
from carreau.check.case import Subject
from carreau.check.registry import STAGES
from carreau.check.worker import run_apart
from carreau.core.game import Game
from carreau.games import load
from tests.check.plant import LITTLE, planted
from tests.orphans import kill_parent, needs_proc
from tests.test_cli import good, refused, run


def test_a_sound_game_passes_every_stage() -> None:
    """Everything: compiled, drawn, put into words, played by bots and at the web table."""
    report = json.loads(good("check", str(LITTLE), "--json"))
    assert report["kept"] and report["broken"] == [] and report["not_run"] == []
    assert [stage["stage"] for stage in report["stages"]] == list(STAGES)
    assert all(stage["checks"] for stage in report["stages"]) and sum(stage["checks"] for stage in report["stages"]) > 70
    assert report["notes"][-1]["text"] == "Hidden from a seat: hand, pile. Hidden from a spectator: hand, pile."
    assert {one["what"]: bool(one["why"]) for one in report["missing"]} == {
        "advice.py": True,
        "observe.py": True,
        "tally.py": True,
    }


def test_what_is_broken_is_told_with_how_to_see_it_again(tmp_path: Path) -> None:
    folder = planted(tmp_path, {"rules.py": [("WORTH[action]", "WORTH[action - 1]")]})
    result = run("check", str(folder), "--quick")
    assert result.returncode == 1
    assert re.search(r"rules.py, line \d+, in play: index -1 is outside of WORTH, which has 12 places\.", result.stdout)
    assert "Promised: Every match ends" in result.stdout and "Why: A match without end" in result.stdout
    again = re.search(r"To see it again: carreau (check \S+ --only matches-end)", result.stdout)
    assert again is not None and run(*again[1].split()).returncode == 1
    assert re.search(r"^plain +\d+ checks? +[\d.]+ s +1 broken", result.stderr, re.MULTILINE)


def test_what_is_broken_comes_before_what_takes_long(tmp_path: Path) -> None:
    """If something does not even run as plain Python, it is not compiled."""
    folder = planted(tmp_path, {"rules.py": [("MOST_LEGAL = MOST_HELD", "MOST_LEGAL = 1")]})
    result = run("check", str(folder), "--json")
    report = json.loads(result.stdout)
    assert result.returncode == 1 and not report["kept"]
    assert [one["check"] for one in report["broken"]] == ["matches-end"] and "MOST_LEGAL" in report["broken"][0]["wrong"]
    assert report["not_run"] == list(STAGES[2:])


def test_one_stage_or_one_check() -> None:
    words = json.loads(good("check", str(LITTLE), "--only", "words", "--json"))
    assert [stage["stage"] for stage in words["stages"]] == ["words"]
    one = json.loads(good("check", str(LITTLE), "--only", "a-view-of-a-view", "--json"))
    assert [(stage["stage"], stage["checks"]) for stage in one["stages"]] == [("plain", 1), ("compiled", 1)]
    assert "a-view-of-a-view" in refused("check", str(LITTLE), "--only", "nonsense")


def test_what_is_no_game_is_one_sentence(tmp_path: Path) -> None:
    for name, code, words in (
        ("no_game", "x = 1\n", "declares no GAME"),
        ("no_code", "def :\n", "SyntaxError: .*line 1"),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(code)
        assert re.search(words, refused("check", str(tmp_path / name)))
    assert "no __init__.py" in refused("check", str(tmp_path / "nowhere"))
    assert "There is no game 'nope'" in refused("check", "nope")
    assert "effort" in refused("check", str(LITTLE), "--effort", "0")


def test_a_folder_needs_no_slash() -> None:
    assert "nothing broken" in good("check", LITTLE.name, "--quick", cwd=LITTLE.parent)


def test_a_crash_is_told_by_the_check_that_was_under_way(tmp_path: Path) -> None:
    crash = {"show.py": [("KEYS = {", "import os, signal\n\nos.kill(os.getpid(), signal.SIGSEGV)\nKEYS = {")]}
    [result] = run_apart(str(planted(tmp_path, crash)), ("source",), 1, "", None)
    assert result.check == "files-can-be-read" and "crashed (SIGSEGV)" in result.wrong


def test_a_check_that_never_ends_is_told(tmp_path: Path) -> None:
    asleep = {"show.py": [("KEYS = {", "import time\n\ntime.sleep(60)\nKEYS = {")]}
    [result] = run_apart(str(planted(tmp_path, asleep)), ("source",), 1, "", None, silence=4)
    assert result.check == "files-can-be-read" and "never ends" in result.wrong


@needs_proc
def test_the_checks_end_with_the_command(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    asleep = {"show.py": [("KEYS = {", f"import time\n\nopen({str(begun)!r}, 'w').close()\ntime.sleep(600)\nKEYS = {{")]}
    folder = str(planted(tmp_path, asleep))
    program = f"from carreau.check.worker import run_apart; list(run_apart({folder!r}, ('source',), 1, '', None))"
    kill_parent(program, ready=begun.exists)


def test_the_folder_of_a_match_stays_until_its_server_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    stayed: list[bool] = []

    async def at_the_table(game: Game, folder: Path) -> None:
        await asyncio.sleep(0.3)  # the other thread waits for this one by then
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)  # as Ctrl-C does
        await asyncio.sleep(0.3)
        stayed.append(folder.exists())

    monkeypatch.setattr(web, "at_the_table", at_the_table)
    with pytest.raises(KeyboardInterrupt):
        web.a_match_at_the_web_table(Subject(load(LITTLE)))
    assert stayed == [True]


@pytest.mark.parametrize(
    ("new", "words"),
    [
        ("s.shown = WORHT[action]", r"rules.py, line \d+, in play: the name 'WORHT' is not defined: did you mean 'WORTH'\?$"),
        (
            "s.shown = WORTH[action, 3]",
            r"cannot be compiled: an array with 1 dimensions is given 2 indices \(.*, line \d+\)\.$",
        ),
    ],
    ids=["a name", "an index"],
)
def test_other_commands_say_in_a_sentence_what_cannot_be_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new: str, words: str
) -> None:
    monkeypatch.setenv("CARREAU_CACHE", str(tmp_path / "cache"))
    folder = planted(tmp_path, {"rules.py": [("s.shown = WORTH[action]", new)]})
    assert re.search(words, refused("simulate", str(folder), "--bots", "greedy", "--games", "1"))
