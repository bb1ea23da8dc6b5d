"""Connections to SQLite, and one that several threads use."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def connect(file: Path) -> sqlite3.Connection:
    sql = sqlite3.connect(file, isolation_level=None, check_same_thread=False, timeout=10)
    try:
        sql.execute("PRAGMA journal_mode = WAL")
        sql.execute("PRAGMA synchronous = FULL")
        sql.execute("PRAGMA foreign_keys = ON")
        sql.execute("PRAGMA secure_delete = ON")  # a used link leaves no trace in the file
    except BaseException:
        sql.close()
        raise
    return sql


class SharedConnection:
    """Closing waits until nobody is using the connection: if it were closed under a thread, the whole process would crash."""

    def __init__(self, sql: sqlite3.Connection) -> None:
        self.sql = sql
        self.users = 0
        self.closed = False
        self.idle = threading.Condition()

    @contextmanager
    def using(self) -> Iterator[sqlite3.Connection]:
        """The connection, which stays open until the block ends; sqlite3.ProgrammingError after `close`."""
        with self.idle:
            if self.closed:
                raise sqlite3.ProgrammingError("The connection is closed.")
            self.users += 1
        try:
            yield self.sql
        finally:
            with self.idle:
                self.users -= 1
                self.idle.notify_all()

    def close(self) -> None:
        with self.idle:
            self.closed = True
            self.idle.wait_for(lambda: not self.users)
            self.sql.close()
