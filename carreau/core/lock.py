"""Locks between processes. The system lets go of one when its process ends, however it ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Wait until no other process is inside this with the same file. If the file cannot be made, there is no waiting."""
    try:
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except OSError:
        yield
        return
    try:
        wait_for(descriptor)
        yield
    finally:
        os.close(descriptor)


def wait_for(descriptor: int) -> None:
    if sys.platform == "win32":
        import msvcrt
        import time

        while True:
            try:
                return msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)
            except OSError:  # after ten seconds
                time.sleep(0.1)
    import fcntl

    fcntl.flock(descriptor, fcntl.LOCK_EX)
