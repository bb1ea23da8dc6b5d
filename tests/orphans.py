"""Programs that are killed while a process of theirs is at work: it has to end too."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import pytest

PATIENCE = 20.0  # seconds; what is to end does so at once, what is not goes on for minutes

needs_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are looked up in /proc")


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    found: list[int] = []
    for thread in Path(f"/proc/{process}/task").iterdir():
        with suppress(FileNotFoundError):  # the thread has just ended
            found += map(int, (thread / "children").read_text().split())
    return found


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def wait_for(come: Callable[[], object], what: str, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not come():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def kill_parent(program: str, environment: Mapping[str, str] | None = None, ready: Callable[[], object] = lambda: True) -> None:
    """Run a program that starts one process, kill the program, and see that the process ends and lets go of all pipes."""
    parent = subprocess.Popen(
        [sys.executable, "-c", program], env={**os.environ, **(environment or {})}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    wait_for(lambda: children(parent.pid) and ready(), "it has started no process")
    (child,) = children(parent.pid)
    try:
        parent.kill()
        parent.communicate(timeout=PATIENCE)
        wait_for(lambda: not is_running(child), "it goes on", PATIENCE)
    finally:
        if is_running(child):
            os.kill(child, 9)
