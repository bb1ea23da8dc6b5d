"""How much faster an experiment is with more cores or workers: run `python -m carreau.lab.scaling`.

It plays the same experiment with one core, two, … of this machine, and then with as many workers of Ray. From what the program in
the middle does for each chunk it says how many workers could be kept busy at most.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from tempfile import TemporaryDirectory

from cyclopts import App
from rich.console import Console
from rich.table import Table

from carreau.games import quickest
from carreau.lab.experiment import Experiment
from carreau.lab.experiment.ask import new_experiment
from carreau.lab.run import Progress, run_experiment
from carreau.lab.run.chunk import LONGEST, size_of
from carreau.lab.run.cluster import AUTO

LOCAL, RAY = "this machine", "Ray"
PROJECTED = (2, 4, 8, 16, 32, 64, 128, 256)
HOURS = 1.0  # of work on one core, for the projected curve


@dataclass(frozen=True)
class Run:
    """One time that the experiment was played.

    Attributes:
        where: On this machine's cores, or by Ray.
        workers: How many cores or workers.
        start: Seconds until the first result.
        rate: Matches a second from then on.
        middle: Seconds that the program in the middle computes for each chunk.
    """

    where: str
    workers: int
    start: float
    rate: float
    middle: float


def measure(experiment: Experiment, where: str, workers: int) -> Run:
    told: list[tuple[float, float, int]] = []
    begun = time.perf_counter()

    def note(progress: Progress) -> None:
        told.append((time.perf_counter() - begun, time.process_time(), progress.matches))

    with TemporaryDirectory() as folder:
        run_experiment(experiment, folder, cores=workers, cluster=AUTO if where == RAY else None, progress=note)
    (first, before, few), (last, after, many) = told[0], told[-1]
    chunks = (many - few) / size_of(experiment, experiment.settings[0], experiment.deals, 0.0)
    return Run(where, workers, first, (many - few) / (last - first), (after - before) / chunks)


def measured(deals: int, most: int, ray: bool) -> Iterator[Run]:
    experiment = new_experiment(quickest(), players=2, bots="greedy", deals=deals, measure=["length"], seed=1)
    for where in (LOCAL, RAY) if ray else (LOCAL,):
        yield from (measure(experiment, where, workers) for workers in range(1, most + 1))


def projected(start: float, middle: float, workers: int) -> float:
    """How many times quicker than one core: everybody has to start, and some day the program in the middle has its hands full."""
    work = HOURS * 3600
    return work / (start + max(work / workers, work / LONGEST * middle))


app = App(help=__doc__)


@app.default
def main(*, deals: int = 600, most: int = os.cpu_count() or 1, ray: bool = True) -> None:
    """Measure, and say what would come of more.

    Args:
        deals: How many are played each time.
        most: The most cores or workers.
        ray: Whether to measure Ray, too.
    """
    console, runs = Console(), []
    shown = Table("where", "workers", "first result after", "matches/s", "times one", box=None)
    for run in measured(deals, most, ray):
        runs.append(run)
        alone = next(other.rate for other in runs if other.where == run.where)
        shown.add_row(run.where, str(run.workers), f"{run.start:.1f} s", f"{run.rate:.1f}", f"{run.rate / alone:.2f}")
    console.print(shown)
    if ray:
        last = runs[-1]
        console.print(f"\nIn the middle: {1000 * last.middle:.1f} ms for each chunk of up to {LONGEST} s.")
        for workers in PROJECTED:
            console.print(
                f"{workers:>5} workers: an hour of one core {projected(last.start, last.middle, workers):.1f} times quicker"
            )


if __name__ == "__main__":
    app()
