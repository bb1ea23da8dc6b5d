"""The line between a process that serves tables and the supervisor that has started it: one JSON message per line of text."""

from __future__ import annotations

import os
import select
import socket
import threading
from collections.abc import Callable
from contextlib import suppress

import msgspec
from msgspec import Struct

from carreau.web.metrics import Metrics

PIECE = 65536


class Report(Struct):
    """What a process says once a second."""

    name: str
    metrics: Metrics


class Order(Struct):
    """What the supervisor says."""

    drain: bool = False  # end, when all pages have been sent elsewhere
    shed: float = 0.0  # this part of all tables is sent elsewhere
    gone: str = ""  # the name of a process that has ended


class Line:
    """One end of it. Whoever reads from the other end does so in its own way."""

    def __init__(self, end: socket.socket) -> None:
        self.socket = end
        self.rest = b""
        self.waiting: list[Order] = []  # orders that came before anybody could obey them
        self.obey: Callable[[Order], object] = self.waiting.append

    def send(self, message: Report | Order) -> None:
        """Without waiting: whoever has not read for minutes misses it. All tables of a process would wait as well."""
        has_room = select.poll()
        has_room.register(self.socket, select.POLLOUT)  # for much more than one message
        with suppress(OSError):
            if has_room.poll(0):
                self.socket.sendall(msgspec.json.encode(message) + b"\n")

    def receive(self) -> list[bytes] | None:
        """The messages that have come; None if the other end is closed."""
        try:
            data = self.socket.recv(PIECE)
        except OSError:
            data = b""
        *messages, self.rest = (self.rest + data).split(b"\n")
        return messages if data else None

    def watch(self) -> None:
        """In a thread. When the supervisor has ended, however that happened, this process ends at once."""

        def run() -> None:
            while (messages := self.receive()) is not None:
                for message in messages:
                    with suppress(RuntimeError):  # our loop is closed
                        self.obey(msgspec.json.decode(message, type=Order))
            os._exit(1)

        threading.Thread(target=run, name="line", daemon=True).start()

    def listen(self, obey: Callable[[Order], object]) -> None:
        """From now on, have somebody obey all orders, and those that came before."""
        self.obey = obey
        for order in self.waiting:
            obey(order)

    def close(self) -> None:
        self.socket.close()
