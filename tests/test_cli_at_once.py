"""Nobody waits for the compiler: not for a text or a picture, not for the first match after an edit, not if nothing is kept."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import carreau
from carreau.cli.bench import show_start
from carreau.core.policy import VARIABLE, Policy
from carreau.lab.first_start import before, busy, first_table, prompted, rulebook
from carreau.new.write import write_game
from tests.some import EVERY, PUZZLES, QUICK, play_to_the_end

ROOT = Path(__file__).parent.parent
FOUR = str(carreau.examples() / "connect_four")
WATCHED = """
import sys
def watch(event, given):
    if event == "import" and given[0].partition(".")[0] in ("numba", "llvmlite") or event == "subprocess.Popen":
        sys.stderr.write(f"{event}: {given[0]}\\n")
sys.addaudithook(watch)
from carreau.cli import main
main()
"""


def given(folder: Path, **more: str) -> dict[str, str]:
    """The environment of somebody whose cache is empty."""
    known = {name: value for name, value in os.environ.items() if name != VARIABLE}
    (folder / "temp").mkdir(exist_ok=True)
    (folder / "temp").chmod(0o777)
    return {**known, "PYTHONPATH": str(ROOT), "CARREAU_CACHE": str(folder / "cache"), "TMPDIR": str(folder / "temp"), **more}


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "match.json"
    file.write_text(json.dumps(play_to_the_end(QUICK.new(2, 3, **QUICK.short)).record()))
    return file


@pytest.mark.parametrize(
    "words",
    [
        "--help", "--version", "play --help", "games", "games --json", f"games {QUICK.id}", "replay RECORD --moves",
        "verify RECORD", "draw RECORD -o OUT.svg", f"draw --sheet {QUICK.id} -o OUT.svg", "film RECORD -o OUT.svg",
        f"check {FOUR} --quick --json", f"print {QUICK.id} -o OUT.pdf", "new mine --folder FOLDER",
        f"simulate {QUICK.id} --games 0",
        *(f"rules {game.id}" for game in EVERY), *(f"puzzle {game.id} --no-play" for game in PUZZLES),
    ],
)  # fmt: skip
def test_a_text_or_a_picture_never_waits_for_the_compiler(words: str, record: Path, tmp_path: Path) -> None:
    words = words.replace("RECORD", str(record)).replace("OUT", str(tmp_path / "out")).replace("FOLDER", str(tmp_path))
    command = [sys.executable, "-c", WATCHED, *words.split()]
    done = subprocess.run(command, env=given(tmp_path), cwd=ROOT, capture_output=True, text=True)
    refusal = "carreau: The number of games must be from 1 to 100000000, not 0.\n" if "--games 0" in words else ""
    said = [line for line in done.stderr.splitlines(keepends=True) if " checks " not in line]
    assert ("".join(said), done.returncode) == (refusal, 2 if refusal else 0)
    assert not (tmp_path / "cache").exists() and list((tmp_path / "temp").iterdir()) == []


def cpu_seconds(work: Callable[[], str]) -> tuple[str, float]:
    """What some work in other processes says, and the time it takes on a core of its own, however busy the machine is."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return said, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def length(folder: Path, cache: Path, games: int, **more: str) -> int:
    """The length of the matches of a game whose matches are all of the same length."""
    command = [sys.executable, "-m", "carreau", "simulate", str(folder), "--games", str(games), "--json"]
    found = json.loads(
        subprocess.run(command, env=given(cache, **more), cwd=ROOT, capture_output=True, text=True, check=True).stdout
    )
    assert found["shortest"] == found["longest"]
    return int(found["longest"])


