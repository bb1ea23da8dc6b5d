"""The log in SQLite: one file in a data folder of this machine."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from carreau.core.words import message
from carreau.store import sqlite_connection
from carreau.store.damage import DAMAGED, MISREAD, UNREAD, Examination, complaint, is_damage
from carreau.store.folder import BadFolder
from carreau.store.log import REFUSED, Damaged, Hear, Log, Tell, Unwritten, Write
from carreau.store.neighbours import Neighbours
from carreau.store.permissions import make_files_private
from carreau.store.place import Moved, Place
from carreau.store.seal import Seal
from carreau.store.sqlite_connection import SharedConnection
from carreau.store.sqlite_pages import FRAME_HEADER, WAL_HEADER
from carreau.store.sqlite_schema import SCHEMA, UPGRADES, VERSION
from carreau.store.stored import Change, Invitation, NewTable, StoredReview
from carreau.table.entry import Entry

MOST_PAGES = 20_000  # in SQLite's write-ahead log before it makes writers wait for a checkpoint
SOCKETS = "carreau.sockets"  # the folder where the processes that use the file find each other
MOST_TRIES = 100  # to ask SQLite for something while another process is busy with the file
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
"""  # one statement for all: between two of them a busy interpreter would keep the disk waiting
KEEP_REVIEW = "INSERT OR REPLACE INTO reviews VALUES (?, ?, ?, ?, ?)"
GONE = message("The file with the matches was moved, deleted or replaced, so nothing was saved. Tell whoever runs this server.")


