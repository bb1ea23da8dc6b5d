"""The log in SQLite: a write is on the disk when it returns."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from carreau.core.errors import CarreauError
from carreau.core.words import message
from carreau.store.damage import DAMAGED, MISREAD, UNREAD, Examination, complaint, is_damage
from carreau.store.folder import BadFolder
from carreau.store.permissions import close_files
from carreau.store.place import Moved, Place
from carreau.store.seal import NAME_BYTES, Seal
from carreau.store.sqlite_pages import FRAME_HEADER, WAL_HEADER
from carreau.store.stored import Change, Invitation, NewTable, Row, StoredTable, read_kept, read_row

VERSION = 2
MOST_PAGES = 20_000  # of SQLite's own log, before it stops to move them
PATIENCE = 100  # times to ask SQLite what another process keeps it from telling
INVITATIONS = """
CREATE TABLE invitations (
    match TEXT NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    until REAL NOT NULL,
    secret BLOB NOT NULL,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID;
"""
SCHEMA = (
    """
CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    made REAL NOT NULL,
    settings TEXT NOT NULL,
    seed BLOB NOT NULL
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
    + INVITATIONS
)
UPGRADES = {
    1: INVITATIONS
    + """
ALTER TABLE matches ADD COLUMN seed BLOB NOT NULL DEFAULT x'';
UPDATE matches SET seed = seal(json_extract(settings, '$.seed')), settings = json_remove(settings, '$.seed')
    WHERE json_valid(settings) AND json_type(settings, '$.seed') = 'text';
DELETE FROM keys WHERE (SELECT json_extract(settings, '$.chairs[' || seat || '].kind') FROM matches
    WHERE id = match AND json_valid(settings)) NOT IN ('me', 'hot');
"""  # seeds are sealed; the host held a key for every seat, which cannot be told from a friend's own: all of these go
}


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
NEWEST = """
SELECT id, made, settings, seed FROM matches WHERE id IN (SELECT match FROM keys WHERE hash = ?) ORDER BY made DESC LIMIT ?
"""  # DISTINCT would compare whole rows
REFUSED = message("The disk is full or cannot be written to: this has not happened. Try again.")
GONE = message(
    "The file in which matches are kept was moved, deleted or replaced: this has not happened. Tell whoever runs this server."
)


class Conflict(CarreauError):
    """Somebody else has written this entry first."""

    code = "conflict"


class Unwritten(CarreauError):
    """The disk has refused: what was to be written has not happened."""

    code = "unwritten"


class Damaged(Unwritten):
    """A part of the file cannot be read, nor be written to."""

    code = "damaged"


class NoMatch(CarreauError):
    """There is no such match."""

    code = "no-match"


def connect(file: Path) -> sqlite3.Connection:
    sql = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=10)
    sql.execute("PRAGMA journal_mode = WAL")
    sql.execute("PRAGMA synchronous = FULL")
    sql.execute("PRAGMA foreign_keys = ON")
    sql.execute("PRAGMA secure_delete = ON")  # a used link is not left on its page
    return sql


