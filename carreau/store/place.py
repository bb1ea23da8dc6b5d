"""Where the log lies, to notice that its files were moved, deleted, replaced or cut off while they are open."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from carreau.store.seal import Seal

WATCHED = ("", "-wal", "-shm")  # the database, and what SQLite keeps beside it

ScreenParts = tuple[int, int, int]  # device, inode, bytes
NOTHING = (0, 0, 0)


class Moved(OSError):
    """What is written now would be lost."""


class Place:
    """The files behind an open database, as they were when it was opened; `link` is how it was called."""

    def __init__(self, file: Path, link: Path, seal: Seal, needed: Callable[[], int]) -> None:
        beside = [os.path.abspath(f"{file}{side}") for side in WATCHED]
        self.files = list(dict.fromkeys([*beside, os.path.abspath(link)]))
        self.known = [look(file) for file in self.files]
        self.seal = seal
        self.needed = needed  # how many bytes of SQLite's own log count
        self.size = 0  # of the database
        self.written = self.known[1][2]  # of SQLite's own log

    def check(self) -> None:
        """Moved if what is written now would be lost."""
        if moved := self.moved():
            raise moved

    def moved(self) -> Moved | None:
        """Whether a path leads elsewhere now, or a file has become shorter or another key: that is nothing we do."""
        screens = [look(file) for file in self.files]
        for file, known, sight in zip(self.files, self.known, screens):
            if known != NOTHING and sight[:2] != known[:2]:
                return Moved(f"{file} is not the file that was opened: put it back, or start the server again")
        if screens[0][2] < self.size:
            return Moved(f"{self.files[0]} has been cut off or overwritten: start the server again")
        if screens[1][2] < self.written and screens[1][2] < self.needed():
            return Moved(f"{self.files[1]} has been cut off: start the server again")
        if self.seal.changed():
            return Moved(f"{self.seal.file} is not the key that was read: put it back, or start the server again")
        self.size, self.written = screens[0][2], screens[1][2]
        return None

    def note(self) -> None:
        """Something was written: SQLite's own log is at least as long as now, unless all of it was moved into the tables."""
        self.written = max(self.written, look(self.files[1])[2])


def look(file: str) -> ScreenParts:
    """Without opening it: closing it again would let go of SQLite's locks."""
    try:
        found = os.stat(file)
    except OSError:
        return NOTHING
    return found.st_dev, found.st_ino, found.st_size
