"""Measuring rates: how much per second, the best of several tries."""

from __future__ import annotations

import time
from collections.abc import Callable

TRIES = 3


def cost(work: Callable[[], object]) -> float:
    """The seconds of the processor that it takes, once: for comparisons on a machine that has other things to do."""
    started = time.thread_time()
    work()
    return time.thread_time() - started


def rate(work: Callable[[], int], seconds: float = 1.0) -> float:
    """How much `work` gets done per second; it is called again and again and returns how much it did."""
    work()
    best = 0.0
    for _ in range(TRIES):
        done, started = 0, time.perf_counter()
        while (passed := time.perf_counter() - started) < seconds:
            done += work()
        best = max(best, done / passed)
    return best
