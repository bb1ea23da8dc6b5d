"""Many matches on all cores."""

from __future__ import annotations

import threading

from carreau.lab.simulate import SLICES, run_slices


def test_who_stops_early_does_not_wait_for_the_rest() -> None:
    """As after Ctrl-C: what has not begun is left undone."""
    begun: list[int] = []
    go_on = threading.Event()

    def work(begin: int, end: int) -> int:
        begun.append(begin)
        if begin:
            go_on.wait(60)
        return begin

    running = run_slices(work, SLICES, lambda done: None)
    assert next(running) == 0
    threading.Timer(0.2, go_on.set).start()
    running.close()  # type: ignore[attr-defined]
    assert len(begun) < SLICES
