"""The command line as a user types it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal import call


def run(*words: str, keys: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    root = Path(__file__).parent.parent
    environment = {**os.environ, "COLUMNS": "120", "NO_COLOR": "1", "LANG": "en_US.UTF-8", "PYTHONPATH": str(root)}
    result = call(list(words), keys, cwd or root, environment)
    assert "Traceback" not in result.stderr + result.stdout
    return result


def good(*words: str, keys: str = "", cwd: Path | None = None) -> str:
    result = run(*words, keys=keys, cwd=cwd)
    assert result.returncode == 0, result.stderr
    return result.stdout


def refused(*words: str, keys: str = "") -> str:
    result = run(*words, keys=keys)
    assert result.returncode == 2
    lines = [line for line in result.stderr.splitlines() if not line.startswith("Compiling")]
    assert len(lines) == 1 and lines[0].startswith("carreau: ")
    return lines[0]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match that bots played to the end, as the command line keeps it."""
    file = tmp_path_factory.mktemp("records") / "match.json"
    good("play", "punto", "--humans", "0", "--seed", "3", "--option", "rounds=1", "--record", str(file))
    return file


def test_games() -> None:
    assert "Punto" in good("games")
    assert "rounds" in good("games", "punto")
    facts = {game["id"]: game for game in json.loads(good("games", "--json"))}
    assert facts["punto"]["players"] == [2, 3, 4]
    assert json.loads(good("games", "punto", "--json"))["view"]["table"]


def test_rules() -> None:
    assert "P17" in good("rules", "punto", "--language", "en")
    assert "P17" in good("rules", "punto", "--language", "fr") == good("rules", "punto", "--lang", "fr")
    assert good("rules", "punto") == good("rules", "punto", "--language", "en")
    assert "en, fr" in refused("rules", "punto", "--language", "de")


def test_simulate() -> None:
    words = ("simulate", "punto", "--players", "3", "--games", "300", "--option", "rounds=1", "--seed", "7")
    text = good(*words)
    assert "moves/s" in text and "rounds won by a line" in text and "95 % interval" in text
    one, other = (json.loads(good(*words, "--json")) for _ in range(2))
    for result in (one, other):
        assert result.pop("seconds") > 0 and result.pop("moves_per_second") > 0
    assert one == other
    assert one["matches"] == 300 and len(one["shares"]) == 3
    assert sum(share["share"] for share in one["shares"]) == pytest.approx(1)
    assert all(share["low"] <= share["share"] <= share["high"] for share in one["shares"])


def test_play_alone() -> None:
    """Someone who answers with nonsense, asks for help and then plays the one legal first move."""
    text = good("play", "punto", "--seed", "1", "--option", "first=0", keys="nonsense\nr5 a1\n?\n")
    assert "cannot be read" in text and "is not allowed now" in text and "Moves: " in text
    assert "With --record FILE" in text
    first = text.partition("Moves: ")[2].splitlines()[0]
    text = good("play", "punto", "--seed", "1", "--option", "first=0", keys=f"{first}\nq\n")
    assert "Seat 1 plays" in text


def test_play_to_the_end_and_verify(record: Path) -> None:
    assert "fits its commitment" in good("verify", str(record))
    data = json.loads(record.read_text())
    assert data["over"] and data["seed"] == f"{3:064x}"
    verdict = json.loads(good("verify", str(record), "--commitment", data["commitment"], "--json"))
    assert verdict["verified"] and verdict["moves"] == len(data["actions"])
    assert "another deal" in refused("verify", str(record), "--commitment", "0" * 64)


def test_replay(record: Path) -> None:
    assert "won 1 round" in good("replay", str(record))
    assert "   2. seat" in good("replay", str(record), "--ply", "5", "--moves")
    shown = json.loads(good("replay", str(record), "--ply", "5", "--seat", "0", "--json"))
    assert shown["ply"] == 5 and shown["piles"] == [None, None]
    assert json.loads(good("replay", str(record), "--json"))["over"]
    assert "no position" in refused("replay", str(record), "--ply", "9999")
    assert "no seat 5" in refused("replay", str(record), "--seat", "5")


