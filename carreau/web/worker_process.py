"""A process that does one job after the other, so that slow work holds up no table.

It runs at a lower priority than the server. A thread could not do that: with low priority and the interpreter's lock in hand, it
would hold up everyone.
"""

from __future__ import annotations

import logging
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO

from carreau.core import policy
from carreau.core.game import Game
from carreau.core.parent import STDOUT, ending_with_parent
from carreau.core.policy import Policy
from carreau.games import LOADED
from carreau.web.log_format import LOGS, TEXT, write_logs_as

SIZE = 4  # bytes in front of a message that say how long it is
IDLE_SECONDS = 600.0  # without a job, after which the process ends; the next job starts another


class Died(Exception):
    """The process has ended without an answer."""


class TimedOut(Died):
    """The process was killed because it took too long."""


class WorkerProcess:
    """Starts with the first job, and ends with the server, however that ends."""

    def __init__(self, module: str) -> None:
        self.module = module
        self.process: subprocess.Popen[bytes] | None = None
        self.closed = False
        self.lock = threading.RLock()  # held by whoever starts or ends the process: a job may be at it while the server closes

    def start(self) -> subprocess.Popen[bytes]:
        """The running process; a new one if there is none."""
        with self.lock:
            if self.closed:
                raise Died
            if self.process is not None and self.process.poll() is not None:
                self.end()
            if self.process is None:
                command = [sys.executable, "-m", self.module]
                self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            return self.process

    def ask(self, job: bytes, seconds: float) -> bytes:
        """The answer, empty if the job failed; TimedOut if it takes longer. Blocks: call it in a thread, one job at a time."""
        process = self.start()
        late = threading.Event()

        def stop() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(seconds, stop)
        timer.daemon = True
        timer.start()
        try:
            answer = exchange(process, job)
        finally:
            timer.cancel()
        if answer is not None:
            return answer
        self.end()
        raise TimedOut if late.is_set() else Died

    def close(self) -> None:
        """No more jobs."""
        with self.lock:
            self.closed = True
            self.end()

    def end(self) -> None:
        """The next job starts another process."""
        with self.lock:
            process, self.process = self.process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError, ValueError):
                if pipe is not None:
                    pipe.close()


def exchange(process: subprocess.Popen[bytes], job: bytes) -> bytes | None:
    """The answer of a process to a job; None if it ends before that."""
    jobs, answers = process.stdin, process.stdout
    assert jobs is not None and answers is not None
    with suppress(OSError, ValueError):
        jobs.write(len(job).to_bytes(SIZE, "big") + job)
        jobs.flush()
        if len(head := answers.read(SIZE)) == SIZE:
            length = int.from_bytes(head, "big")
            return answer if len(answer := answers.read(length)) == length else None
    return None


def name_of(game: Game) -> str:
    """The name by which another process can load a game: its id, or its folder if it was loaded from one."""
    return str(game.folder) if game.id in LOADED else game.id


def serve_jobs(do: Callable[[bytes], bytes], niceness: int) -> None:
    """What runs in the process: one job after the other, until there are no more."""
    write_logs_as(os.environ.get(LOGS, TEXT))
    policy.choose(Policy.FOUND)  # the server sees to compiling
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes our input
    if hasattr(os, "nice"):
        os.nice(niceness)
    jobs, answers = sys.stdin.buffer, sys.stdout.buffer
    with suppress(BrokenPipeError):
        while select.select([jobs], [], [], IDLE_SECONDS)[0] and (length := jobs.read(SIZE)):
            send(answers, attempt(do, jobs.read(int.from_bytes(length, "big"))))


def attempt(do: Callable[[bytes], bytes], job: bytes) -> bytes:
    try:
        with ending_with_parent(STDOUT):  # nobody would stop a job that takes too long; the job itself has come by STDIN
            return do(job)
    except Exception:
        logging.getLogger("carreau").exception("a job failed")
        return b""


def send(answers: BinaryIO, answer: bytes) -> None:
    answers.write(len(answer).to_bytes(SIZE, "big") + answer)
    answers.flush()
