"""A damaged file: how SQLite reports it, and a check of the whole file."""

from __future__ import annotations

import logging
import sqlite3
import threading
from contextlib import closing

from carreau.core.words import message

DAMAGED = message("Part of the file with the matches is damaged, and this cannot be read or written.")
UNREAD = message("The file with the matches cannot be read right now. Try again.")
MOST_FOUND = 10  # problems that are listed


MISREAD = (sqlite3.DatabaseError, UnicodeDecodeError)  # the latter if SQLite's error message quotes garbled text


def is_damage(error: Exception) -> bool:
    """Whether the file itself is at fault: SQLite has no exception just for that. An intact log causes no IntegrityError."""
    return type(error) in (sqlite3.DatabaseError, sqlite3.IntegrityError) or "decode" in str(error)


def complaint(error: Exception) -> str:
    """What is wrong, in a few words."""
    return "the description of its tables is garbled" if isinstance(error, UnicodeDecodeError) else str(error)


class Examination:
    """SQLite's own check of every page, in a thread, because it may take long."""

    def __init__(self, sql: sqlite3.Connection, seconds: float | None) -> None:
        self.found: list[str] = []
        self.late = False
        self.thread = threading.Thread(target=self.look, args=(sql,), name="examination", daemon=True)
        self.thread.start()
        self.thread.join(seconds)
        self.late = self.thread.is_alive()

    def look(self, sql: sqlite3.Connection) -> None:
        with closing(sql):
            try:
                rows = sql.execute(f"PRAGMA integrity_check({MOST_FOUND})")  # quick_check does not notice swapped pages
                self.found = [str(row[0]) for row in rows if row[0] != "ok"]
            except MISREAD as error:
                self.found = [complaint(error)]
        if self.late and self.found:
            logging.getLogger("carreau").warning("%s", self.sentence)

    @property
    def sentence(self) -> str:
        """What was found, for whoever runs the server; empty if all is well."""
        if not self.found:
            return ""
        return (
            f"The file with the matches is damaged ({' '.join(self.found[0].split())}). Tables that cannot be read are "
            "closed, the others go on. Stop the server and run `carreau rescue` to save what can be saved."
        )
