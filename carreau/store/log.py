"""The log in SQLite: a write is on the disk when it returns."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path

from carreau.core.errors import CarreauError
from carreau.store.folder import BadFolder
from carreau.store.row import Kept, Row

VERSION = 1
SCHEMA = """
CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    made REAL NOT NULL,
    settings TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE entries (
    match TEXT NOT NULL REFERENCES matches (id),
    sequence INTEGER NOT NULL,
    at REAL NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER NOT NULL,
    data TEXT NOT NULL,
    spent REAL NOT NULL,
    PRIMARY KEY (match, sequence)
) WITHOUT ROWID;
CREATE TABLE keys (
    hash BLOB NOT NULL,
    match TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    PRIMARY KEY (hash, match, seat)
) WITHOUT ROWID;
"""


class Conflict(CarreauError):
    """Somebody else has written this entry first."""

    code = "conflict"


class NoMatch(CarreauError):
    """There is no such match."""

    code = "no-match"


class Log:
    """All matches of one data folder."""

    def __init__(self, file: Path) -> None:
        try:
            self.sql = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=10)
            self.sql.execute("PRAGMA journal_mode = WAL")
            self.sql.execute("PRAGMA synchronous = FULL")
            self.sql.execute("PRAGMA foreign_keys = ON")
            self.prepare(file)
        except sqlite3.Error as error:
            raise BadFolder(f"The file {file} cannot be used as a log of matches: {error}.") from error

    def prepare(self, file: Path) -> None:
        """Make the tables in a new file; refuse one that a newer program has made."""
        with self.sql:
            self.sql.execute("BEGIN IMMEDIATE")
            version = self.sql.execute("PRAGMA user_version").fetchone()[0]
            if version > VERSION:
                raise BadFolder(f"The file {file} was written by a newer version of this program.")
            if version == 0:
                for statement in SCHEMA.split(";"):
                    self.sql.execute(statement)
                self.sql.execute(f"PRAGMA user_version = {VERSION}")

    def close(self) -> None:
        self.sql.close()

    # writing

    def create(self, kept: Kept, keys: Iterable[tuple[bytes, int]], rows: Iterable[Row] = ()) -> None:
        """A new match, who may sit where (hash, seat), and what has happened so far; all of it or nothing."""
        with self.sql:
            self.sql.execute("BEGIN IMMEDIATE")
            self.sql.execute("INSERT INTO matches VALUES (?, ?, ?)", kept)
            self.sql.executemany("INSERT INTO keys VALUES (?, ?, ?)", [(hash, kept.id, seat) for hash, seat in keys])
            self.sql.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", [(kept.id, *row) for row in rows])

    def append(self, match: str, row: Row) -> None:
        """Write an entry; Conflict if its number is taken. There is a gap neither before nor after it."""
        try:
            done = self.sql.execute(
                "INSERT INTO entries SELECT ?, ?, ?, ?, ?, ?, ? "
                "WHERE ? = (SELECT COALESCE(MAX(sequence) + 1, 0) FROM entries WHERE match = ?)",
                (match, *row, row.sequence, match),
            )
        except sqlite3.IntegrityError as error:
            raise Conflict("The match has moved on in the meantime.") from error
        if done.rowcount != 1:
            raise Conflict("The match has moved on in the meantime.")

    def add_key(self, match: str, seat: int, hash: bytes) -> None:
        """Let one more secret open a seat."""
        self.sql.execute("INSERT OR IGNORE INTO keys VALUES (?, ?, ?)", (hash, match, seat))

    # reading

    def match(self, match: str) -> Kept:
        row = self.sql.execute("SELECT id, made, settings FROM matches WHERE id = ?", (match,)).fetchone()
        if row is None:
            raise NoMatch("There is no table at this address.")
        return Kept(*row)

    def rows(self, match: str, first: int = 0) -> list[Row]:
        """What happened at a table, in order."""
        found = self.sql.execute(
            "SELECT sequence, at, kind, seat, data, spent FROM entries WHERE match = ? AND sequence >= ? ORDER BY sequence",
            (match, first),
        )
        return [Row(*row) for row in found]

    def seats(self, match: str, hash: bytes) -> list[int]:
        """The seats that a secret opens."""
        found = self.sql.execute("SELECT seat FROM keys WHERE hash = ? AND match = ? ORDER BY seat", (hash, match))
        return [seat for (seat,) in found]

    def keys(self, match: str) -> list[tuple[bytes, int]]:
        """All hashes and the seat that each opens."""
        return list(self.sql.execute("SELECT hash, seat FROM keys WHERE match = ?", (match,)))

    def matches(self, hash: bytes, most: int = 12) -> list[Kept]:
        """The matches in which a secret opens a seat, the newest first."""
        found = self.sql.execute(
            "SELECT DISTINCT id, made, settings FROM keys JOIN matches ON id = match WHERE hash = ? ORDER BY made DESC LIMIT ?",
            (hash, most),
        )
        return [Kept(*row) for row in found]
