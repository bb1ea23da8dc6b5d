"""Machine code is made behind the scenes: by another process with a low priority, one game at a time."""

from __future__ import annotations

import atexit
import base64
import logging
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from carreau.core.cache import WRITER
from carreau.core.game import Game
from carreau.core.policy import VARIABLE, Policy
from carreau.core.progress import ALMOST

if TYPE_CHECKING:
    from carreau.core.work import Work

PROGRAM = "carreau.core.compiler"
PATIENCE = 1.0  # seconds after which compiling is worth it: a program that has ended by then did not need it
TRIES = 3  # if the process is killed


@dataclass(eq=False)
class Job:
    """Some work for which a game is to be compiled."""

    game: Game
    work: Work
    urgent: bool
    start: float  # not before this time
    queued: bool = False  # or being worked on
    share: float = 0.0  # that is done
    tries: int = 0
    failed: bool = False


class Behind:
    """The queue of one process. Whatever somebody waits for goes first, and interrupts what nobody has asked for yet."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []
        self.known: dict[tuple[Game, str], Job] = {}
        self.current: Job | None = None
        self.process: subprocess.Popen[str] | None = None
        self.interrupted = False
        self.thread: threading.Thread | None = None
        self.changed = threading.Condition()
        self.closed = False
        self.when_loaded: Callable[[], object] = lambda: None

    def ask(self, game: Game, work: Work, urgent: bool = True, patience: float = PATIENCE) -> None:
        """Have a game compiled for some work; this process uses the machine code as soon as it is there."""
        with self.changed:
            start = time.monotonic() + patience
            job = self.known.setdefault((game, work.name), Job(game, work, urgent, start))
            job.urgent, job.start = job.urgent or urgent, min(job.start, start)
            if not job.queued and not job.failed and not work.is_used(game):
                job.queued = True
                self.jobs.append(job)
            if urgent and job.queued and self.current is not None and not self.current.urgent:
                job.start = 0.0
                self.interrupt()
            if self.thread is None and not self.closed:
                self.thread = threading.Thread(target=self.run, name="compiling behind", daemon=True)
                self.thread.start()
            self.changed.notify_all()

    def is_asked(self, game: Game, work: Work) -> bool:
        """Whether somebody has asked for it."""
        with self.changed:
            return (game, work.name) in self.known

    def share(self, game: Game, works: Collection[Work] = ()) -> float | None:
        """How much of what was asked for is compiled, for all kinds of work or some; None if nothing is left to do."""
        with self.changed:
            jobs = [job for job in self.known.values() if job.game is game and not job.failed]
        jobs = [job for job in jobs if not works or job.work in works]
        shares = [1.0 if job.work.is_made(game) else job.share for job in jobs]
        return None if all(share == 1.0 for share in shares) else sum(shares) / len(shares)

    def has_failed(self, game: Game) -> bool:
        """Whether the game cannot be compiled."""
        with self.changed:
            return any(job.failed for job in self.known.values() if job.game is game)

    def interrupt(self) -> None:
        """Stop the process; what it has compiled so far is kept."""
        if self.process is not None:
            self.interrupted = True
            self.process.kill()

    def close(self) -> None:
        """Compile nothing more. Returns when nothing is being loaded: a process must not end in the middle of that."""
        with self.changed:
            self.closed = True
            self.interrupt()
            self.changed.notify_all()
        from carreau.core.work import USING

        with USING:
            pass

    # in the thread

    def run(self) -> None:
        while jobs := self.next():
            try:
                self.prepare(jobs)
            except Exception as error:  # a fault in the game's own files is told in full when it is played
                if WRITER.ended:  # the folders are gone
                    return
                logging.getLogger("carreau").warning("%s stays in plain Python: %s", jobs[0].game.name, error)
                for job in jobs:
                    job.failed = not job.work.is_used(job.game)

    def prepare(self, jobs: list[Job]) -> None:
        if not all(job.work.is_made(job.game) for job in jobs):
            self.compile(jobs)
        for job in jobs:
            if job.work.is_made(job.game):
                self.take_over(job)

    def next(self) -> list[Job]:
        """All jobs for the game that comes first, when their time has come; none when there will be no more."""
        with self.changed:
            self.current = None
            while not self.closed:
                now = time.monotonic()
                due = [job for job in self.jobs if job.start <= now]
                if due:
                    self.current = max(due, key=lambda job: job.urgent)  # of several, the one that was asked for first
                    chosen = [job for job in due if job.game is self.current.game]
                    self.jobs = [job for job in self.jobs if job not in chosen]
                    return chosen
                self.changed.wait(min((job.start - now for job in self.jobs), default=None))
        return []

    def compile(self, jobs: list[Job]) -> None:
        """What is not compiled in the end because it was interrupted gets another turn."""
        process = self.start(jobs)
        if process is None:
            return
        try:
            with process:
                assert process.stdout is not None
                for number, share in map(str.split, process.stdout):
                    job = jobs[int(number)]
                    job.share = max(job.share, min(float(share), ALMOST))
                    if float(share) == 1.0 and job.work.is_made(job.game):
                        self.take_over(job)
        finally:
            with self.changed:
                self.process = None
                missing = [job for job in jobs if job.share < 1.0]
                for job in missing:
                    job.tries += not self.interrupted
                    job.failed = process.returncode >= 0 or job.tries >= TRIES
                self.jobs[:0] = [job for job in missing if not job.failed]
                self.interrupted = False

    def start(self, jobs: list[Job]) -> subprocess.Popen[str] | None:
        """A process that compiles; it ends with this one. In a session of its own, because Ctrl-C is not for it."""
        task = base64.b64encode(pickle.dumps((jobs[0].game, [job.work for job in jobs]))).decode()
        with self.changed:
            if self.closed:
                return None
            self.process = WRITER.start(
                lambda: subprocess.Popen(
                    [sys.executable, "-m", PROGRAM, task], env={**os.environ, VARIABLE: Policy.FOUND}, text=True,
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
                )
            )  # fmt: skip
            return self.process

    def take_over(self, job: Job) -> None:
        """Use what is compiled; what nobody has asked for yet stays on the disk."""
        from carreau.core.work import USING

        with USING:
            if job.urgent and not self.closed and not job.work.is_used(job.game):
                job.work.use(job.game)
                self.when_loaded()
        with self.changed:
            job.share = 1.0
            job.queued = job.urgent and not self.closed and not job.work.is_used(job.game)
            if job.queued:  # somebody has just asked for it
                self.jobs.append(job)


BEHIND = Behind()


def begin_anew() -> None:
    """In a forked process: it has not got the thread, and it must not keep its parent's compiler alive."""
    process = BEHIND.process
    vars(BEHIND).update(vars(Behind()))
    if process is not None:
        process.returncode = 0  # it is not ours to wait for
        for pipe in (process.stdin, process.stdout):  # the thread may have been reading: close() would wait for it
            if pipe is not None and not pipe.closed:
                with open(os.devnull, "r+") as nothing:
                    os.dup2(nothing.fileno(), pipe.fileno(), inheritable=False)


atexit.register(BEHIND.close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(  # not while a process is being started: nobody would know of its pipes
        before=lambda: BEHIND.changed.acquire(), after_in_parent=lambda: BEHIND.changed.release(), after_in_child=begin_anew
    )  # fmt: skip
