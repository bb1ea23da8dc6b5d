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

import carreau
from carreau.cli.app_tools import app
from carreau.cli.command_tools import load_record
from carreau.core.errors import BadOption
from carreau.core.leaflet import SECTIONS
from carreau.core.phrase import listed
from carreau.games import quickest
from proofs.tools.plans import alone
from tests.some import EVERY, PUZZLES, QUICK, racing, typed
from tests.terminal import call

SHORT = typed(QUICK.short)


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
    """A match that bots played to the end, as the command line saves it."""
    file = tmp_path_factory.mktemp("records") / "match.json"
    good("play", QUICK.id, "--humans", "0", "--seed", "3", *SHORT, "--record", str(file))
    return file


def test_games() -> None:
    shown = good("games")
    assert all(game.name in shown for game in EVERY)
    assert all(option.name in good("games", QUICK.id) for option in QUICK.options)
    facts = {game["id"]: game for game in json.loads(good("games", "--json"))}
    assert facts[QUICK.id]["players"] == list(QUICK.players)
    assert json.loads(good("games", QUICK.id, "--json"))["view"]


def test_rules() -> None:
    english, french = (good("rules", QUICK.id, "--language", language) for language in ("en", "fr"))
    assert QUICK.name in english and QUICK.name in french and english != french == good("rules", QUICK.id, "--lang", "fr")
    assert good("rules", QUICK.id) == english
    assert "en, fr" in refused("rules", QUICK.id, "--language", "de")
    short = good("rules", QUICK.id, "--short", "--lang", "fr")
    assert all(heading in short for heading in SECTIONS["fr"]) and len(short) < len(french) / 2


def test_simulate() -> None:
    words = ("simulate", QUICK.id, "--players", "3", "--games", "300", *SHORT, "--seed", "7")
    text = good(*words)
    assert "moves/s" in text and "95 % interval" in text
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


def test_play_at_the_keyboard() -> None:
    """Someone who answers with nonsense, asks for help and then plays."""
    words = ("play", QUICK.id, "--seed", "1", "--option", "first=0")
    text = good(*words, keys="nonsense\n?\n")
    assert "cannot be read" in text and "With --record FILE" in text
    assert "Seat 1 plays" in good(*words, keys=f"{moves_in(text)[0]}\nq\n")


def test_without_a_game_the_quickest_is_played() -> None:
    assert f"{quickest().name}, " in good("play", "--humans", "0", "--seed", "1")


def test_play_to_the_end_and_verify(record: Path) -> None:
    assert "matches its commitment" in good("verify", str(record))
    data = json.loads(record.read_text())
    assert data["over"] and data["seed"] == f"{3:064x}"
    verdict = json.loads(good("verify", str(record), "--commitment", data["commitment"], "--json"))
    assert verdict["verified"] and verdict["moves"] == len(data["actions"])
    assert "another deal" in refused("verify", str(record), "--commitment", "0" * 64)


def test_replay(record: Path) -> None:
    outcome = carreau.replay(load_record(record)).outcome
    assert outcome and outcome["text"] in good("replay", str(record))
    moves = good("replay", str(record), "--ply", "5", "--moves")
    assert "   2. seat" in moves and QUICK.name_action(carreau.replay(load_record(record)).history[1][1]) in moves
    shown = json.loads(good("replay", str(record), "--ply", "5", "--seat", "0", "--json"))
    assert shown["ply"] == 5 and shown == carreau.replay(load_record(record), 5).view(0)
    assert json.loads(good("replay", str(record), "--json"))["over"]
    assert "no position" in refused("replay", str(record), "--ply", "9999")
    assert "no seat 5" in refused("replay", str(record), "--seat", "5")


def test_an_unfinished_match_is_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    words = ("play", QUICK.id, "--players", "2", "--humans", "2", "--seed", "1", "--option", "first=0", "--record", str(file))
    listed = moves_in(good(*words, keys="?\n"))[0]
    assert "continues it" in good(*words, keys=f"{listed}\nq\n")
    assert len(json.loads(file.read_text())["actions"]) == 1
    text = good("play", "--humans", "2", "--record", str(file), keys="?\nq\n")
    assert "Seat 1, your move" in text
    assert "not finished" in refused("verify", str(file))


@pytest.mark.parametrize("words", [[game.id, *typed(game.short)] for game in EVERY] + [[alone().game, *typed(alone().options)]])
def test_every_game_is_played_at_the_keyboard(words: list[str]) -> None:
    first = good("play", *words, "--seed", "1", "--humans", "1", keys="?\nq\n")
    moves = moves_in(first)
    assert "your move" in first
    assert "your move" in good("play", *words, "--seed", "1", keys=f"{moves[0]}\nq\n")


