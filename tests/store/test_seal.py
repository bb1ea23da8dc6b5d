"""Secrets in the log, and a log of the first version."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path

import pytest

from carreau.store.folder import BadFolder
from carreau.store.seal import KEY_FILE, Seal
from carreau.store.sqlite_log import SQLiteLog
from carreau.store.stored import FREE, Invitation, NewTable, StoredTable

SEED = "5eed" * 16
FIRST_EDITION = """
CREATE TABLE matches (id TEXT PRIMARY KEY, made REAL NOT NULL, settings TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entries (match TEXT NOT NULL REFERENCES matches (id), sequence INTEGER NOT NULL, at REAL NOT NULL,
    kind TEXT NOT NULL, seat INTEGER NOT NULL, data TEXT NOT NULL, spent REAL NOT NULL,
    PRIMARY KEY (match, sequence)) WITHOUT ROWID;
CREATE TABLE keys (hash BLOB NOT NULL, match TEXT NOT NULL REFERENCES matches (id), seat INTEGER NOT NULL,
    PRIMARY KEY (hash, match, seat)) WITHOUT ROWID;
PRAGMA user_version = 1;
"""


def test_seeds_and_links_cannot_be_read_from_the_file_alone(tmp_path: Path) -> None:
    log = SQLiteLog(tmp_path / "log.db")
    log.create(NewTable(StoredTable("one", 1.0, "{}", SEED), invitations=(Invitation(1, FREE, "a-link-to-sit-down-by"),)))
    log.close()
    (tmp_path / KEY_FILE).rename(tmp_path / "elsewhere")
    bytes_of_all = b"".join(file.read_bytes() for file in tmp_path.glob("log.db*"))
    for secret in (SEED.encode(), bytes.fromhex(SEED), b"a-link-to-sit-down-by"):
        assert secret not in bytes_of_all
    with closing(SQLiteLog(tmp_path / "log.db")) as stranger:
        assert stranger.match("one").seed == "" and stranger.invitations("one")[0].secret == ""
    (tmp_path / "elsewhere").replace(tmp_path / KEY_FILE)
    with closing(SQLiteLog(tmp_path / "log.db")) as log:
        assert log.match("one").seed == SEED


def test_the_same_text_is_never_sealed_in_the_same_way(tmp_path: Path) -> None:
    seal = Seal(tmp_path)
    assert seal.close(SEED) != seal.close(SEED) and seal.open(seal.close("é" * 99)) == "é" * 99


def test_the_key_is_its_owners_alone_and_made_once(tmp_path: Path) -> None:
    keys: list[bytes] = []
    makers = [threading.Thread(target=lambda: keys.append(Seal(tmp_path).key)) for _ in range(8)]
    for maker in makers:
        maker.start()
    for maker in makers:
        maker.join()
    assert len(keys) == 8 and len(set(keys)) == 1
    assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == [KEY_FILE], "no draft is left behind"


def test_a_damaged_key_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_bytes(b"short")
    with pytest.raises(BadFolder, match="damaged"):
        SQLiteLog(tmp_path / "log.db")


def test_a_garbled_secret_is_nothing(tmp_path: Path) -> None:
    """A link that can no longer be read opens no seat; a match without its seed is damaged, not encrypted with another key."""
    log = SQLiteLog(tmp_path / "log.db")
    log.create(NewTable(StoredTable("one", 1.0, "{}", SEED), invitations=(Invitation(1, FREE, "a-link"),)))
    for table, column in (("matches", "seed"), ("invitations", "secret")):
        (sealed,) = log.writer.execute(f"SELECT {column} FROM {table}").fetchone()
        log.writer.execute(f"UPDATE {table} SET {column} = ?", (sealed[:20] + bytes([sealed[20] ^ 0x80]) + sealed[21:],))
    assert log.invitations("one") == [Invitation(1, FREE, "")]
    assert log.match("one") == StoredTable("one", 0.0, "") and log.sealed_otherwise() == []
    assert Seal(tmp_path).open(None) == "" == Seal(tmp_path).open(b"")  # type: ignore[arg-type]
    log.close()


def test_matches_that_another_key_has_sealed_are_named(tmp_path: Path) -> None:
    log = SQLiteLog(tmp_path / "log.db")
    for name in ("one", "two"):
        log.create(NewTable(StoredTable(name, 1.0, "{}", SEED)))
    assert log.sealed_otherwise() == []
    log.close()
    (tmp_path / KEY_FILE).unlink()
    log = SQLiteLog(tmp_path / "log.db")
    log.create(NewTable(StoredTable("three", 1.0, "{}", SEED)))
    assert log.sealed_otherwise() == ["one", "two"]
    log.close()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a file away")
def test_a_key_of_another_user_is_refused(tmp_path: Path) -> None:
    Seal(tmp_path)
    os.chown(tmp_path / KEY_FILE, 65534, 65534)
    with pytest.raises(BadFolder, match="belongs to another user"):
        SQLiteLog(tmp_path / "log.db")


def test_a_log_of_the_first_edition_is_taken_over(tmp_path: Path) -> None:
    """Its seeds are encrypted. The host had a key for every seat: now only those of the host's own screen still open one."""
    chairs = [{"kind": kind, "level": 3, "name": ""} for kind in ("me", "bot", "open", "open")]
    settings = {"game": "any", "version": 1, "options": {}, "seed": SEED, "chairs": chairs, "clock": 0}
    with sqlite3.connect(tmp_path / "log.db") as sql:
        sql.executescript(FIRST_EDITION)
        sql.execute("INSERT INTO matches VALUES ('one', 1.0, ?)", (json.dumps(settings),))
        sql.execute("INSERT INTO matches VALUES ('odd', 2.0, 'not JSON')")
        sql.executemany("INSERT INTO keys VALUES (?, 'one', ?)", [(b"me", 0), *((b"link %d" % seat, seat) for seat in range(4))])
        sql.execute("INSERT INTO keys VALUES (?, 'one', 3)", (b"friend",))
        sql.execute("INSERT INTO keys VALUES (?, 'odd', 0)", (b"odd",))
        sql.execute("INSERT INTO entries VALUES ('one', 0, 1.0, 'sit', 3, 'Bo', 0.0)")
    sql.close()
    for _ in range(2):  # and once more, now that it is updated
        log = SQLiteLog(tmp_path / "log.db")
        kept = log.match("one")
        assert kept.seed == SEED and "seed" not in json.loads(kept.settings) and log.match("odd").settings == "not JSON"
        assert [log.seats("one", b"link %d" % seat) for seat in range(4)] == [[0], [], [], []]
        assert log.seats("one", b"me") == [0] and log.seats("one", b"friend") == []
        assert SEED.encode() not in b"".join(file.read_bytes() for file in tmp_path.glob("log.db*")), "nor beside the log"
        assert log.invitations("one") == [] and len(log.entries("one")) == 1
        log.close()
