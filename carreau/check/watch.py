"""Watches for rules that never return, and interrupts them."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

SECONDS = 4.0  # of the processor that one rule may take in plain Python; the slowest there is takes less than one
LOOK = 0.25  # seconds between two looks
PATIENCE = 4  # looks at nothing until it ends


class Stuck(Exception):
    """A rule never ends."""


class Watch:
    """One thread watches all calls; it ends when there has been nothing to watch for a while."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self.lock = threading.Lock()
        self.begun: float | None = None  # when the rule was called that is running
        self.whose = 0  # thread
        self.looking = False

    @contextmanager
    def over(self, rule: str) -> Iterator[None]:
        with self.lock:
            self.whose, self.begun = threading.get_ident(), time.process_time()
            if not self.looking:
                self.looking = True
                threading.Thread(target=self.look, daemon=True).start()
        try:
            yield
        except Stuck as error:
            raise Stuck(f"{rule} never ends: it was still running here after {self.seconds:g} seconds").with_traceback(
                error.__traceback__
            ) from None
        finally:
            with self.lock:
                self.begun = None

    def look(self) -> None:
        """Until nothing runs any more."""
        idle = 0
        while self.looking:
            time.sleep(LOOK)
            with self.lock:
                idle = idle + 1 if self.begun is None else 0
                self.looking = idle < PATIENCE
                if self.begun is not None and time.process_time() - self.begun > self.seconds:
                    self.begun = None
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.whose), ctypes.py_object(Stuck))
