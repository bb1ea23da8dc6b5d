"""A log whose files are moved, deleted or replaced while it is open: nothing that would be lost is acknowledged."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from carreau.store.folder import BadFolder
from carreau.store.log import Unwritten
from carreau.store.seal import KEY_FILE
from carreau.store.sqlite_log import GONE, SQLiteLog
from carreau.store.stored import FREE, Invitation, NewTable, StoredTable
from tests.store.shelves import fill, row

FILES = ("carreau.db", "carreau.db-wal", "carreau.db-shm")


@pytest.fixture
def log(tmp_path: Path) -> SQLiteLog:
    log = fill(tmp_path / "carreau.db", 2, 3)
    log.append("match-000", row(3))
    return log


def delete_all(folder: Path) -> None:
    for name in FILES:
        (folder / name).unlink()


def delete(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


def replace_by_a_copy(folder: Path) -> None:
    shutil.copy(folder / FILES[0], folder / "copy")
    os.replace(folder / "copy", folder / FILES[0])


def replace_by_another(folder: Path) -> None:
    delete_all(folder)
    fill(folder / "other.db", 2, 3).close()
    os.replace(folder / "other.db", folder / FILES[0])


def begin_anew(folder: Path) -> None:
    """Another server was started after the files were deleted."""
    delete_all(folder)
    fill(folder / FILES[0], 2, 3).close()


def cut_off(folder: Path) -> None:
    os.truncate(folder / FILES[0], 0)


def overwrite(folder: Path) -> None:
    """`cp` of an older file keeps the same file under the name, and changes its content."""
    (folder / FILES[0]).write_bytes((folder / FILES[0]).read_bytes()[:4096])


def cut_off_what_was_written_last(folder: Path) -> None:
    os.truncate(folder / FILES[1], 0)


def cut_off_a_part_of_it(folder: Path) -> None:
    os.truncate(folder / FILES[1], 100)


def move_folder(folder: Path) -> None:
    folder.rename(folder.with_name("moved"))


@pytest.mark.parametrize(
    "happens",
    [
        delete_all, *map(delete, FILES), replace_by_a_copy, replace_by_another, begin_anew, cut_off, overwrite, move_folder,
        cut_off_what_was_written_last, cut_off_a_part_of_it,
    ],
)  # fmt: skip
def test_nothing_is_written_any_more(log: SQLiteLog, tmp_path: Path, happens: Callable[[Path], None]) -> None:
    log.checkpoint()  # what was written is in the database itself
    log.append("match-000", row(4))
    happens(tmp_path)
    writes: list[Callable[[], object]] = [
        lambda: log.append("match-000", row(5)),
        lambda: log.create(NewTable(StoredTable("new", 9.0, "{}"))),
        lambda: log.invite("match-000", Invitation(1, FREE, "link")),
    ]
    for write in writes:
        with pytest.raises(Unwritten) as refused:
            write()
        assert refused.value.sentence == GONE
    assert "carreau.db" in str(refused.value.__cause__)
    log.close()


def test_the_key_is_watched_too(log: SQLiteLog, tmp_path: Path) -> None:
    """A table encrypted with a key that is gone could never be opened again."""
    (tmp_path / KEY_FILE).rename(tmp_path / "away")
    with pytest.raises(Unwritten):
        log.create(NewTable(StoredTable("new", 1.0, "{}", "5eed" * 16)))
    (tmp_path / "away").rename(tmp_path / KEY_FILE)
    log.create(NewTable(StoredTable("new", 1.0, "{}", "5eed" * 16)))
    log.close()


@pytest.mark.parametrize("swept", [False, True])
def test_the_log_beside_it_is_cut_off_after_the_first_write(tmp_path: Path, swept: bool) -> None:
    """It was empty when the log was opened; it makes no difference whether its content had gone into the tables by then."""
    fill(tmp_path / "carreau.db", 2, 3).close()
    log = SQLiteLog(tmp_path / "carreau.db")
    log.append("match-000", row(3))
    if swept:
        log.checkpoint()
    os.truncate(tmp_path / FILES[1], 0)
    with pytest.raises(Unwritten) as refused:
        log.append("match-001", row(3))
    assert refused.value.sentence == GONE
    log.close()


def test_what_another_process_has_written_is_watched_too(log: SQLiteLog, tmp_path: Path) -> None:
    log.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    other = SQLiteLog(tmp_path / "carreau.db")
    log.append("match-000", row(4))
    log.checkpoint()
    assert other.others_wrote()
    os.truncate(tmp_path / FILES[1], 0)
    with pytest.raises(Unwritten) as refused:
        other.append("match-001", row(3))
    assert refused.value.sentence == GONE
    for one in (log, other):
        one.close()


def test_what_sqlite_itself_makes_shorter_is_no_alarm(log: SQLiteLog, tmp_path: Path) -> None:
    """Anyone may have moved all of it into the tables, and another server may have started again at the front since."""
    other = SQLiteLog(tmp_path / "carreau.db")
    for number in (4, 5, 6):
        other.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert (tmp_path / FILES[1]).stat().st_size == 0
        log.append("match-000", row(number))
    other.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    other.append("match-001", row(3))
    log.append("match-000", row(7))
    log.checkpoint()
    other.append("match-001", row(4))
    log.append("match-000", row(8))
    for one in (log, other):
        one.close()


def test_a_key_that_is_changed_in_place_is_noticed(log: SQLiteLog, tmp_path: Path) -> None:
    key = tmp_path / KEY_FILE
    content = key.read_bytes()
    for changed in (b"", bytes(len(content))):
        key.write_bytes(changed)
        for _ in range(2):
            with pytest.raises(Unwritten):
                log.append("match-000", row(4))
    key.write_bytes(content)
    log.append("match-000", row(4))
    os.replace(shutil.copy(key, tmp_path / "copy"), key)
    log.append("match-000", row(5))
    log.close()


def test_a_log_that_is_a_link(tmp_path: Path) -> None:
    """SQLite's other files are next to the real file, and are watched there; the key stays next to the link."""
    (tmp_path / "data").mkdir()
    (tmp_path / "real").mkdir()
    link = tmp_path / "data" / "carreau.db"
    link.symlink_to(tmp_path / "real" / "log.db")
    log = fill(link, 2, 3)
    assert sorted(file.name for file in link.parent.iterdir()) == ["carreau.db", KEY_FILE]
    assert {mode.st_mode & 0o777 for mode in map(Path.stat, (tmp_path / "real").iterdir())} == {0o600}
    rest = tmp_path / "real" / "log.db-wal"
    rest.rename(tmp_path / "away")
    with pytest.raises(Unwritten):
        log.append("match-000", row(3))
    (tmp_path / "away").rename(rest)
    log.append("match-000", row(3))
    link.rename(tmp_path / "link")
    with pytest.raises(Unwritten):
        log.append("match-000", row(4))
    log.close()