def test_the_first_match_after_an_edit_begins_at_once(tmp_path: Path) -> None:
    """Also while the rules are still being compiled as they were before."""
    write_game("mine", tmp_path)
    game, cells = tmp_path / "mine", {4: 16, 3: 9}
    command = [sys.executable, "-m", "carreau", "simulate", str(game), "--games", "100000", "--json"]
    before = subprocess.Popen(command, env=given(tmp_path), cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        deadline = time.monotonic() + 120
        while not list((tmp_path / "cache").rglob("*.nbc")):
            assert time.monotonic() < deadline and before.poll() is None, "it is being compiled by now"
            time.sleep(0.05)
        constants = game / "constants.py"
        constants.write_text(constants.read_text().replace("SIDE = 4", "SIDE = 3"))
        said, seconds = cpu_seconds(lambda: str(length(game, tmp_path, 1)))
        assert before.poll() is None
        assert (int(said), seconds < 3) == (cells[3], True), seconds
        told = json.loads(before.communicate()[0])
    finally:
        before.kill()
        before.wait()
        assert before.stdout is not None
        before.stdout.close()
    assert (told["shortest"], told["longest"]) == (cells[4], cells[4])
    assert length(game, tmp_path, 50000, **{VARIABLE: Policy.FIRST}) == cells[3], "compiled, too"


def test_the_first_table_and_the_first_question_come_at_once() -> None:
    """Measured as `carreau bench start` does, with some patience for a busy machine: the compiler would take longer."""
    with ThreadPoolExecutor(1) as pool:  # a browser under test may have a loop running in this thread
        assert pool.submit(first_table, QUICK).result() < 10
    assert prompted(QUICK, 1) < 10
    with busy():
        assert rulebook(QUICK) < 10


def test_earlier_figures_are_shown_beside_those_of_now(capsys: pytest.CaptureFixture[str]) -> None:
    then = before(EVERY)
    assert then and set(then.values()) & {"21"}
    show_start(dict.fromkeys(then, 0.5), then)
    assert "in 0.2.0" in (said := capsys.readouterr().out) and all(name in said for name in then)


# where machine code cannot be kept

AS_SOMEBODY = ["setpriv", "--reuid=4001", "--regid=4001", "--clear-groups"]
READING_ALL = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]
needs_root = pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("setpriv"), reason="to become somebody else takes root")


def run_where(folder: Path, words: list[str], prefix: list[str], **more: str) -> subprocess.CompletedProcess[str]:
    environment = given(folder, **more)
    environment = {name: value for name, value in environment.items() if value != "-"}
    command = [*prefix, sys.executable, "-P", "-m", "carreau", *words]
    done = subprocess.run(command, env=environment, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert "Traceback" not in done.stderr
    return done


ENOUGH = 8000
LONG_ENOUGH = ["simulate", FOUR, "--games", str(ENOUGH), "--seed", "1", "--json"]  # for the compiler to begin


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_a_file_where_the_folder_should_be(place: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run_where(tmp_path, LONG_ENOUGH, [], CARREAU_CACHE=str(tmp_path / place))
    assert done.returncode == 0 and json.loads(done.stdout)["matches"] == ENOUGH
    assert done.stderr.count("\n") == 1 and f"each time, because {tmp_path / place} cannot be written to" in done.stderr
    assert list((tmp_path / "temp").iterdir()) == []


@needs_root
def test_without_a_home(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    for parent in list(tmp_path.parents)[:2]:
        parent.chmod(0o755)
    prefix = [*AS_SOMEBODY, *READING_ALL]
    done = run_where(tmp_path, LONG_ENOUGH, prefix, CARREAU_CACHE="-", HOME="-", XDG_CACHE_HOME="-")
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("\n") == 1 and "each time, because there is no home folder to keep it in" in done.stderr
    assert list((tmp_path / "temp").iterdir()) == []


def test_a_full_disk(tmp_path: Path) -> None:
    """What is compiled is used all the same, and nothing half-written counts as compiled."""
    full = ["sh", "-c", 'ulimit -f 16; exec "$@"', "sh"]  # no file may be larger than some kilobytes
    for words in (LONG_ENOUGH, ["simulate", FOUR, "--games", "5", "--bots", "ismcts:10", "--json"]):
        done = run_where(tmp_path, words, full)
        assert done.returncode == 0 and json.loads(done.stdout)["matches"] == int(words[words.index("--games") + 1]), done.stderr
    assert list((tmp_path / "cache").rglob("*.nbi")) and list((tmp_path / "cache").rglob("*.made")) == []
    assert list((tmp_path / "temp").iterdir()) == []


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_server_that_is_stopped_while_it_compiles_leaves_nothing(how: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    environment = given(tmp_path, CARREAU_CACHE=str(tmp_path / "file"), XDG_DATA_HOME=str(tmp_path / "data"))
    command = [sys.executable, "-m", "carreau", "serve", "--port", "0"]
    server = subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        deadline = time.monotonic() + 120
        while not list((tmp_path / "temp").glob("carreau-*/*/*/*.nbc")):
            assert time.monotonic() < deadline and server.poll() is None
            time.sleep(0.05)
        server.send_signal(how)
        _, said = server.communicate(timeout=60)
    finally:
        server.kill()
        server.communicate()
    assert "Traceback" not in said and list((tmp_path / "temp").iterdir()) == []
