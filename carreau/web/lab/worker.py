"""The process that plays the experiments of the web table, one after the other, when nobody else needs the processor."""

from __future__ import annotations

import logging
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from carreau.core import policy
from carreau.core.parent import ending_with_parent
from carreau.core.policy import Policy
from carreau.core.words import LANGUAGES
from carreau.lab.experiment.read import parse
from carreau.lab.findings import Findings
from carreau.lab.report import figures, html
from carreau.lab.run import report_on, run_experiment
from carreau.lab.run.progress import Progress
from carreau.web.lab.limits import MOST_SECONDS, TRIES
from carreau.web.lab.place import (
    DATA,
    DONE,
    FAILED,
    LATE,
    PREPARING,
    RUNNING,
    SOURCE,
    STOPPED,
    TABLE,
    Place,
    State,
    figures_name,
    report_name,
)
from carreau.web.lab.shelf import LOCK, Shelf
from carreau.web.log_format import LOGS, TEXT, write_logs_as

NICENESS = 19  # after everything else
CORES = 1
GRACE = 60.0  # seconds after the end in which the last figures are made
TOLD = 0.5  # seconds between two signs of life
FEW = 20  # matches for the first edition of the figures
LEAST, PART = 1.5, 0.2  # seconds between two editions, or this part of the time so far
COSTS = 2  # editions take at most a third of the time
RUN, RAW = "run", "raw"


class Ended(Exception):
    """Not everything was played; the text says why."""


class Course:
    """An experiment that is being played."""

    def __init__(self, place: Place, tries: int) -> None:
        self.place, self.tries = place, tries
        self.begun = time.monotonic()
        self.told, self.shown, self.cost = 0.0, 0.0, 0.0  # when something was told, when figures were shown, and what that took
        self.edition = place.state().edition

    def play(self) -> None:
        self.tell(PREPARING)
        experiment, folder, why = parse(self.place.read(SOURCE)), self.place.folder / RUN, ""
        try:
            found = run_experiment(experiment, folder, cores=CORES, progress=self.go_on)
        except Ended as ended:
            found, why = report_on(folder), str(ended)
        self.finish(found, why)

    def go_on(self, progress: Progress) -> None:
        """How far it is. Ends it when it has to end."""
        now = time.monotonic()
        if self.place.is_stopped():
            raise Ended(STOPPED)
        if now - self.begun > MOST_SECONDS:
            raise Ended(LATE)
        if self.is_time(progress, now):
            self.show(progress.find())
            self.shown, self.cost = time.monotonic(), time.monotonic() - now
        if now - self.told > TOLD:
            self.tell(RUNNING, progress)

    def is_time(self, progress: Progress, now: float) -> bool:
        """Whether to show figures: the first when there are some matches, the next less and less often."""
        if not self.edition:
            self.shown = self.shown or now
            return progress.matches >= FEW or now - self.shown > LEAST
        return now - self.shown > max(LEAST, PART * (now - self.begun), COSTS * self.cost)

    def tell(self, stage: str, progress: Progress | None = None) -> None:
        self.told = time.monotonic()
        known = (progress.done, progress.matches, progress.left) if progress else (0.0, 0, None)
        self.place.put(State(stage, *known, self.edition, tries=self.tries))

    def show(self, found: Findings) -> None:
        """What was found so far, for those who look on."""
        for language in self.place.wanted() or {self.place.asked().language}:
            self.place.write(figures_name(language), figures(found, language))
        self.edition += 1

    def finish(self, found: Findings, why: str) -> None:
        folder = self.place.folder / RUN
        for name in (DATA, TABLE):
            os.replace(folder / name, self.place.folder / name)
        for language in LANGUAGES:
            drawn = figures(found, language)
            self.place.write(figures_name(language), drawn)
            self.place.write(report_name(language), html(found, language, drawn))
        shutil.rmtree(folder, ignore_errors=True)
        matches = sum(setting.matches for setting in found.settings)
        self.place.put(State(DONE, found.done, matches, None, self.edition + 1, why, self.tries))


def play_all(shelf: Shelf) -> None:
    """Until nobody waits."""
    while queue := shelf.queue():
        play_one(Place(shelf.folder / queue[0]))
        shelf.finish(queue[0])


def play_one(place: Place) -> None:
    if not place.exists() or place.state().stage in (DONE, FAILED):
        return
    tries = place.state().tries + 1
    watchdog = threading.Timer(MOST_SECONDS + GRACE, give_up, [place, tries])
    watchdog.daemon = True
    watchdog.start()
    try:
        if tries > TRIES:
            raise RuntimeError("the process that plays has ended again and again")
        Course(place, tries).play()
    except Exception:
        logging.getLogger("carreau").exception("the experiment %s has failed", place.id)
        place.put(State(FAILED, tries=tries))
    finally:
        watchdog.cancel()


def give_up(place: Place, tries: int) -> None:
    """Something never returns."""
    place.put(State(FAILED, tries=TRIES + tries))
    os._exit(1)


@contextmanager
def alone(folder: Path) -> Iterator[bool]:
    """Whether no other process plays here; if so, none does meanwhile."""
    if sys.platform == "win32":  # there, a server is a single process
        yield True
        return
    import fcntl

    with (folder / LOCK).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
            return
        yield True


def main(folder: Path) -> None:
    write_logs_as(os.environ.get(LOGS, TEXT))
    policy.choose(Policy.FIRST)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, with which this ends
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    with ending_with_parent(), alone(folder) as is_alone:
        if is_alone:
            play_all(Shelf(folder))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
