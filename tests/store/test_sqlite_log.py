"""The log in a file: what SQLite is asked to promise, files that are no log, and threads that use it."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from carreau.store.folder import BadFolder
from carreau.store.log import NEWEST
from carreau.store.seal import Seal
from carreau.store.sqlite_log import SQLiteLog
from carreau.store.stored import NewTable, StoredReview, StoredTable
from tests.store.shelves import row

SECOND_EDITION = (Path(__file__).parent / "sqlite-2.sql").read_text(encoding="utf-8")  # as version 2 wrote it


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SQLiteLog]:
    with closing(SQLiteLog(tmp_path / "log.db")) as log:
        log.create(NewTable(StoredTable("one", 1.0, '{"game": "any"}', "5eed")))
        yield log


def test_every_write_waits_for_the_disk(log: SQLiteLog) -> None:
    assert log.reader.sql.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert log.reader.sql.execute("PRAGMA synchronous").fetchone()[0] == 2


def test_the_key_itself_forbids_a_second_entry(log: SQLiteLog) -> None:
    log.append("one", row(0))
    with pytest.raises(sqlite3.IntegrityError):
        log.reader.sql.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", ("one", *row(0, "other")))


def test_a_file_that_is_no_log(tmp_path: Path) -> None:
    (tmp_path / "log.db").write_text("not a database, but a long enough text to be taken for one" * 100)
    with pytest.raises(BadFolder, match="cannot be used"):
        SQLiteLog(tmp_path / "log.db")


def test_a_log_of_version_2(tmp_path: Path) -> None:
    """Its tables were made by the version before reviews; they are upgraded and used, and new ones look the same."""
    with closing(sqlite3.connect(tmp_path / "log.db")) as sql:
        sql.executescript(SECOND_EDITION)
        sql.execute("INSERT INTO matches VALUES ('one', 1.0, '{}', ?)", (Seal(tmp_path).close("5eed"),))
        sql.execute("INSERT INTO entries VALUES ('one', 0, 1.5, 'play', 0, 'r5 f6', 0.25)")
        sql.execute("INSERT INTO keys VALUES (x'61', 'one', 0)")
        sql.commit()
    review = StoredReview(1, 1, 2.0, "{}")
    for _ in range(2):  # the second time, there is nothing to upgrade
        with closing(SQLiteLog(tmp_path / "log.db")) as log:
            assert log.match("one") == StoredTable("one", 1.0, "{}", "5eed") and log.entries("one") == [row(0)]
            log.keep_review("one", review)
            assert log.reviews("one") == [review]
            upgraded = schema_of(log)
    with closing(SQLiteLog(tmp_path / "new.db")) as log:
        assert schema_of(log) == upgraded


def schema_of(log: SQLiteLog) -> list[tuple[str, str]]:
    return sorted((name, sql) for name, sql in log.read("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))


def test_a_log_of_a_newer_program(log: SQLiteLog, tmp_path: Path) -> None:
    log.reader.sql.execute("PRAGMA user_version = 99")
    log.close()
    with pytest.raises(BadFolder, match="newer"):
        SQLiteLog(tmp_path / "log.db")


def test_the_newest_of_many_tables_are_found_without_comparing_whole_rows(tmp_path: Path) -> None:
    log = SQLiteLog(tmp_path / "carreau.db")
    for number in range(30):
        kept = StoredTable(f"table{number}", float(number * 7 % 30), "{}", "0" * 64)
        log.create(NewTable(kept, ((b"mine", 0), (b"mine", 1), (b"other", 2))))
    assert [kept.made for kept in log.matches(b"mine")] == [float(made) for made in range(29, 17, -1)]
    plan = " ".join(row[-1] for row in log.reader.sql.execute(f"EXPLAIN QUERY PLAN {NEWEST}", (b"mine", 12)))
    assert "DISTINCT" not in plan and "SCAN matches" not in plan
    log.close()


def test_a_log_can_be_closed_while_threads_use_it(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "tests.store.closing", str(tmp_path / "log.db")], timeout=60, check=False)
    assert done.returncode == 0
