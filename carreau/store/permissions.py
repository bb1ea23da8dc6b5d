"""File permissions: no other user of the machine can read the data folder or its files."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path

FOLDER, FILE = 0o700, 0o600
OTHERS = stat.S_IRWXG | stat.S_IRWXO
OWN = ("carreau", ".probe-", ".carreau")  # how the names of our own files begin
SIDES = ("-wal", "-shm", "-journal")  # of the files that SQLite puts beside a database


def make_folder_private(folder: Path) -> None:
    """Keep other users out, but only of a folder that holds nothing else: not, say, of a home folder."""
    if os.name == "posix" and holds_nothing_else(folder):
        restrict(folder, FOLDER)
    if belongs_to_another_user(folder):
        logging.getLogger("carreau").warning("%s belongs to another user, who can move and replace what is kept there", folder)


def belongs_to_another_user(path: Path) -> bool:
    """Another user than root, that is."""
    return os.name == "posix" and path.stat().st_uid not in (os.geteuid(), 0)


def holds_nothing_else(folder: Path) -> bool:
    return all(one.name.startswith(OWN) or one.suffix == ".log" for one in folder.iterdir())


def make_files_private(file: Path, *more: Path) -> None:
    """Create the database, readable by its user alone, or restrict the one that is there; SQLite's other files inherit this.
    The path must not be a link: creating a file does not follow links."""
    for name in more:
        restrict(name, FILE)
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, FILE))
    except FileExistsError:  # do not open it: closing it would release SQLite's locks
        for name in (file, *(Path(f"{file}{side}") for side in SIDES)):
            if name.exists():
                restrict(name, FILE)


def restrict(path: Path, mode: int) -> None:
    """Take permissions away from other users; log it if that is not possible."""
    if os.name != "posix" or not path.stat().st_mode & OTHERS:
        return
    try:
        path.chmod(mode)
    except OSError:
        still_open = path.stat().st_mode & OTHERS
        if still_open:
            logging.getLogger("carreau").warning("%s can be read by others on this machine, and that cannot be changed", path)
