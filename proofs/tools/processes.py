"""Processes of this machine, as Linux sees them."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from pathlib import Path


def children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def words(pid: int) -> list[str]:
    """The command that a process runs; nothing if there is none."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    except (FileNotFoundError, ProcessLookupError):
        return []


def fields(pid: int) -> list[str]:
    """What the system says about a process, after its name; nothing if there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []


def is_running(pid: int) -> bool:
    """A process that has ended stays in the list until somebody has asked how."""
    return fields(pid)[:1] not in ([], ["Z"], ["X"])


def wait_for_end(pids: Iterable[int], seconds: float) -> bool:
    """Whether all of them end by themselves within this time."""
    until = time.monotonic() + seconds
    waiting = list(pids)
    while waiting := [pid for pid in waiting if is_running(pid)]:
        if time.monotonic() > until:
            return False
        time.sleep(0.005)
    return True


def memory(pid: int) -> int:
    """How many bytes a process uses."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def processor(pid: int) -> float:
    """How many seconds of processor time a process has used."""
    found = fields(pid)
    return (int(found[11]) + int(found[12])) / os.sysconf("SC_CLK_TCK") if found else 0.0
