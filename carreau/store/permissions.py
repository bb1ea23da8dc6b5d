"""What is kept is for its user alone: nobody else on the machine reads the folder or its files."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path

FOLDER, FILE = 0o700, 0o600
OTHERS = stat.S_IRWXG | stat.S_IRWXO
OWN = ("carreau", ".probe-", ".carreau")  # how the names of our files begin
SIDES = ("-wal", "-shm", "-journal")  # the files that SQLite puts beside a database


def close_folder(folder: Path) -> None:
    """Let nobody else in, if the folder is ours alone: not where somebody keeps other things too, as in a home."""
    if os.name == "posix" and holds_nothing_else(folder):
        close(folder, FOLDER)
    if is_strange(folder):
        logging.getLogger("carreau").warning("%s belongs to another user, who can move and replace what is kept there", folder)


def is_strange(path: Path) -> bool:
    """Whether something belongs to another user, who is not root either."""
    return os.name == "posix" and path.stat().st_uid not in (os.geteuid(), 0)


def holds_nothing_else(folder: Path) -> bool:
    return all(one.name.startswith(OWN) or one.suffix == ".log" for one in folder.iterdir())


def close_files(file: Path, *more: Path) -> None:
    """A database that only its user can read, made if it is not there; SQLite gives the files beside it the same rights.
    It is no link: those would not be followed where a file is made."""
    for name in more:
        close(name, FILE)
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, FILE))
    except FileExistsError:  # it is not opened: closing it would let go of SQLite's locks
        for name in (file, *(Path(f"{file}{side}") for side in SIDES)):
            if name.exists():
                close(name, FILE)


def close(path: Path, mode: int) -> None:
    """Take away the rights of others; say so if that is not possible."""
    if os.name != "posix" or not path.stat().st_mode & OTHERS:
        return
    try:
        path.chmod(mode)
    except OSError:
        still_open = path.stat().st_mode & OTHERS
        if still_open:
            logging.getLogger("carreau").warning("%s can be read by others on this machine, and that cannot be changed", path)
