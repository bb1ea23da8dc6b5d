"""What more cores and workers give."""

from __future__ import annotations

from carreau.lab.scaling import PROJECTED, measured, projected


def test_a_run_is_measured() -> None:
    (run,) = measured(40, 1, ray=False)
    assert run.workers == 1 and run.rate > 0 and 0 < run.start < 120 and 0 < run.middle < 1


def test_more_workers_are_quicker_until_the_middle_has_its_hands_full() -> None:
    times = [projected(10.0, 0.005, workers) for workers in PROJECTED]
    assert times == sorted(times) and 1.9 < times[0] < 2
    assert projected(10.0, 0.005, 10_000) == projected(10.0, 0.005, 100_000) < 200
