"""Only the user can read what is stored."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from carreau.store.folder import prepare_folder
from carreau.store.sqlite_log import SQLiteLog
from tests.store.shelves import fill, row

FILES = ("carreau.db", "carreau.db-wal", "carreau.db-shm", "carreau.key")
NOBODY = 65534


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(autouse=True)
def usual_mask() -> None:
    os.umask(0o022)


def test_a_new_folder_and_its_files(tmp_path: Path) -> None:
    folder = prepare_folder(tmp_path / "some" / "where")
    log = fill(folder / "carreau.db", 1, 1)
    assert mode(folder) == 0o700
    assert {name: mode(folder / name) for name in FILES} == dict.fromkeys(FILES, 0o600)
    log.close()


def test_those_that_are_too_open_are_closed_at_the_start(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    log = fill(folder / "carreau.db", 1, 1)
    for name in FILES:
        (folder / name).chmod(0o664)
    again = SQLiteLog(prepare_folder(folder) / "carreau.db")  # as another server on the same folder does
    assert mode(folder) == 0o700
    assert {name: mode(folder / name) for name in FILES} == dict.fromkeys(FILES, 0o600)
    again.append("match-000", row(1))
    log.append("match-000", row(2))
    for one in (log, again):
        one.close()


def test_a_folder_in_which_other_things_lie_stays_open(tmp_path: Path) -> None:
    """A home folder, or /tmp: only our own files are made private."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o755)
    (folder / "letter.txt").touch()
    fill(prepare_folder(folder) / "carreau.db", 1, 1).close()
    assert mode(folder) == 0o755 and mode(folder / "letter.txt") == 0o644 and mode(folder / "carreau.db") == 0o600


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_user_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    prepare_folder(tmp_path)
    assert not caplog.text
    os.chown(tmp_path, NOBODY, NOBODY)
    prepare_folder(tmp_path)
    assert "belongs to another user" in caplog.text and len(caplog.records) == 1


def test_a_log_that_is_a_link_to_nothing(tmp_path: Path) -> None:
    """Its files are made where the link leads, readable only by their user."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "carreau.db").symlink_to(tmp_path / "real.db")
    log = fill(tmp_path / "data" / "carreau.db", 1, 1)
    assert {mode(tmp_path / f"real.db{side}") for side in ("", "-wal", "-shm")} == {0o600}
    log.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_somebody_else_reads_nothing(tmp_path: Path) -> None:
    """A real other user, even if the folder itself is open."""
    for place in (tmp_path, *tmp_path.parents[:2]):
        place.chmod(0o755)
    (tmp_path / "open").mkdir()
    (tmp_path / "open" / "letter.txt").touch()
    for name in ("closed", "open"):
        log = fill(prepare_folder(tmp_path / name) / "carreau.db", 1, 1)
        for file in FILES:
            code = f"import os; os.setgid({NOBODY}); os.setuid({NOBODY}); open({str(tmp_path / name / file)!r}, 'rb')"
            tried = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
            assert tried.returncode and "PermissionError" in tried.stderr
        log.close()
