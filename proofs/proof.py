"""What a proof is: a promise in one sentence, and a function that tries to break it."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from carreau.core.errors import BadOption, CarreauError


class Broken(CarreauError):
    """A promise was not kept."""

    code = "broken"


def require(holds: object, otherwise: str) -> None:
    """Continue if something is true; otherwise say what is wrong."""
    if not holds:
        raise Broken(otherwise)


Figures = dict[str, Any]  # what was counted, by name


@dataclass(frozen=True)
class Run:
    """What a proof gets. Every choice it makes comes from the seed; when things happen depends on the machine."""

    seed: int = 1
    times: int | None = None  # how often
    seconds: float | None = None  # how long
    say: Callable[[str], None] = lambda text: None  # reports progress
    workers: int = 1  # processes of each server
    postgres: bool = False  # whether matches are kept in PostgreSQL

    def chance(self, what: object = "") -> Random:
        return Random(f"{self.seed}/{what}")

    def numbers(self) -> Iterator[int]:
        """The seed and the numbers after it, until the proof has run often enough or long enough."""
        begun = time.monotonic()
        for number in count(self.seed):
            often_enough = self.times is not None and number - self.seed >= self.times
            long_enough = self.seconds is not None and time.monotonic() - begun >= self.seconds
            if often_enough or long_enough:
                return
            yield number


@dataclass(frozen=True)
class Proof:
    """One promise. It runs for its own length unless the run says otherwise."""

    name: str
    promise: str
    prove: Callable[[Run], Figures]  # raises Broken
    times: int | None = None
    seconds: float | None = None
    anywhere: bool = False  # whether it can run with several workers, and with PostgreSQL

    def __call__(self, run: Run) -> Figures:
        if (run.workers > 1 or run.postgres) and not self.anywhere:
            raise BadOption(f"The proof {self.name!r} knows one process and SQLite: leave out --workers and --postgres.")
        if run.times is None and run.seconds is None:
            run = replace(run, seconds=self.seconds)
        return self.prove(run if run.times else replace(run, times=self.times))


@contextmanager
def work_folder(name: str) -> Iterator[Path]:
    """A folder for one proof. It is kept if the promise was broken, so that you can look at it."""
    folder = Path(tempfile.mkdtemp(prefix=f"carreau-{name}-"))
    try:
        yield folder
    except Broken as error:
        raise Broken(f"{error} What was found is kept in {folder}.") from error
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    shutil.rmtree(folder, ignore_errors=True)
