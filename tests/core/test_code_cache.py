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


def call(source: Path) -> str:
    """What a process says that loads or compiles a function."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(source), *sys.path])}
    return subprocess.run(
        [sys.executable, "-c", CALL], env=environment, capture_output=True, text=True, check=True
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
