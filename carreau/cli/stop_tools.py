"""Stopping: it works wherever the program is, and nothing is left behind."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from types import FrameType
from typing import Any, NoReturn

from carreau.cli import SENTENCE, STOPPED
from carreau.core.cache import remove_spare

CLEARED = "\r\x1b[2K\x1b[?25h"  # a terminal's line, and its cursor again
OWN: list[int] = []  # the process of the command, not one that was forked from it


def prepare_to_stop() -> None:
    OWN[:] = [os.getpid()]
    sys.unraisablehook = unraisable
    with suppress(ValueError):  # not in the main thread: then it is up to the caller
        signal.signal(signal.SIGTERM, end)


def end(number: int, frame: FrameType | None) -> None:
    """SIGTERM."""
    remove_spare()
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)


def unraisable(lost: Any) -> None:
    """Ctrl-C where nothing can be raised, such as in a compiler callback, which would go on as if nothing had been pressed."""
    if lost.exc_type is KeyboardInterrupt and os.getpid() in OWN:
        stop_at_once()
    sys.__unraisablehook__(lost)


def stop_at_once() -> NoReturn:
    """Ctrl-C. Exit without Python's own cleanup, which would crash if the compiler was interrupted."""
    with suppress(ValueError):  # not in the main thread
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # pressed again, it would stop the stopping
    remove_spare()
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.write((CLEARED if sys.stderr.isatty() else "") + SENTENCE)
        sys.stderr.flush()
    os._exit(STOPPED)
