"""Where compiled code is kept: the user's cache folder, or one for this process if that cannot be written to."""

from __future__ import annotations

import atexit
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO

SPARE = "CARREAU_SPARE"  # tells child processes where the spare folder is
PREFIX, LOCK = "carreau-cache-", "lock"
OWN: list[tuple[Path, int]] = []  # the spare folder, and the process that made it
HELD: list[IO[bytes]] = []  # locks on spare folders in use
MOST_TRIES = 10  # to remove a folder
LONGEST_END = 30.0  # seconds that a killed process may take to end, on a very busy machine


class Writer:
    """The process that was started to compile. When this process ends, no other is started."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None
        self.ended = False
        self.lock = threading.RLock()

    def start(self, start: Callable[[], subprocess.Popen[str]]) -> subprocess.Popen[str] | None:
        with self.lock:
            if not self.ended:
                self.process = start()
            return None if self.ended else self.process

    def end(self) -> None:
        with self.lock:
            self.ended = True
        if self.process is not None:
            self.process.kill()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(LONGEST_END)


WRITER = Writer()


def cache_root() -> Path:
    """CARREAU_CACHE, or the user's cache folder, or a temporary one."""
    if chosen := os.environ.get("CARREAU_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", tempfile.gettempdir())) / "carreau"
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "carreau"
    except RuntimeError:  # no home folder
        return spare_root()


def folder_named(name: str) -> Path:
    """A writable folder for compiled code, with whatever was compiled before."""
    folder = cache_root() / name
    if can_write(folder):
        return folder
    spare = spare_root() / name
    if not spare.is_dir():
        spare.mkdir()
        copy_what_can_be_read(folder, spare)
    return spare


def copy_what_can_be_read(folder: Path, spare: Path) -> None:
    """Copy the content without its permissions; whatever is missing gets compiled again."""
    with suppress(OSError):
        for file in filter(Path.is_file, folder.rglob("*")):
            copy = spare / file.relative_to(folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            with suppress(OSError):
                shutil.copyfile(file, copy)


def is_known(name: str) -> bool:
    """Whether there is a folder of this name."""
    with suppress(OSError):
        return (cache_root() / name).is_dir()
    return True


def lasts(folder: Path) -> bool:
    """Whether code compiled into this folder is still there next time."""
    return SPARE not in os.environ or not folder.is_relative_to(os.environ[SPARE])


def can_write(folder: Path) -> bool:
    """Whether files can be made in a folder and its subfolders; it is made if it does not exist."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for place in (folder, *(inner for inner in folder.iterdir() if inner.is_dir())):
            tempfile.TemporaryFile(dir=place).close()
    except OSError:
        return False
    return True


@cache
def spare_root() -> Path:
    """A folder for this process and its children, removed when it ends."""
    if inherited := os.environ.get(SPARE):
        return Path(inherited)
    clear_left_behind()
    root = Path(tempfile.mkdtemp(prefix=PREFIX))
    os.environ[SPARE] = str(root)
    hold(root)
    OWN.append((root, os.getpid()))
    return root


def remove_spare() -> None:
    """The folder that this process made, if any; not one made by the process it was forked from. Nobody may write there now."""
    for root, owner in OWN:
        if owner == os.getpid():
            WRITER.end()
            for _ in range(MOST_TRIES):
                shutil.rmtree(root, ignore_errors=True)
                if not root.exists():  # otherwise a thread of this process has just made a folder in it
                    break


atexit.register(remove_spare)  # now, so that it comes last: after behind.py has waited for the thread that may still be writing


def hold(root: Path) -> bool:
    """Lock a spare folder for as long as this process lives; False if another process has it."""
    if sys.platform == "win32":
        return False
    import fcntl

    lock = os.fdopen(os.open(root / LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600), "r+b", buffering=0)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        return False
    HELD.append(lock)
    return True


def is_own(folder: Path) -> bool:
    """Whether this user made it: what others put into the temporary folder is left alone."""
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()


def clear_left_behind() -> None:
    """Remove spare folders of processes that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            if is_own(folder) and (folder / LOCK).exists() and hold(folder):
                shutil.rmtree(folder, ignore_errors=True)
                HELD.pop().close()
