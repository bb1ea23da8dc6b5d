"""A slow connection: a TCP proxy that passes everything on, in both directions, after a delay."""

from __future__ import annotations

import queue
import socket
import threading
import time

READ = 65536


class SlowLine:
    """Listens on its own port; `heard` is when it last passed something on to the server."""

    def __init__(self, port: int, delay: float) -> None:
        self.server, self.delay, self.heard = port, delay, 0.0
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port = self.door.getsockname()[1]
        self.lines: list[socket.socket] = []
        self.start(self.welcome)

    def start(self, work: object, *arguments: object) -> None:
        threading.Thread(target=work, args=arguments, daemon=True).start()  # type: ignore[arg-type]

    def welcome(self) -> None:
        while True:
            try:
                near, _ = self.door.accept()
                far = socket.create_connection(("127.0.0.1", self.server))
            except OSError:
                return  # closed
            for line in (near, far):
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.lines += [near, far]
            self.carry(near, far, True)
            self.carry(far, near, False)

    def carry(self, source: socket.socket, target: socket.socket, to_server: bool) -> None:
        waiting: queue.Queue[tuple[float, bytes]] = queue.Queue()
        self.start(self.read, source, waiting)
        self.start(self.write, target, waiting, to_server)

    def read(self, source: socket.socket, waiting: queue.Queue[tuple[float, bytes]]) -> None:
        data = b"begin"
        while data:
            try:
                data = source.recv(READ)
            except OSError:
                data = b""
            waiting.put((time.monotonic() + self.delay, data))

    def write(self, target: socket.socket, waiting: queue.Queue[tuple[float, bytes]], to_server: bool) -> None:
        while True:
            due, data = waiting.get()
            time.sleep(max(0.0, due - time.monotonic()))
            try:
                if not data:
                    target.shutdown(socket.SHUT_WR)
                    return
                target.sendall(data)
            except OSError:
                return
            if to_server:
                self.heard = time.monotonic()

    def close(self) -> None:
        self.door.close()
        for line in self.lines:
            line.close()
