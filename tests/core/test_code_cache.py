"""Machine code on disk, and what becomes of it when files are damaged, moved or touched."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

DOUBLE = """
from carreau.core.compile import entry
CODE_FOLDER = __import__("pathlib").Path({folder!r})
@entry
def double(number: int) -> int:
    return 2 * number
"""
CALL = (
    "import double; from carreau.core.machine import twin_of; twin = twin_of(double.double); "
    "print(twin(21), sum(twin.stats.cache_hits.values()))"
)

MADE, FOUND = "42 0", "42 1"
AT_ONCE = """
import sys, time
from pathlib import Path
from numba.core.caching import IndexDataCacheFile
import double
from carreau.core.machine import twin_of

write, there = IndexDataCacheFile._save_index, Path(sys.argv[1])

def wait_and_write(self, found):
    (there / sys.argv[2]).touch()
    end = time.monotonic() + 3
    while len(list(there.iterdir())) < 2 and time.monotonic() < end:
        time.sleep(0.01)
    write(self, found)

IndexDataCacheFile._save_index = wait_and_write
print(twin_of(double.double)(eval(sys.argv[2])))
"""


def environment(source: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(source), *sys.path])}


def call(source: Path, program: str = CALL) -> str:
    """What a process says that loads or compiles a function."""
    return subprocess.run(
        [sys.executable, "-c", program], env=environment(source), capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "here" / "code"
    folder.mkdir(parents=True)
    (folder / "double.py").write_text(DOUBLE.format(folder=str(tmp_path / "cache")))
    assert (call(folder), call(folder)) == (MADE, FOUND)
    return folder


def damages(data: bytes) -> list[bytes]:
    """Cut off, empty, wiped."""
    return [data[: len(data) // 2], b"", bytes(len(data))]


def test_damaged_files_are_as_good_as_none(source: Path, tmp_path: Path) -> None:
    for kind in ("*.nbi", "*.nbc"):
        (file,) = (tmp_path / "cache").rglob(kind)
        for damaged in damages(file.read_bytes()):
            file.write_bytes(damaged)
            assert call(source) == MADE, (kind, damaged[:20])
            assert file.read_bytes() != damaged, "it is written again"
    assert call(source) == FOUND


def test_neither_dates_nor_places_matter(source: Path, tmp_path: Path) -> None:
    """The folder's name says what the code was made from: another clone, or the same one after a checkout, has it at once."""
    os.utime(source / "double.py", (1, 1))
    assert call(source) == FOUND
    (tmp_path / "there").mkdir()
    assert call(source.rename(tmp_path / "there" / "code")) == FOUND


def test_two_processes_that_compile_at_once_keep_the_code_of_both(tmp_path: Path) -> None:
    """For two kinds of argument, as two games do with a function that they share. Each reads the list before the other writes it,
    unless it has to wait for its turn."""
    source, there = tmp_path / "code", tmp_path / "there"
    source.mkdir()
    there.mkdir()
    (source / "double.py").write_text(DOUBLE.format(folder=str(tmp_path / "cache")))
    commands = [[sys.executable, "-c", AT_ONCE, str(there), number] for number in ("21", "21.5")]
    both = [subprocess.Popen(one, env=environment(source), stdout=subprocess.PIPE, text=True) for one in commands]
    assert [one.communicate(timeout=120)[0] for one in both] == ["42\n", "43.0\n"]
    assert (call(source), call(source, CALL.replace("21", "21.5"))) == (FOUND, "43.0 1")
