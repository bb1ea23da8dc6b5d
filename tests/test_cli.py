"""The command line as a user types it."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from carreau.cli.command_tools import load_record
from carreau.core.errors import BadOption
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


def test_rules_through_a_pipe_explain_the_letters_of_m() -> None:
    """There is no bold there to tell which letter stands for a colour."""
    text = {language: " ".join(good("rules", "m", "--language", language).split()) for language in ("en", "fr")}
    assert "b blue, n brown, r red, g green, y yellow" in text["en"]
    assert "b bleu, n brun, r rouge, g vert, y jaune" in text["fr"]


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_what_a_terminal_cannot_write_is_written_plainly(encoding: str) -> None:
    """A process of its own: the encoding is chosen when Python starts."""
    root = Path(__file__).parent.parent
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONPATH": str(root), "COLUMNS": "120"}
    command = [sys.executable, "-m", "carreau"]
    for words, code in ((["rules", "faience", "--lang", "fr"], 0), (["games", "faience", "--json"], 0), (["rules", "Я−é"], 2)):
        done = subprocess.run([*command, *words], env=environment, cwd=root, capture_output=True)
        said = (done.stdout + done.stderr).decode(encoding)
        assert done.returncode == code and "Traceback" not in said
        if words[0] == "games":
            assert json.loads(said)["name"] == "Faïence"
        elif code:
            assert ("?-é" if encoding == "cp1252" else "?-e") in said
        else:
            assert ("\nF1 78 cartes en six motifs" in said) and "-2" in said


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


def moves_in(text: str) -> list[str]:
    """What `?` lists: each move by its name and in words."""
    lines = text.partition("Moves:\n")[2].splitlines()
    return [line.strip().partition(": ")[0] for line in lines if line.startswith("  ") and ": " in line]


def test_play_alone() -> None:
    """Someone who answers with nonsense, asks for help and then plays the one legal first move."""
    text = good("play", "punto", "--seed", "1", "--option", "first=0", keys="nonsense\nr5 a1\n?\n")
    assert "cannot be read" in text and "is not allowed now" in text and "Lay the red" in text
    assert "With --record FILE" in text
    first = moves_in(text)[0]
    text = good("play", "punto", "--seed", "1", "--option", "first=0", keys=f"{first}\nq\n")
    assert "Seat 1 plays" in text and "(Lay the " in text


def test_play_to_the_end_and_verify(record: Path) -> None:
    assert "fits its commitment" in good("verify", str(record))
    data = json.loads(record.read_text())
    assert data["over"] and data["seed"] == f"{3:064x}"
    verdict = json.loads(good("verify", str(record), "--commitment", data["commitment"], "--json"))
    assert verdict["verified"] and verdict["moves"] == len(data["actions"])
    assert "another deal" in refused("verify", str(record), "--commitment", "0" * 64)


def test_replay(record: Path) -> None:
    assert "won 1 round" in good("replay", str(record))
    moves = good("replay", str(record), "--ply", "5", "--moves")
    assert "   2. seat" in moves and "(Lay the " in moves
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
    listed = moves_in(good(*words, keys="?\n"))[0]
    assert "is kept" in good(*words, keys=f"{listed}\nq\n")
    assert len(json.loads(file.read_text())["actions"]) == 1
    text = good("play", "--humans", "2", "--record", str(file), keys="?\nq\n")
    assert "Seat 1, your move" in text
    assert "not finished" in refused("verify", str(file))


@pytest.mark.parametrize("words", [("faience",), ("florentine",), ("m",), ("quatuor",), ("quatuor", "--option", "way=solo")])
def test_every_game_is_played_at_the_keyboard(words: tuple[str, ...]) -> None:
    first = good("play", *words, "--seed", "1", "--humans", "1", keys="?\nq\n")
    moves = moves_in(first)
    assert "your move" in first
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
        (("prove", "rules", "--seed", "-1"), "seed of a proof is a whole number from 0"),
        (("prove", "rules", "--seed", str(2**63)), "seed of a proof is a whole number from 0"),
        (("prove", "rules", "--seconds", "nan"), "above 0"),
        (("play", "punto", "--seed", "9" * 5000), "hexadecimal"),
        (("simulate", "punto", "--seed", "9" * 5000), "hexadecimal"),
        (("ladder", "punto", "--seed", "9" * 5000), "hexadecimal"),
        (("load", "--tables", "²"), "from 1 to 5000"),
        (("load", "--tables", "9" * 5000), "from 1 to 5000"),
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


def start(*words: str, streams: str = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A process of its own, as a shell starts it."""
    root = Path(__file__).parent.parent
    command = f'"$0" -m carreau "$@" {streams}'
    return subprocess.run(
        ["sh", "-c", command, sys.executable, *words], env={**os.environ, "PYTHONPATH": str(root), **environment}, cwd=root,
        capture_output=True, input=b"\xff\xfe r5\nq\n",
    )  # fmt: skip


