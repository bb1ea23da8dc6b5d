"""Where compiled code goes if it cannot go where it should."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from carreau.core.cache import LOCK, PREFIX

ROOT = Path(__file__).parent.parent.parent
COMMAND = ("play", "carreau/examples/kings_corner")  # it has the rules compiled, but does not wait for that
COMPILING = ("simulate", "carreau/examples/connect_four", "--games", "1", "--bots", "greedy")  # waits
WAIT = "import carreau.core.cache as c, time; print(c.spare_root(), flush=True); time.sleep(600)"


def environment(cache: Path, temp: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "CARREAU_CACHE": str(cache), "TMPDIR": str(temp), "PYTHONPATH": str(ROOT), **more}


def carreau(*words: str, cache: Path, temp: Path, bound: bool = False, **more: str) -> subprocess.CompletedProcess[str]:
    """A command, bound by folder permissions if wanted, even when root runs it."""
    temp.mkdir(exist_ok=True)
    rights = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if bound and os.geteuid() == 0 else []
    command = [*rights, sys.executable, "-P", "-m", "carreau", *words]
    given = environment(cache, temp, **more)
    return subprocess.run(command, env=given, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True)


def left_in(temp: Path) -> list[Path]:
    return list(temp.glob("carreau-*"))


def test_below_a_file(tmp_path: Path) -> None:
    """Nobody can create anything there, not even root."""
    (tmp_path / "file").touch()
    done = carreau(*COMMAND, cache=tmp_path / "file" / "cache", temp=tmp_path / "temp")
    assert done.returncode == 0, done.stderr
    assert "each time, because" in done.stderr and "Traceback" not in done.stderr
    assert left_in(tmp_path / "temp") == []


@pytest.mark.parametrize("words", [("rules", "carreau/examples/kings_corner"), ("puzzle", "--no-play", "--date", "2026-01-01")])
def test_what_needs_no_machine_code_makes_no_folder(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = carreau(*words, cache=tmp_path / "cache", temp=tmp_path / "temp")
    assert (done.returncode, done.stderr) == (0, "")
    assert not (tmp_path / "cache").exists() and left_in(tmp_path / "temp") == []


@pytest.mark.skipif(os.geteuid() == 0 and not shutil.which("setpriv"), reason="root may write everywhere")
def test_a_folder_that_is_there_and_cannot_be_written_to(tmp_path: Path) -> None:
    """What was compiled there is used."""
    cache, temp = tmp_path / "cache", tmp_path / "temp"
    known_game = ("simulate", "carreau/examples/connect_four", "--games", "1")
    assert carreau(*known_game, cache=cache, temp=temp, CARREAU_COMPILE="first").returncode == 0
    before = sorted(cache.rglob("*"))
    for place in (cache, *(path for path in before if path.is_dir())):
        place.chmod(0o555)
    try:
        known = carreau(*known_game, cache=cache, temp=temp, bound=True)
        fresh = carreau(*COMMAND, cache=cache, temp=temp, bound=True)
    finally:
        for place in (cache, *(path for path in before if path.is_dir())):
            place.chmod(0o755)
    assert (known.returncode, known.stderr) == (0, "")
    assert fresh.returncode == 0 and "each time, because" in fresh.stderr
    assert sorted(cache.rglob("*")) == before and left_in(temp) == []


def test_one_folder_for_a_process_and_those_it_starts(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    program = """
import subprocess, sys
from carreau.core.cache import folder_named, spare_root
one, other = folder_named("one"), folder_named("other")
assert one.parent == other.parent == spare_root() and folder_named("one") == one
inner = subprocess.run([sys.executable, "-c", "from carreau.core.cache import spare_root; print(spare_root())"],
                       capture_output=True, text=True, check=True).stdout.strip()
assert inner == str(spare_root()) and one.is_dir(), "the other process has not removed it"
"""
    given = environment(tmp_path / "file" / "cache", tmp_path)
    subprocess.run([sys.executable, "-c", program], env=given, cwd=ROOT, check=True)
    assert left_in(tmp_path) == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="to give a folder to somebody else takes root")
def test_what_others_lay_in_the_temporary_folder_is_not_touched(tmp_path: Path) -> None:
    """We use neither their folder nor one of our files that a lock there links to, and we never wait at their pipe."""
    temp, precious = tmp_path / "temp", tmp_path / "precious"
    precious.write_text("all my matches", encoding="utf-8")
    for name, uid in (("theirs", 4001), ("ours", os.geteuid())):
        folder = temp / f"{PREFIX}{name}"
        folder.mkdir(parents=True)
        (folder / LOCK).symlink_to(precious)
        os.chown(folder, uid, -1)
    pipe = temp / f"{PREFIX}pipe"
    pipe.mkdir()
    os.mkfifo(pipe / LOCK)
    os.chown(pipe, 4001, -1)
    (tmp_path / "file").touch()
    done = carreau(*COMMAND, cache=tmp_path / "file" / "cache", temp=temp)
    assert done.returncode == 0 and precious.read_text(encoding="utf-8") == "all my matches"
    assert (temp / f"{PREFIX}theirs").exists() and pipe.exists()


def test_what_a_killed_process_leaves_is_removed_by_the_next(tmp_path: Path) -> None:
    given = environment(tmp_path, tmp_path)
    started = [
        subprocess.Popen([sys.executable, "-c", WAIT], env=given, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    try:
        folders = [Path(one.stdout.readline().strip()) for one in started if one.stdout]
        assert folders[0] != folders[1] and all(folder.is_dir() for folder in folders)
        started[0].kill()
        started[0].wait()
        assert folders[0].is_dir()
        (tmp_path / f"{PREFIX}of-somebody").mkdir()
        (tmp_path / "file").touch()
        assert carreau(*COMMAND, cache=tmp_path / "file" / "cache", temp=tmp_path).returncode == 0
        assert not folders[0].exists() and folders[1].is_dir(), "the other one is in use"
        assert (tmp_path / f"{PREFIX}of-somebody").is_dir(), "nobody knows whose it is"
    finally:
        for one in started:
            one.kill()
            one.wait()
            assert one.stdout
            one.stdout.close()


def interrupted(tmp_path: Path, how: signal.Signals) -> tuple[int, str]:
    """A command that is compiling in a temporary folder gets a signal."""
    (tmp_path / "file").touch()
    given = environment(tmp_path / "file" / "cache", tmp_path)
    command = [sys.executable, "-P", "-m", "carreau", *COMPILING]
    process = subprocess.Popen(command, env=given, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    assert "Compiling" in process.stderr.readline()
    time.sleep(0.4)
    process.send_signal(how)
    _, said = process.communicate(timeout=60)
    return process.returncode, said


LOST = """
import contextlib, ctypes, signal
from carreau.cli.app_tools import run
with contextlib.suppress(SystemExit):
    run(["games"])
ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(signal.SIGINT))()
print("went on")
"""


def test_stopped_where_nothing_can_be_raised() -> None:
    """LLVM calls back into Python while it compiles, and exceptions raised there are lost."""
    found = subprocess.run([sys.executable, "-c", LOST], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (found.returncode, found.stderr) == (130, "carreau: stopped.\n") and "went on" not in found.stdout


@pytest.mark.parametrize(("how", "code", "line"), [(signal.SIGINT, 130, "carreau: stopped.\n"), (signal.SIGTERM, -15, "")])
def test_stopped_while_compiling(tmp_path: Path, how: signal.Signals, code: int, line: str) -> None:
    assert interrupted(tmp_path, how) == (code, line)
    assert left_in(tmp_path) == []
