"""A process of its own (player.py) for bots that think in Python: threads would wait for each other there.

It is a plain program that is told what to do, so a script that runs an experiment needs no `if __name__ == "__main__"`.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import threading
from contextlib import suppress

from carreau.lab.run.chunk import Chunk
from carreau.lab.run.messages import receive, send
from carreau.lab.run.work import Answer, Order

PROGRAM = "carreau.lab.run.player"
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
                self.process = subprocess.Popen([sys.executable, "-m", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
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