@pytest.mark.skipif(os.name != "posix", reason="a shell closes streams")
@pytest.mark.parametrize(
    ("words", "streams", "code"),
    [
        (("games", "--json"), ">&-", 0), (("games",), ">&-", 0), (("dance",), "2>&-", 2), (("games",), "<&- >&- 2>&-", 0),
        (("puzzle",), "<&-", 0), (("play", "punto", "--seed", "3"), "<&-", 0),
    ],
)  # fmt: skip
def test_closed_streams_are_empty_ones(words: tuple[str, ...], streams: str, code: int) -> None:
    done = start(*words, streams=streams)
    assert done.returncode == code and b"Traceback" not in done.stderr


@pytest.mark.parametrize("words", [("puzzle",), ("play", "punto", "--seed", "3")])
def test_what_is_no_text_at_the_keyboard_is_no_move(words: tuple[str, ...]) -> None:
    done = start(*words, PYTHONIOENCODING="utf-8:strict")
    assert done.returncode == 0 and b"cannot be read" in done.stdout and b"Traceback" not in done.stderr


def test_a_terminal_without_columns_is_written_to() -> None:
    assert b"Punto" in start("games", COLUMNS="0").stdout


INTERRUPTED = """
import sys, carreau
class Impatient:
    def find_spec(self, name, *rest):
        if name != "carreau.cli" and name not in sys.builtin_module_names:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Impatient())
from carreau.cli import main
main(["games"])
"""


def test_ctrl_c_while_everything_is_still_being_read() -> None:
    root = Path(__file__).parent.parent
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], env={**os.environ, "PYTHONPATH": str(root)}, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (130, "carreau: stopped.\n")


@pytest.mark.parametrize(
    ("file", "code", "words"),
    [
        ("__init__.py", "1 / 0", "ZeroDivisionError: division by zero"),
        ("rules.py", "def :", "SyntaxError"),
        ("rules.py", "raise RuntimeError('no luck')", "RuntimeError: no luck"),
        ("rules.py", None, "not whole"),
    ],
)
def test_a_game_whose_code_fails(tmp_path: Path, file: str, code: str | None, words: str) -> None:
    shutil.copytree(Path(__file__).parent.parent / "examples" / "connect_four", tmp_path / "four")
    (tmp_path / "four" / file).unlink()
    if code is not None:
        (tmp_path / "four" / file).write_text(code)
    line = refused("simulate", str(tmp_path / "four"))
    assert words in line and (code is None or f"{file}, line 1" in line)


@pytest.mark.skipif(os.name != "posix", reason="files have no such rights elsewhere")
def test_the_record_of_a_running_match_is_for_its_user_alone(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    (tmp_path / "match.json.new").write_text("left behind")
    (tmp_path / "match.json.new").chmod(0o666)
    good("play", "punto", "--seed", "3", "--record", str(file), keys="q\n")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600 and json.loads(file.read_text())["seed"]
    assert [one.name for one in tmp_path.iterdir()] == ["match.json"]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such device")
def test_a_record_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carreau.cli.command_tools.LARGEST_RECORD", 1000)
    with pytest.raises(BadOption, match="too large"):
        load_record(Path("/dev/zero"))
    reading, writing = os.pipe()
    os.write(writing, b"x" * 1001)
    with pytest.raises(BadOption, match="too large"):
        load_record(Path(f"/dev/fd/{reading}"))
    os.close(reading)
    os.close(writing)