class SQLiteLog(Log):
    """All tables of one data folder. One connection writes and another reads, so reading never waits for the disk.

    The file may be a symbolic link: SQLite's own files are then next to its target, and the key is next to the link."""

    def __init__(self, link: Path) -> None:
        super().__init__()
        file = Path(os.path.realpath(link))
        check_complete(file)
        self.seal = Seal(link.parent)
        with ExitStack() as opened:
            try:
                make_files_private(file, self.seal.file)
                self.writer = opened.enter_context(closing(sqlite_connection.connect(file)))
                if self.prepare(file):
                    self.writer.execute(
                        "PRAGMA wal_checkpoint(TRUNCATE)"
                    )  # so that no unsealed seed stays in the write-ahead log
                self.reader = opened.enter_context(closing(SharedConnection(sqlite_connection.connect(file))))
                self.checkpointer = opened.enter_context(closing(SharedConnection(sqlite_connection.connect(file))))
                self.writer.execute(f"PRAGMA wal_autocheckpoint = {MOST_PAGES}")
                self.reader.sql.execute("SELECT name FROM sqlite_master").fetchall()
            except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
                raise BadFolder(
                    f"The file {link} cannot be used as a log of matches: {complaint(error)}. "
                    "If it is damaged, `carreau rescue` saves what can be read."
                ) from error
            self.connections = opened.pop_all()
        self.neighbours = Neighbours(file.parent / SOCKETS, self.name)
        self.connections.callback(self.neighbours.close)
        self.place = Place(file, link, self.seal, self.bytes_needed)
        self.seen_version = self.version()
        self.checkpointed = 0  # changes that had been written at the last checkpoint

    def prepare(self, file: Path) -> bool:
        """Create the tables in a new file, upgrade an old one, refuse a newer one. Returns whether it was upgraded."""
        with self.writer:
            self.writer.execute("BEGIN IMMEDIATE")
            version = self.writer.execute("PRAGMA user_version").fetchone()[0]
            if version > VERSION:
                raise BadFolder(f"The file {file} was written by a newer version of this program.")
            self.writer.create_function("seal", 1, self.seal.close)
            for script in [UPGRADES[old] for old in range(version, VERSION)] if version else [SCHEMA]:
                for statement in script.split(";"):
                    self.writer.execute(statement)
            if version != VERSION:
                self.writer.execute(f"PRAGMA user_version = {VERSION}")
        return bool(0 < version < VERSION)

    def close(self) -> None:
        self.connections.close()

    def damage(self) -> list[str]:
        return self.examine().found

    def problems(self, seconds: float | None = None) -> list[str]:
        sentence = self.examine(seconds).sentence
        return [sentence] if sentence else []

    def examine(self, seconds: float | None = None) -> Examination:
        """Look for damage in the background; return after this many seconds at the latest."""
        return Examination(sqlite_connection.connect(Path(self.place.files[0])), seconds)

    def bytes_needed(self) -> int:
        """How long SQLite thinks its write-ahead log must be; only asked if that file has become shorter."""
        with suppress(sqlite3.DatabaseError), self.checkpointer.using() as sql:  # SQLite cannot read its own file
            (size,) = sql.execute("PRAGMA page_size").fetchone()
            for _ in range(MOST_TRIES):
                _, frames, _ = sql.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                if frames >= 0:  # otherwise another process is in the middle of a checkpoint
                    return WAL_HEADER + frames * (FRAME_HEADER + int(size)) if frames else 0
                time.sleep(0.01)
        return sys.maxsize

    # writing

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction: all of it or nothing. What the disk refuses has not happened."""
        try:
            self.writer.execute("BEGIN IMMEDIATE")
            try:
                yield self.writer
                self.place.check()
                self.writer.execute("COMMIT")
                self.place.note()
            except BaseException:
                if self.writer.in_transaction:
                    self.writer.execute("ROLLBACK")
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
        with self.writing() as sql:
            self.insert(sql, table)

    def insert(self, sql: sqlite3.Connection, new: NewTable) -> None:
        id, made, settings, seed = new.table
        sql.execute("INSERT INTO matches VALUES (?, ?, ?, ?)", (id, made, settings, self.seal.close(seed)))
        sql.executemany("INSERT INTO keys VALUES (?, ?, ?)", [(hash, id, seat) for hash, seat in new.keys])
        sql.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", [(id, *entry) for entry in new.entries])
        for invitation in new.invitations:
            self.insert_invitation(sql, id, invitation)
        sql.executemany(KEEP_REVIEW, [(id, *review) for review in new.reviews])

    def insert_invitation(self, sql: sqlite3.Connection, match: str, invitation: Invitation) -> None:
        seat, until, secret = invitation
        sql.execute("INSERT OR REPLACE INTO invitations VALUES (?, ?, ?, ?)", (match, seat, until, self.seal.close(secret)))

    def invite(self, match: str, invitation: Invitation) -> None:
        with self.writing() as sql:
            self.insert_invitation(sql, match, invitation)

    def keep_review(self, match: str, review: StoredReview) -> None:
        with self.writing() as sql:
            sql.execute(KEEP_REVIEW, (match, *review))

    def append_all(self, entries: Sequence[Write]) -> list[bool]:
        written = self.append_together(entries)
        self.neighbours.wrote(match for match, *_ in entries)
        return written

    def append_together(self, entries: Sequence[Write]) -> list[bool]:
        with self.writing() as sql:
            if not any(change for *_, change in entries):
                given = json.dumps([(match, *entry) for match, entry, _ in entries])
                sql.execute("SAVEPOINT whole")
                if sql.execute(APPEND_ALL, (given,)).rowcount == len(entries):
                    return [True] * len(entries)
                sql.execute("ROLLBACK TO whole")
            return [self.append_one(sql, *each) for each in entries]

    def append_one(self, sql: sqlite3.Connection, match: str, entry: Entry, change: Change | None) -> bool:
        if sql.execute(APPEND, (*entry, match, entry.sequence)).rowcount != 1:
            return False
        if change:
            sql.executemany("INSERT OR IGNORE INTO keys VALUES (?, ?, ?)", [(hash, match, seat) for hash, seat in change.keys])
            sql.executemany("DELETE FROM invitations WHERE match = ? AND seat = ?", [(match, seat) for seat in change.used])
            if change.table:
                self.insert(sql, change.table)
        return True

    def checkpoint(self) -> None:
        """Move what was written from the write-ahead log into the database; SQLite itself would make writers wait for it."""
        try:
            if self.checkpointed != self.writer.total_changes:
                self.checkpointed = self.writer.total_changes
                with self.checkpointer.using() as sql:
                    sql.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except sqlite3.Error as error:
            raise Unwritten(UNREAD) from error

    # other processes

    def listen(self, tell: Tell, hear: Hear) -> None:
        self.neighbours.listen(tell, hear)

    def say(self, text: str) -> bool:
        self.neighbours.say(text)
        return True

    @property
    def alone(self) -> bool:
        return not self.neighbours.names()

    def version(self) -> int:
        """A number that changes when another process has written."""
        return int(self.writer.execute("PRAGMA data_version").fetchone()[0])

    def others_wrote(self) -> bool:
        try:
            before, self.seen_version = self.seen_version, self.version()
        except sqlite3.Error as error:
            raise Unwritten(UNREAD) from error
        self.place.note()
        return before != self.seen_version

    # reading

    def read(self, statement: str, *given: object) -> list[tuple[Any, ...]]:
        try:
            with self.reader.using() as sql:
                return sql.execute(statement, given).fetchall()
        except MISREAD as error:
            raise Damaged(DAMAGED) if is_damage(error) else Unwritten(UNREAD) from error

    def check(self) -> None:
        if moved := self.place.moved():
            raise Unwritten(GONE) from moved
        super().check()

    def ids(self) -> list[str]:
        try:
            return super().ids()
        except Damaged:
            return self.traces()

    def traces(self) -> list[str]:
        """The ids of all tables that left a readable trace in a damaged file, which is read from both ends."""
        found: set[str] = set()
        for table, column in (("matches", "id"), ("entries", "match"), ("keys", "match")):
            for order in ("ASC", "DESC"):
                with suppress(*MISREAD), self.reader.using() as sql:
                    for (id,) in sql.execute(f"SELECT {column} FROM {table} ORDER BY 1 {order}"):
                        found.add(str(id))
        return sorted(found)


def check_complete(file: Path) -> None:
    """Refuse to start without the database itself: SQLite would then throw away its write-ahead log."""
    rest = Path(f"{file}-wal")
    if rest.exists() and rest.stat().st_size and not (file.exists() and file.stat().st_size):
        raise BadFolder(
            f"The file {file} is missing or empty, but {rest.name}, which belongs to it, is there: put it back, "
            f"or move {rest.name} away to start afresh."
        )