def test_what_was_written_last_is_not_thrown_away_behind_a_link(log: SQLiteLog, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    shutil.copy(tmp_path / "carreau.db-wal", tmp_path / "other" / "log.db-wal")
    log.close()
    (tmp_path / "link.db").symlink_to(tmp_path / "other" / "log.db")
    with pytest.raises(BadFolder, match="put it back"):
        SQLiteLog(tmp_path / "link.db")


def test_moved_away_and_back(log: SQLiteLog, tmp_path: Path) -> None:
    (tmp_path / "away").mkdir()
    for name in FILES:
        (tmp_path / name).rename(tmp_path / "away" / name)
    for _ in range(2):
        with pytest.raises(Unwritten):
            log.append("match-000", row(4))
    assert len(log.entries("match-000")) == 4, "what was written before can still be read"
    for name in FILES:
        (tmp_path / "away" / name).rename(tmp_path / name)
    log.append("match-000", row(4))
    log.close()
    again = SQLiteLog(tmp_path / "carreau.db")
    assert len(again.entries("match-000")) == 5
    again.close()


def test_a_new_log_in_the_same_place_is_left_alone(log: SQLiteLog, tmp_path: Path) -> None:
    """When the old one is closed, SQLite must not tidy up what belongs to the new one."""
    delete_all(tmp_path)
    new = fill(tmp_path / "carreau.db", 1, 1)
    log.close()
    new.append("match-000", row(1))
    assert (tmp_path / "carreau.db-wal").exists()
    new.close()
    again = SQLiteLog(tmp_path / "carreau.db")
    assert len(again.entries("match-000")) == 2
    again.close()


@pytest.mark.parametrize("left", [None, b""])
def test_what_was_written_last_is_not_thrown_away(log: SQLiteLog, tmp_path: Path, left: bytes | None) -> None:
    """The file itself is missing or empty, and the rest is there: SQLite alone would remove it."""
    (tmp_path / "other").mkdir()
    rest = tmp_path / "other" / "carreau.db-wal"
    shutil.copy(tmp_path / "carreau.db-wal", rest)
    log.close()
    if left is not None:
        (tmp_path / "other" / "carreau.db").write_bytes(left)
    with pytest.raises(BadFolder, match="put it back"):
        SQLiteLog(tmp_path / "other" / "carreau.db")
    assert rest.stat().st_size
