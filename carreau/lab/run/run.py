"""Running an experiment: its chunks are played by whoever there is, put in order, and looked at."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from heapq import heappop, heappush
from pathlib import Path

from carreau.core.number import check_count
from carreau.lab import measures, report
from carreau.lab.experiment import Experiment
from carreau.lab.findings import Findings
from carreau.lab.matches import Columns, Matches
from carreau.lab.matches.play import DEEP
from carreau.lab.run.chunk import Chunk
from carreau.lab.run.cluster import Cluster
from carreau.lab.run.course import Course, courses_of
from carreau.lab.run.crew import Crew, Local
from carreau.lab.run.folder import Folder, experiment_in
from carreau.lab.run.played import Played
from carreau.lab.run.progress import Pace, Progress
from carreau.lab.run.work import Answer, Order, order_of, result

OFTEN = 0.1  # seconds between two calls that tell how far it is


def nothing(progress: Progress) -> None:
    """Nobody wants to know how far it is."""


def run_experiment(
    experiment: Experiment,
    folder: Path | str | None = None,
    *,
    cores: int | None = None,
    cluster: str | None = None,
    progress: Callable[[Progress], None] = nothing,
    language: str = "en",
) -> Findings:
    """Play an experiment, and say what it has found. The same experiment finds the same, however it is played.

    Args:
        experiment: What is asked.
        folder: Where to keep the raw results and the report. If the experiment was interrupted there, it goes on.
        cores: How many cores to use; all of them if left out.
        cluster: Have it played by Ray: `auto` for one on this machine, or the address of a cluster.
        progress: Called again and again with how far it is.
        language: Of the report in the folder.

    Raises:
        WrongFolder: If the folder holds something else.
        MissingExtra: If packages are missing that this needs.
    """
    if cores is not None:
        check_count("number of cores", cores)
    order = order_of(experiment)
    kept = Folder(Path(folder), experiment) if folder is not None else None
    if kept is not None:
        kept.begin()
    run = Run(experiment, order, kept, lambda: Cluster(order, cluster, cores) if cluster else Local(order, cores), progress)
    try:
        run.play()
    finally:
        run.close()
    return run.finish(language)


def report_on(folder: Path | str, language: str = "en") -> Findings:
    """Make the report of a folder again, from what was played there so far.

    Args:
        folder: The folder.
        language: Of the report.

    Raises:
        WrongFolder: If it holds no experiment.
    """
    experiment = experiment_in(Path(folder))
    run = Run(experiment, order_of(experiment), Folder(Path(folder), experiment), None, nothing)
    run.play()
    return run.finish(language)


class Run:
    """An experiment that is being played; without anybody to play, only what is in its folder counts."""

    def __init__(
        self, experiment: Experiment, order: Order, folder: Folder | None, crew: Callable[[], Crew] | None,
        progress: Callable[[Progress], None],
    ) -> None:  # fmt: skip
        self.experiment, self.order, self.folder, self.progress = experiment, order, folder, progress
        self.deep = experiment.deep if DEEP in order.needs else 0
        self.played, self.pace = Played(experiment), Pace(experiment, self.deep)
        self.courses = courses_of(experiment, self.deep)
        self.course_of = {k: course for course in self.courses for k in course.settings}
        self.missing = dict.fromkeys(self.courses, 0)  # chunks up to the next look
        self.waiting: list[Chunk] = []  # a heap: the first deals of all settings come first
        self.running: dict[Future[Answer], Chunk] = {}
        self.new_crew = crew
        self.crew: Crew | None = None
        self.before = folder.seconds if folder else 0.0
        self.told = 0.0

    # playing

    def play(self) -> None:
        """Play whatever is missing."""
        for course in self.courses:
            self.go_on(course)
        while self.waiting or self.running:
            self.hand_over()
            for future in self.completed():
                chunk, answer = self.running.pop(future), result(future.result())
                assert answer.columns is not None
                if self.folder is not None:
                    self.folder.write(chunk, answer.columns)
                self.pace.note(chunk, answer.seconds)
                self.take(chunk, answer.columns)

    def completed(self) -> Iterable[Future[Answer]]:
        """Some that have ended; nothing where nobody plays."""
        return wait(self.running, return_when=FIRST_COMPLETED).done if self.running else ()

    def go_on(self, course: Course) -> None:
        """Play up to the next look."""
        for chunk in course.next():
            heappush(self.waiting, chunk)
            self.missing[course] += 1

    def hand_over(self) -> None:
        """Give everybody something to do, except what was played earlier."""
        while self.waiting:
            if self.crew is not None and len(self.running) >= self.crew.slots():
                return
            chunk = heappop(self.waiting)
            columns = self.folder.read(chunk) if self.folder else None
            if columns is not None:
                self.take(chunk, columns)
            elif self.new_crew is not None:
                self.crew = self.crew or self.new_crew()
                self.running[self.crew.submit(chunk)] = chunk

    def take(self, chunk: Chunk, columns: Columns) -> None:
        """What was noted, now or earlier."""
        self.played.add(chunk, columns)
        course = self.course_of[chunk.setting]
        self.missing[course] -= 1
        if not self.missing[course]:
            course.look([self.played.columns(k) for k in course.settings])
            if not course.over:
                self.go_on(course)
        self.tell()

    def close(self) -> None:
        """End whoever plays, and note how long it took."""
        if self.crew is not None:
            self.crew.close()
        if self.folder is not None:
            self.folder.note_seconds(self.seconds)

    # how far it is

    @property
    def seconds(self) -> float:
        return self.before + time.monotonic() - self.pace.begun

    def work(self) -> tuple[float, float]:
        """How much is done, and how much is left, in seconds of one core."""
        done = left = 0.0
        for course in self.courses:
            for k in course.settings:
                played = self.played.deals[k]
                done += self.pace.cost(k, 0, played)
                left += self.pace.cost(k, played, max(played, course.expected))
        return done, left

    def tell(self) -> None:
        """Say how far it is, but not too often."""
        if self.progress is nothing or (time.monotonic() - self.told < OFTEN and (self.waiting or self.running)):
            return
        done, left = self.work()
        share = done / (done + left) if done + left else 0.0
        wanted = self.pace.left(left, self.crew.workers() if self.crew else 1)
        self.progress(Progress(share, self.seconds, wanted, self.played.matches, lambda: self.find(share)))
        self.told = time.monotonic()

    # what was found

    def find(self, done: float) -> Findings:
        tables = [Matches(setting, self.played.columns(k)) for k, setting in enumerate(self.experiment.settings)]
        return measures.find(self.experiment, [table for table in tables if table.columns], done, self.seconds)

    def finish(self, language: str) -> Findings:
        """What was found, also in the folder."""
        done, left = self.work()
        findings = self.find(1.0 if not left else done / (done + left))
        if self.folder is not None:
            report.write(findings, self.folder.place, language)
        return findings