class Log:
    """All matches of one data folder: one connection writes, another reads, so that reading never waits for the disk.

    The file may be a link to another: what SQLite keeps beside it lies there, the key beside the link."""

    def __init__(self, link: Path) -> None:
        file = Path(os.path.realpath(link))
        check_whole(file)
        self.seal = Seal(link.parent)
        try:
            close_files(file, self.seal.file)
            self.pen = connect(file)
            if self.prepare(file):
                self.pen.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # old seeds are not left in the clear there
            self.sql = connect(file)
            self.broom = connect(file)
            self.pen.execute(f"PRAGMA wal_autocheckpoint = {MOST_PAGES}")
            self.sql.execute("SELECT name FROM sqlite_master").fetchall()
        except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
            raise BadFolder(
                f"The file {link} cannot be used as a log of matches: {complaint(error)}. "
                "If it is damaged, `carreau rescue` saves what can be read."
            ) from error
        self.place = Place(file, link, self.seal, self.bytes_needed)
        self.seen = self.version()
        self.swept = 0  # changes that had been written when it was last swept

    def prepare(self, file: Path) -> bool:
        """Make the tables in a new file; refuse one that a newer program has made. Whether an old one was taken over."""
        with self.pen:
            self.pen.execute("BEGIN IMMEDIATE")
            version = self.pen.execute("PRAGMA user_version").fetchone()[0]
            if version > VERSION:
                raise BadFolder(f"The file {file} was written by a newer version of this program.")
            self.pen.create_function("seal", 1, self.seal.close)
            for script in [UPGRADES[old] for old in range(version, VERSION)] if version else [SCHEMA]:
                for statement in script.split(";"):
                    self.pen.execute(statement)
            if version != VERSION:
                self.pen.execute(f"PRAGMA user_version = {VERSION}")
        return bool(0 < version < VERSION)

    def close(self) -> None:
        for sql in (self.sql, self.broom, self.pen):
            sql.close()

    def examine(self, seconds: float | None = None) -> Examination:
        """Look for damage, beside everything else; return after so many seconds at the latest."""
        return Examination(connect(Path(self.place.files[0])), seconds)

    def bytes_needed(self) -> int:
        """How long SQLite's own log has to be, as SQLite itself believes; it is asked only if that log has become shorter."""
        with suppress(sqlite3.DatabaseError):  # it cannot read what it has written
            (size,) = self.broom.execute("PRAGMA page_size").fetchone()
            for _ in range(PATIENCE):
                _, frames, _ = self.broom.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                if frames >= 0:  # otherwise another process is just moving them into the tables
                    return WAL_HEADER + frames * (FRAME_HEADER + int(size)) if frames else 0
                time.sleep(0.01)
        return sys.maxsize

    # writing

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """All of it or nothing; what the disk refuses has not happened."""
        try:
            self.pen.execute("BEGIN IMMEDIATE")
            try:
                yield self.pen
                self.place.check()
                self.pen.execute("COMMIT")
                self.place.note()
            except BaseException:
                if self.pen.in_transaction:
                    self.pen.execute("ROLLBACK")
                raise
        except MISREAD as error:
            if moved := self.place.moved():
                raise Unwritten(GONE) from moved
            if is_damage(error):
                raise Damaged(DAMAGED) from error
            if isinstance(error, sqlite3.OperationalError):
                raise Unwritten(REFUSED) from error
            raise
        except Moved as error:
            raise Unwritten(GONE) from error

    def create(self, table: NewTable) -> None:
        """A new table with all that belongs to it."""
        with self.writing() as sql:
            self.insert(sql, table)

    def insert(self, sql: sqlite3.Connection, table: NewTable) -> None:
        id, made, settings, seed = table.kept
        sql.execute("INSERT INTO matches VALUES (?, ?, ?, ?)", (id, made, settings, self.seal.close(seed)))
        sql.executemany("INSERT INTO keys VALUES (?, ?, ?)", [(hash, id, seat) for hash, seat in table.keys])
        sql.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", [(id, *row) for row in table.rows])
        for invitation in table.invitations:
            self.insert_invitation(sql, id, invitation)

    def insert_invitation(self, sql: sqlite3.Connection, match: str, invitation: Invitation) -> None:
        seat, until, secret = invitation
        sql.execute("INSERT OR REPLACE INTO invitations VALUES (?, ?, ?, ?)", (match, seat, until, self.seal.close(secret)))

    def invite(self, match: str, invitation: Invitation) -> None:
        """A link for a seat, in place of an earlier one."""
        with self.writing() as sql:
            self.insert_invitation(sql, match, invitation)

    def append(self, match: str, row: Row, change: Change | None = None) -> None:
        """Write an entry; Conflict if its number is taken. There is a gap neither before nor after it."""
        if not self.append_all([(match, row, change)])[0]:
            raise Conflict("The match has moved on in the meantime.")

    def append_all(self, entries: Sequence[tuple[str, Row, Change | None]]) -> list[bool]:
        """Write entries of many matches at once: for each, whether its number was the next of its match."""
        with self.writing() as sql:
            if not any(change for *_, change in entries):
                given = json.dumps([(match, *row) for match, row, _ in entries])
                sql.execute("SAVEPOINT whole")
                if sql.execute(APPEND_ALL, (given,)).rowcount == len(entries):
                    return [True] * len(entries)
                sql.execute("ROLLBACK TO whole")
            return [self.append_one(sql, *entry) for entry in entries]

    def append_one(self, sql: sqlite3.Connection, match: str, row: Row, change: Change | None) -> bool:
        if sql.execute(APPEND, (*row, match, row.sequence)).rowcount != 1:
            return False
        if change:
            sql.executemany("INSERT OR IGNORE INTO keys VALUES (?, ?, ?)", [(hash, match, seat) for hash, seat in change.keys])
            sql.executemany("DELETE FROM invitations WHERE match = ? AND seat = ?", [(match, seat) for seat in change.used])
            if change.table:
                self.insert(sql, change.table)
        return True

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
        self.place.note()
        return before != self.seen

    # reading

    def read(self, statement: str, *given: object) -> list[tuple[Any, ...]]:
        """All rows that a statement finds; what cannot be read is one sentence."""
        try:
            return self.sql.execute(statement, given).fetchall()
        except MISREAD as error:
            raise Damaged(DAMAGED) if is_damage(error) else Unwritten(UNREAD) from error

    def match(self, match: str) -> StoredTable:
        for row in self.read("SELECT id, made, settings, seed FROM matches WHERE id = ?", match):
            return self.kept(*row)
        raise NoMatch("There is no table at this address.")

    def kept(self, id: str, made: float, settings: str, seed: bytes) -> StoredTable:
        try:
            return read_kept((id, made, settings, self.seal.read(seed)))
        except (TypeError, ValueError):  # garbled
            return StoredTable(str(id), 0.0, "")

    def all(self) -> Iterator[StoredTable]:
        """Every match, the oldest first; of one that cannot be read, nothing but its id."""
        try:
            found = [id for (id,) in self.read("SELECT id FROM matches ORDER BY made, id")]
        except Damaged:
            found = self.ids()
        return map(self.match_or_id, found)

    def ids(self) -> list[str]:
        """Of all matches of which a trace can be read, in a damaged file: from both ends, as far as it goes."""
        found: set[str] = set()
        for table, column in (("matches", "id"), ("entries", "match"), ("keys", "match")):
            for order in ("ASC", "DESC"):
                with suppress(*MISREAD):
                    for (id,) in self.sql.execute(f"SELECT {column} FROM {table} ORDER BY 1 {order}"):
                        found.add(str(id))
        return sorted(found)

    def sealed_otherwise(self) -> list[str]:
        """The matches that this key does not open; as far as they can be read."""
        statement = f"SELECT id FROM matches WHERE substr(seed, 1, {NAME_BYTES}) != ? AND seed != x'' ORDER BY id"
        try:
            found = self.read(statement, self.seal.name)
        except Unwritten:
            return []
        return [str(id) for (id,) in found]

    def match_or_id(self, match: str) -> StoredTable:
        try:
            return self.match(match)
        except (Damaged, NoMatch):
            return StoredTable(match, 0.0, "")

    def rows(self, match: str, first: int = 0) -> list[Row]:
        """What happened at a table, in order."""
        statement = (
            "SELECT sequence, at, kind, seat, data, spent FROM entries WHERE match = ? AND sequence >= ? ORDER BY sequence"
        )
        found = [read_row(row) for row in self.read(statement, match, first)]
        if None in found:
            raise Damaged(DAMAGED)
        return [row for row in found if row is not None]

    def seats(self, match: str, hash: bytes) -> list[int]:
        """The seats that a secret opens."""
        return [seat for (seat,) in self.read("SELECT seat FROM keys WHERE hash = ? AND match = ? ORDER BY seat", hash, match)]

    def knows(self, hash: bytes) -> bool:
        """Whether a secret opens any seat anywhere."""
        return bool(self.read("SELECT 1 FROM keys WHERE hash = ? LIMIT 1", hash))

    def keys(self, match: str) -> list[tuple[bytes, int]]:
        """All hashes and the seat that each opens."""
        return [(hash, seat) for hash, seat in self.read("SELECT hash, seat FROM keys WHERE match = ?", match)]

    def invitations(self, match: str) -> list[Invitation]:
        """The links that have not been used yet."""
        found = self.read("SELECT seat, until, secret FROM invitations WHERE match = ? ORDER BY seat", match)
        return [Invitation(seat, until, self.seal.open(secret)) for seat, until, secret in found]

    def matches(self, hash: bytes, most: int = 12) -> list[StoredTable]:
        """The matches in which a secret opens a seat, the newest first."""
        try:
            return [self.kept(*row) for row in self.read(NEWEST, hash, most)]
        except Damaged:
            found = self.read("SELECT DISTINCT match FROM keys WHERE hash = ?", hash)
            return sorted((self.match_or_id(id) for (id,) in found), key=lambda kept: -kept.made)[:most]


def check_whole(file: Path) -> None:
    """SQLite would throw away what was written last if the file that it belongs to is missing."""
    rest = Path(f"{file}-wal")
    if rest.exists() and rest.stat().st_size and not (file.exists() and file.stat().st_size):
        raise BadFolder(
            f"The file {file} is missing or empty, but {rest.name}, which belongs to it, is there: put it back, "
            f"or move {rest.name} away to begin anew."
        )
