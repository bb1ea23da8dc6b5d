"""The process in which bots play (process.py): an order first, then a chunk in, what was noted out."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import redirect_stdout, suppress
from typing import BinaryIO

from carreau.core.parent import STDOUT, ending_with_parent
from carreau.lab.run.messages import receive, send
from carreau.lab.run.work import Order, attempt


def serve(chunks: BinaryIO, answers: BinaryIO) -> None:
    """Play one chunk after the other, until there are no more."""
    order: Order = receive(chunks)
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
