"""Stands between us and a database, and loses what it is told to lose."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress

SECONDS = 20.0


class LossyProxy:
    """Passes everything on until it is told otherwise."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        self.lines: list[socket.socket] = []
        self.answers_lost = threading.Event()  # set: what the database answers goes nowhere, and the line is cut
        self.fatal = b""  # whoever sends this gets no answer to it, nor to anything later
        self.lost = 0  # answers
        self.silent = threading.Event()  # set: nothing is passed on any more, in either direction, and no line is cut
        self.refuses = False  # every new line is cut at once
        self.open = threading.Event()  # unless set, what is sent arrives later
        self.open.set()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        with suppress(OSError):
            while True:
                self.connect(self.listener.accept()[0])

    def connect(self, near: socket.socket) -> None:
        try:
            if self.refuses:
                raise ConnectionRefusedError
            far = socket.create_connection(("127.0.0.1", self.target))
        except OSError:  # nobody is there
            near.close()
            return
        self.lines = [line for line in self.lines if line.fileno() >= 0] + [near, far]
        threading.Thread(target=self.pass_on, args=(near, far, False), daemon=True).start()
        threading.Thread(target=self.pass_on, args=(far, near, True), daemon=True).start()

    def pass_on(self, one: socket.socket, other: socket.socket, is_answer: bool) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                self.open.wait()
                if self.silent.is_set():
                    continue
                if not is_answer and self.fatal and self.fatal in data:
                    self.answers_lost.set()
                if is_answer and self.answers_lost.is_set():
                    self.lost += 1
                    break
                other.sendall(data)
        for line in (one, other):
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def lose_answer_to(self, fatal: bytes, seconds: float) -> None:
        """For a while, beginning when this is sent."""

        def end() -> None:
            if self.answers_lost.wait(SECONDS):
                time.sleep(seconds)
            self.fatal = b""
            self.answers_lost.clear()

        self.fatal = fatal
        threading.Thread(target=end, daemon=True).start()

    def refuse_for(self, seconds: float) -> None:
        """Cut all lines, and any new one, for a while."""
        self.refuses = True
        self.cut()
        time.sleep(seconds)
        self.refuses = False

    def hold_for(self, seconds: float) -> None:
        """For a while, everything is on its way, and then it arrives."""
        self.open.clear()
        time.sleep(seconds)
        self.open.set()

    def cut(self) -> None:
        """All lines that there are now."""
        for line in self.lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.listener.close()
        self.cut()
        for line in self.lines:
            line.close()
