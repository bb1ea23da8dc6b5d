"""Processes that end with the one that started them, however that one ends: killed, too."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

STDIN = 0


@contextmanager
def ending_with_parent() -> Iterator[None]:
    """Inside this, the process ends at once when the one that started it does, even in machine code that never returns.

    It must have been given a pipe as its standard input, to which nothing is written meanwhile. The system closes the pipe when
    the parent ends, and then sends a signal.
    """
    if sys.platform == "win32":
        yield
        return
    import fcntl

    signal.signal(signal.SIGIO, signal.SIG_DFL if sys.platform == "linux" else end)  # elsewhere it does nothing by itself
    flags = fcntl.fcntl(STDIN, fcntl.F_GETFL)
    fcntl.fcntl(STDIN, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(STDIN, fcntl.F_SETFL, flags | os.O_ASYNC)
    try:
        if select.select([STDIN], [], [], 0)[0]:  # the parent has ended already
            end()
        yield
    finally:
        fcntl.fcntl(STDIN, fcntl.F_SETFL, flags)


def end(*signalled: object) -> None:
    os._exit(1)
