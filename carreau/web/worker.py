"""A process of our own that does one job after the other, so that what takes long holds up no table.

It steps back behind the server, which a thread of the server could not do: stepping back with the interpreter's lock in hand, it
would hold up everybody.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO

from carreau.core.game import Game
from carreau.games import LOADED

SIZE = 4  # bytes that say how long a message is
IDLE_SECONDS = 600.0  # after which the process ends; the next job starts another


class Gone(Exception):
    """The process has ended without an answer."""


class Late(Gone):
    """It was ended because it took too long."""


class WorkerProcess:
    """Begun with the first job; at an end with the server, however that ends."""

    def __init__(self, module: str) -> None:
        self.module = module
        self.process: subprocess.Popen[bytes] | None = None
        self.closed = False

    def begin(self) -> subprocess.Popen[bytes]:
        """The process, a new one if there is none."""
        if self.closed:
            raise Gone
        if self.process is not None and self.process.poll() is not None:
            self.end()
        if self.process is None:
            command = [sys.executable, "-m", self.module]
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self.process

    def ask(self, job: bytes, seconds: float) -> bytes:
        """The answer, empty if the job failed; Late if it takes longer. Blocks: to be called in a thread, by one at a time."""
        process = self.begin()
        late = threading.Event()

        def stop() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(seconds, stop)
        timer.daemon = True
        timer.start()
        try:
            answer = converse(process, job)
        finally:
            timer.cancel()
        if answer is not None:
            return answer
        self.end()
        raise Late if late.is_set() else Gone

    def close(self) -> None:
        """No more jobs."""
        self.closed = True
        self.end()

    def end(self) -> None:
        """The next job starts another process."""
        process, self.process = self.process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError, ValueError):
                if pipe is not None:
                    pipe.close()


def converse(process: subprocess.Popen[bytes], job: bytes) -> bytes | None:
    """What a process says to a job; None if it ends before."""
    to, back = process.stdin, process.stdout
    assert to is not None and back is not None
    with suppress(OSError, ValueError):
        to.write(len(job).to_bytes(SIZE, "big") + job)
        to.flush()
        if len(head := back.read(SIZE)) == SIZE:
            length = int.from_bytes(head, "big")
            return answer if len(answer := back.read(length)) == length else None
    return None


def name_of(game: Game) -> str:
    """By which another process loads a game: its id, or its folder if it was loaded from one."""
    return str(game.folder) if game.id in LOADED else game.id


def work(do: Callable[[bytes], bytes], niceness: int) -> None:
    """In the process: one job after the other, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes our input
    if hasattr(os, "nice"):
        os.nice(niceness)
    jobs, answers = sys.stdin.buffer, sys.stdout.buffer
    with suppress(BrokenPipeError):
        while select.select([jobs], [], [], IDLE_SECONDS)[0] and (length := jobs.read(SIZE)):
            say(answers, attempt(do, jobs.read(int.from_bytes(length, "big"))))


def attempt(do: Callable[[bytes], bytes], job: bytes) -> bytes:
    try:
        return do(job)
    except Exception:
        traceback.print_exc()
        return b""


def say(answers: BinaryIO, answer: bytes) -> None:
    answers.write(len(answer).to_bytes(SIZE, "big") + answer)
    answers.flush()
