"""How fast ordinary Python runs here and now, so that time limits also work on slow and busy machines."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

PATTERN = "{a} to {b}"
USUAL = 0.0073  # seconds of the processor that `work` takes on the machine for which limits are written down


def work() -> int:
    """What telling and drawing are made of: calls, texts, dictionaries and a few numbers from arrays."""
    numbers, found = np.arange(64), dict[str, str]()
    for i in range(10_000):
        found[f"{i % 97}-{i % 31}"] = PATTERN.format(a=i, b=int(numbers[i % 64]))
    return len(found)


def took(doing: Callable[[], object]) -> float:
    begun = time.process_time()
    doing()
    return time.process_time() - begun


def slowness() -> float:
    """How much longer work takes than on the machine for which limits are written down; never below 1."""
    return max(1.0, min(took(work) for _ in range(3)) / USUAL)


def least(doing: Callable[[], object], times: int = 7) -> float:
    """Seconds of the processor that something takes at best, on the machine for which limits are written down."""
    rounds = [(took(doing), took(work)) for _ in range(times)]
    slow = max(1.0, min(work for _, work in rounds) / USUAL)
    return min(seconds for seconds, _ in rounds) / slow
