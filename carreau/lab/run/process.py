"""A process of its own for bots that think in Python: threads would wait for each other there.

It is a plain program that is told what to do, so a script that runs an experiment needs no `if __name__ == "__main__"`.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from contextlib import redirect_stdout, suppress
from typing import Any, BinaryIO

from carreau.core.parent import STDOUT, ending_with_parent
from carreau.lab.run.chunk import Chunk
from carreau.lab.run.work import Answer, Order, attempt

MODULE = "carreau.lab.run.process"
SIZE = 8  # bytes in front of a message that say how long it is
TRIES = 3  # for a chunk, if the process is killed


class Died(Exception):
    """The process has ended without an answer."""


class Process:
    """Starts with the first chunk, and ends with the one that started it, however that ends."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.process: subprocess.Popen[bytes] | None = None
        self.closed = False
        self.lock = threading.Lock()  # held by whoever starts or ends the process

    def play(self, chunk: Chunk) -> Answer:
        """Blocks: call it in a thread, one chunk at a time. A process that is killed is replaced."""
        for _ in range(TRIES):
            try:
                return self.ask(chunk)
            except Died:
                self.end()
                if self.closed:
                    break
        return Answer(None, sentence="A process that plays matches was killed again and again: is there enough memory?")

    def ask(self, chunk: Chunk) -> Answer:
        process = self.start()
        assert process.stdin is not None and process.stdout is not None
        try:
            send(process.stdin, chunk)
            answer: Answer = receive(process.stdout)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            raise Died from None
        return answer

    def start(self) -> subprocess.Popen[bytes]:
        with self.lock:
            if self.closed:
                raise Died
            if self.process is None:
                self.process = subprocess.Popen([sys.executable, "-m", MODULE], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                assert self.process.stdin is not None
                with suppress(OSError):
                    send(self.process.stdin, self.order)
            return self.process

    def end(self) -> None:
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

    def close(self) -> None:
        """No more chunks."""
        self.closed = True
        self.end()


def send(pipe: BinaryIO | Any, message: object) -> None:
    content = pickle.dumps(message)
    pipe.write(len(content).to_bytes(SIZE, "big") + content)
    pipe.flush()


def receive(pipe: BinaryIO | Any) -> Any:
    head = pipe.read(SIZE)
    if len(head) < SIZE:
        raise EOFError
    return pickle.loads(pipe.read(int.from_bytes(head, "big")))


# inside the process


def serve(chunks: BinaryIO, answers: BinaryIO) -> None:
    """Play one chunk after the other, until there are no more."""
    order: Order = receive(chunks)
    sys.path.extend(folder for folder in order.path if folder not in sys.path)
    with suppress(EOFError, BrokenPipeError):
        while True:
            chunk = receive(chunks)
            with ending_with_parent(STDOUT):  # nobody would stop it otherwise
                answer = attempt(order, chunk)
            send(answers, answer)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one that started us, which then ends us
    with redirect_stdout(sys.stderr):  # whatever somebody's own bot prints
        serve(sys.stdin.buffer, os.fdopen(STDOUT, "wb"))