def test_a_game_by_its_path() -> None:
    text = good("play", "carreau/examples/connect_four", "--humans", "0")
    assert "four in a row" in text or "draw" in text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("play", "pinto"), "the games are"),
        (("play", QUICK.id, "--players", "99"), f"{listed(QUICK.players)} players"),
        (("play", QUICK.id, "--players", "two"), "two"),
        (("play", QUICK.id, "--humans", "99"), "seats"),
        (("play", QUICK.id, "--option", "first"), "name=value"),
        (("play", QUICK.id, "--option", "first=9"), "a seat number"),
        (("play", QUICK.id, "--option", "none=red"), "the options are"),
        (("play", QUICK.id, "--seed", "x"), "hexadecimal"),
        *((("play", plan.game, "--players", "2", *typed(plan.options)), "everybody plays") for plan in racing()),
        (("simulate", QUICK.id, "--games", "0"), "from 1 to"),
        (("simulate", QUICK.id, "--players", "99"), f"{listed(QUICK.players)} players"),
        (("simulate",), "game"),
        (("replay", "nowhere.json"), "no file nowhere.json"),
        (("verify", "README.md"), "not JSON"),
        (("verify", "tests"), "tests"),
        (("prove", "rules", "--seed", "-1"), "seed of a proof is a whole number from 0"),
        (("prove", "rules", "--seed", str(2**63)), "seed of a proof is a whole number from 0"),
        (("prove", "rules", "--seconds", "nan"), "above 0"),
        (("play", QUICK.id, "--seed", "9" * 5000), "hexadecimal"),
        (("simulate", QUICK.id, "--seed", "9" * 5000), "hexadecimal"),
        (("ladder", QUICK.id, "--seed", "9" * 5000), "hexadecimal"),
        (("load", "--tables", "²"), "from 1 to 5000"),
        (("load", "--tables", "9" * 5000), "from 1 to 5000"),
        (("puzzle", "--date", "yesterday"), "not a date"),
        *((("puzzle", game.id), "no puzzle of the day") for game in EVERY if game not in PUZZLES),
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
    """Whoever plays is told that bots are weaker until then; whoever needs the exact bot waits; later there is nothing to say."""
    environment = {**os.environ, "CARREAU_CACHE": str(tmp_path)}
    root = Path(__file__).parent.parent

    def sign(*words: str) -> str:
        command = [sys.executable, "-m", "carreau", words[0], "carreau/examples/connect_four", *words[1:]]
        return subprocess.run(
            command, env=environment, cwd=root, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
        ).stderr

    play, exact = ("play", "--humans", "0", "--bot", "1"), ("simulate", "--bots", "ismcts:10", "--games", "1")
    told = "Connect Four is being prepared for this machine (once)."
    assert sign(*play) == f"{told}\n", "this one is as strong as ever"
    assert sign("play") == f"{told} Until then, bots do not think as far ahead.\n"
    assert sign("play", "--humans", "0", "--bot", "random") == ""
    assert sign(*exact) == "Compiling Connect Four for this machine (once): a few seconds …\n"
    assert sign(*exact) == sign(*play) == ""


def start(*words: str, streams: str = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A separate process, as a shell starts it."""
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
        (("puzzle",), "<&-", 0), (("play", QUICK.id, "--seed", "3"), "<&-", 0),
    ],
)  # fmt: skip
def test_closed_streams_are_empty_ones(words: tuple[str, ...], streams: str, code: int) -> None:
    done = start(*words, streams=streams)
    assert done.returncode == code and b"Traceback" not in done.stderr


@pytest.mark.parametrize("words", [("puzzle",), ("play", QUICK.id, "--seed", "3")])
def test_what_is_no_text_at_the_keyboard_is_no_move(words: tuple[str, ...]) -> None:
    done = start(*words, PYTHONIOENCODING="utf-8:strict")
    assert done.returncode == 0 and b"cannot be read" in done.stdout and b"Traceback" not in done.stderr


def test_a_terminal_without_columns_is_written_to() -> None:
    assert QUICK.name.encode() in start("games", COLUMNS="0").stdout


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
        ("rules.py", None, "not complete"),
    ],
)
def test_a_game_whose_code_fails(tmp_path: Path, file: str, code: str | None, words: str) -> None:
    shutil.copytree(carreau.examples() / "connect_four", tmp_path / "four")
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
    good("play", QUICK.id, "--seed", "3", "--record", str(file), keys="q\n")
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


@pytest.mark.parametrize("name", [name for name in app if not name.startswith("-")])
def test_the_help_describes_every_parameter(name: str) -> None:
    parameters = app[name].assemble_argument_collection(parse_docstring=True)
    assert [one.name for one in parameters if not one.parameter.help] == []