def test_the_puzzle_of_the_day() -> None:
    text = good("puzzle", "--date", "2026-11-15", keys="hint\n\n99 0,0\ngive up\n")
    assert "puzzle of 2026-11-15" in text and "Try: " in text and "Given up" in text
    puzzle = json.loads(good("puzzle", "--date", "2026-11-15", "--json"))
    assert puzzle == json.loads(good("puzzle", "--date", "2026-11-15", "--json"))
    assert len(puzzle["cards"]) == 9 and puzzle["solutions"] >= 1
    assert puzzle["cards"] != json.loads(good("puzzle", "--date", "2026-11-16", "--json"))["cards"]
    assert "not a date" in refused("puzzle", "--date", "yesterday")


def test_real_time_is_simulated() -> None:
    words = ("simulate", "quatuor", "--option", "way=b", "--players", "2", "--games", "5", "--seed", "1", "--json")
    result = json.loads(good(*words, "--reaction", "0:skill=50"))
    assert result["shares"][0]["share"] > 0.5
    assert result["report"]["cards placed per match (B)"] > 0
    for word in ("0:speed=1", "skill", "9:skill=1", "skill=-1", "x:skill=1"):
        assert "reaction" in refused(*words, "--reaction", word)


def test_an_unfinished_match_is_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    words = ("play", "punto", "--players", "2", "--humans", "2", "--seed", "1", "--option", "first=0", "--record", str(file))
    listed = good(*words, keys="?\n").partition("Moves: ")[2].splitlines()[0]
    assert "is kept" in good(*words, keys=f"{listed}\nq\n")
    assert len(json.loads(file.read_text())["actions"]) == 1
    text = good("play", "--humans", "2", "--record", str(file), keys="?\nq\n")
    assert "Seat 1, your move" in text
    assert "not finished" in refused("verify", str(file))


@pytest.mark.parametrize("words", [("faience",), ("florentine",), ("m",), ("quatuor",), ("quatuor", "--option", "way=solo")])
def test_every_game_is_played_at_the_keyboard(words: tuple[str, ...]) -> None:
    first = good("play", *words, "--seed", "1", "--humans", "1", keys="?\nq\n")
    moves = first.partition("Moves: ")[2].splitlines()[0].split(", ")
    assert "your move" in first and moves[0]
    assert "your move" in good("play", *words, "--seed", "1", keys=f"{moves[0]}\nq\n")


def test_a_game_by_its_path() -> None:
    text = good("play", "examples/connect_four", "--humans", "0")
    assert "four in a row" in text or "draw" in text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("play", "pinto"), "the games are"),
        (("play", "punto", "--players", "7"), "2, 3 or 4 players"),
        (("play", "punto", "--players", "two"), "two"),
        (("play", "punto", "--humans", "3"), "2 seats"),
        (("play", "punto", "--option", "rounds"), "name=value"),
        (("play", "punto", "--option", "rounds=0"), "from 1 to 5"),
        (("play", "punto", "--option", "colour=red"), "the options are"),
        (("play", "punto", "--seed", "x"), "hexadecimal"),
        (("play", "quatuor", "--option", "way=b"), "all act at once"),
        (("play", "quatuor", "--option", "way=c", "--players", "3"), "all act at once"),
        (("simulate", "punto", "--games", "0"), "from 1 to"),
        (("simulate", "punto", "--players", "5"), "2, 3 or 4 players"),
        (("simulate",), "game"),
        (("replay", "nowhere.json"), "no file nowhere.json"),
        (("verify", "README.md"), "not JSON"),
        (("verify", "tests"), "tests"),
        (("dance",), "dance"),
        (("play", "--dance"), "dance"),
    ],
)
def test_mistakes_are_one_sentence_and_exit_code_2(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused(*words)


def test_a_damaged_record(record: Path, tmp_path: Path) -> None:
    text = record.read_text()
    for name, damage, words in (
        ("cut", text[: len(text) // 2], "cut off"),
        ("altered", text.replace('"players": 2', '"players": 3'), "digest"),
        ("newer", text.replace('"carreau": 1', '"carreau": 9'), "newer"),
    ):
        (tmp_path / name).write_text(damage)
        for command in ("verify", "replay", "play"):
            flag = ("--record",) if command == "play" else ()
            assert words in refused(command, *flag, str(tmp_path / name))


def test_the_sign_that_something_is_compiled(tmp_path: Path) -> None:
    environment = {**os.environ, "CARREAU_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "carreau", "play", "examples/connect_four", "--humans", "0"]
    root = Path(__file__).parent.parent
    signs = [
        subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, check=True).stderr for _ in range(2)
    ]
    assert "Compiling Connect Four" in signs[0]
    assert signs[1] == ""
