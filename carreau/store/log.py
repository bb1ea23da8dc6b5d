"""The log in SQLite: a write is on the disk when it returns."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from carreau.core.errors import CarreauError
from carreau.core.words import message
from carreau.store.folder import BadFolder
from carreau.store.row import Kept, Row

VERSION = 1
MOST_PAGES = 20_000  # of SQLite's own log, before it stops to move them
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


APPEND = """
INSERT INTO entries SELECT id, ?, ?, ?, ?, ?, ? FROM matches
WHERE id = ? AND ? = (SELECT COALESCE(MAX(sequence) + 1, 0) FROM entries WHERE match = id)
"""


APPEND_ALL = """
INSERT OR IGNORE INTO entries
SELECT matches.id, json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]'),
    json_extract(value, '$[4]'), json_extract(value, '$[5]'), json_extract(value, '$[6]')
FROM json_each(?) JOIN matches ON matches.id = json_extract(value, '$[0]')
WHERE json_extract(value, '$[1]') = (SELECT COALESCE(MAX(sequence) + 1, 0) FROM entries WHERE match = matches.id)
"""  # one statement for all, because between two of them a busy program would keep the disk waiting
REFUSED = message("The disk is full or cannot be written to: this has not happened. Try again.")


class Conflict(CarreauError):
    """Somebody else has written this entry first."""

    code = "conflict"


class Unwritten(CarreauError):
    """The disk has refused: what was to be written has not happened."""

    code = "unwritten"


class NoMatch(CarreauError):
    """There is no such match."""

    code = "no-match"


def connect(file: Path) -> sqlite3.Connection:
    sql = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=10)
    sql.execute("PRAGMA journal_mode = WAL")
    sql.execute("PRAGMA synchronous = FULL")
    sql.execute("PRAGMA foreign_keys = ON")
    return sql


class Log:
    """All matches of one data folder: one connection writes, another reads, so that reading never waits for the disk."""

    def __init__(self, file: Path) -> None:
        try:
            self.pen = connect(file)
            self.prepare(file)
            self.sql = connect(file)
            self.broom = connect(file)
            self.pen.execute(f"PRAGMA wal_autocheckpoint = {MOST_PAGES}")
        except sqlite3.Error as error:
            raise BadFolder(f"The file {file} cannot be used as a log of matches: {error}.") from error
        self.seen = self.version()
        self.swept = 0  # changes that had been written when it was last swept

    def prepare(self, file: Path) -> None:
        """Make the tables in a new file; refuse one that a newer program has made."""
        with self.pen:
            self.pen.execute("BEGIN IMMEDIATE")
            version = self.pen.execute("PRAGMA user_version").fetchone()[0]
            if version > VERSION:
                raise BadFolder(f"The file {file} was written by a newer version of this program.")
            if version == 0:
                for statement in SCHEMA.split(";"):
                    self.pen.execute(statement)
                self.pen.execute(f"PRAGMA user_version = {VERSION}")

    def close(self) -> None:
        for sql in (self.sql, self.broom, self.pen):
            sql.close()

    # writing

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """All of it or nothing; what the disk refuses has not happened."""
        try:
            self.pen.execute("BEGIN IMMEDIATE")
            try:
                yield self.pen
                self.pen.execute("COMMIT")
            except BaseException:
                if self.pen.in_transaction:
                    self.pen.execute("ROLLBACK")
                raise
        except sqlite3.OperationalError as error:
            raise Unwritten(REFUSED) from error

    def create(self, kept: Kept, keys: Iterable[tuple[bytes, int]], rows: Iterable[Row] = ()) -> None:
        """A new match, who may sit where (hash, seat), and what has happened so far."""
        with self.writing() as sql:
            sql.execute("INSERT INTO matches VALUES (?, ?, ?)", kept)
            sql.executemany("INSERT INTO keys VALUES (?, ?, ?)", [(hash, kept.id, seat) for hash, seat in keys])
            sql.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", [(kept.id, *row) for row in rows])

    def append(self, match: str, row: Row) -> None:
        """Write an entry; Conflict if its number is taken. There is a gap neither before nor after it."""
        if not self.append_all([(match, row)])[0]:
            raise Conflict("The match has moved on in the meantime.")

    def append_all(self, entries: Sequence[tuple[str, Row]]) -> list[bool]:
        """Write entries of many matches at once: for each, whether its number was the next of its match."""
        given = json.dumps([(match, *row) for match, row in entries])
        with self.writing() as sql:
            sql.execute("SAVEPOINT whole")
            if sql.execute(APPEND_ALL, (given,)).rowcount == len(entries):
                return [True] * len(entries)
            sql.execute("ROLLBACK TO whole")
            return [sql.execute(APPEND, (*row, match, row.sequence)).rowcount == 1 for match, row in entries]

    def add_key(self, match: str, seat: int, hash: bytes) -> None:
        """Let one more secret open a seat."""
        with self.writing() as sql:
            sql.execute("INSERT OR IGNORE INTO keys VALUES (?, ?, ?)", (hash, match, seat))

    def sweep(self) -> None:
        """Move what was written from SQLite's own log into its tables, beside the writing: left to it, it would stop for this."""
        if self.swept != self.pen.total_changes:
            self.swept = self.pen.total_changes
            self.broom.execute("PRAGMA wal_checkpoint(PASSIVE)")

    # other processes

    def version(self) -> int:
        """Changes when another process has written."""
        return int(self.pen.execute("PRAGMA data_version").fetchone()[0])

    def others_wrote(self) -> bool:
        """Whether another process has written since this was last asked."""
        before, self.seen = self.seen, self.version()
        return before != self.seen

    # reading

    def match(self, match: str) -> Kept:
        row = self.sql.execute("SELECT id, made, settings FROM matches WHERE id = ?", (match,)).fetchone()
        if row is None:
            raise NoMatch("There is no table at this address.")
        return Kept(*row)

    def all(self) -> Iterator[Kept]:
        """Every match, the oldest first."""
        found = self.sql.execute("SELECT id FROM matches ORDER BY made, id").fetchall()
        return (self.match(id) for (id,) in found)

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

    def knows(self, hash: bytes) -> bool:
        """Whether a secret opens any seat anywhere."""
        return self.sql.execute("SELECT 1 FROM keys WHERE hash = ? LIMIT 1", (hash,)).fetchone() is not None

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
