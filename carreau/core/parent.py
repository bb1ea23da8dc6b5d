"""Processes that end with the one that started them, however that one ends: killed, too."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

STDIN, STDOUT = 0, 1


@contextmanager
def ending_with_parent(pipe: int = STDIN) -> Iterator[None]:
    """Inside this, the process ends at once when the one that started it does, even in machine code that never returns.

    The pipe leads to the parent; nothing goes through it meanwhile, nor just before. The system sends a signal when the parent
    ends, because that closes the pipe, but also when something has passed through it, sometimes a moment late.
    """
    if sys.platform == "win32":
        yield
        return
    import fcntl

    signal.signal(signal.SIGIO, signal.SIG_DFL if sys.platform == "linux" else end)  # elsewhere it does nothing by itself
    flags = fcntl.fcntl(pipe, fcntl.F_GETFL)
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(pipe, fcntl.F_SETFL, flags | os.O_ASYNC)
    try:
        if is_closed(pipe):  # the parent has ended already
            end()
        yield
    finally:
        fcntl.fcntl(pipe, fcntl.F_SETFL, flags)


def is_closed(pipe: int) -> bool:
    """Whether nobody is at the other end."""
    poll = select.poll()
    poll.register(pipe, 0)
    return bool(poll.poll(0))


def end(*signalled: object) -> None:
    os._exit(1)
