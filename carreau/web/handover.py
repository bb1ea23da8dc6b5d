"""What a supervisor leaves to the version that takes its place: the sockets that it listens at, its processes, its counts."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Sequence

import msgspec

from carreau.web.metrics import Metrics

VARIABLE = "CARREAU_HANDOVER"


class Left(msgspec.Struct):
    """It, as text: sockets are numbers of open files."""

    listener: int
    metrics: int | None
    children: list[tuple[int, int, Metrics]]
    ended: Metrics


class Handover:
    """The new version has the same process id, so whoever watches over the server notices nothing. `metrics` is the socket where
    they are read, `ended` what processes have done that are no longer there."""

    def __init__(
        self, listener: socket.socket, metrics: socket.socket | None, children: Sequence[tuple[int, socket.socket, Metrics]],
        ended: Metrics,
    ) -> None:  # fmt: skip
        self.listener, self.metrics, self.children, self.ended = listener, metrics, children, ended

    def keep_open(self, keep: bool) -> None:
        """Whether the sockets stay open when the process becomes another program."""
        for end in (self.listener, *filter(None, [self.metrics]), *(line for _, line, _ in self.children)):
            end.set_inheritable(keep)

    def take_over(self) -> None:
        """Become the new version; does not return."""
        self.keep_open(True)
        children = [(pid, line.fileno(), metrics) for pid, line, metrics in self.children]
        left = Left(self.listener.fileno(), self.metrics.fileno() if self.metrics else None, children, self.ended)
        os.environ[VARIABLE] = msgspec.json.encode(left).decode()
        sys.stdout.flush()
        sys.stderr.flush()
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def inherited() -> Handover | None:
    """What the version before has left, if there was one."""
    text = os.environ.pop(VARIABLE, "")
    if not text:
        return None
    left = msgspec.json.decode(text, type=Left)
    metrics = None if left.metrics is None else socket.socket(fileno=left.metrics)
    children = [(pid, socket.socket(fileno=line), counted) for pid, line, counted in left.children]
    handover = Handover(socket.socket(fileno=left.listener), metrics, children, left.ended)
    handover.keep_open(False)
    return handover
