"""Notices when the files of the log are moved, deleted, replaced or cut off while they are open."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from carreau.store.seal import Seal

WATCHED = ("", "-wal", "-shm")  # the database, and the files that SQLite puts beside it

Stamp = tuple[int, int, int]  # device, inode, bytes
NOTHING = (0, 0, 0)


class Moved(OSError):
    """Anything written now would be lost."""


class Place:
    """The files of an open database, as they were when it was opened. `link` is the path that was asked for."""

    def __init__(self, file: Path, link: Path, seal: Seal, needed: Callable[[], int]) -> None:
        beside = [os.path.abspath(f"{file}{side}") for side in WATCHED]
        self.files = list(dict.fromkeys([*beside, os.path.abspath(link)]))
        self.known = [stamp_of(file) for file in self.files]
        self.seal = seal
        self.needed = needed  # how many bytes of the write-ahead log SQLite still needs
        self.size = 0  # of the database
        self.written = self.known[1][2]  # bytes of the write-ahead log

    def check(self) -> None:
        """Raise Moved if anything written now would be lost."""
        if moved := self.moved():
            raise moved

    def moved(self) -> Moved | None:
        """What somebody else has done to the files: a path leads elsewhere, a file is shorter, the key is another one."""
        stamps = [stamp_of(file) for file in self.files]
        for file, known, stamp in zip(self.files, self.known, stamps):
            if known != NOTHING and stamp[:2] != known[:2]:
                return Moved(f"{file} is not the file that was opened: put it back, or start the server again")
        if stamps[0][2] < self.size:
            return Moved(f"{self.files[0]} has been cut off or overwritten: start the server again")
        if stamps[1][2] < self.written and stamps[1][2] < self.needed():
            return Moved(f"{self.files[1]} has been cut off: start the server again")
        if self.seal.changed():
            return Moved(f"{self.seal.file} is not the key that was read: put it back, or start the server again")
        self.size, self.written = stamps[0][2], stamps[1][2]
        return None

    def note(self) -> None:
        """After a write: the write-ahead log will not be shorter than now, except after a full checkpoint."""
        self.written = max(self.written, stamp_of(self.files[1])[2])


def stamp_of(file: str) -> Stamp:
    """Without opening the file: closing it would release SQLite's locks."""
    try:
        found = os.stat(file)
    except OSError:
        return NOTHING
    return found.st_dev, found.st_ino, found.st_size
