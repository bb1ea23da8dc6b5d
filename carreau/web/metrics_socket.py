"""Where metrics are read: on an address of their own, which the public never sees."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import suppress

from carreau.core.errors import BadOption
from carreau.core.phrase import Phrase
from carreau.web.server import LOCAL, listen

SECONDS = 1.0  # that whoever asks may take
MOST_BYTES = 8192
HIGHEST_PORT = 65535
OK, MISSING = "200 OK", "404 Not Found"


def listen_for_metrics(address: str) -> socket.socket:
    """PORT of this machine, or HOST:PORT."""
    host, _, port = address.rpartition(":")
    if not (port.isascii() and port.isdigit() and int(port[:9]) <= HIGHEST_PORT):
        raise BadOption(
            Phrase("For --metrics, give a port, such as 9421, or host:port, not {address}.", address=repr(address[:40]))
        )
    try:
        return listen(host.strip("[]") or LOCAL, int(port))
    except BadOption:
        raise BadOption(
            Phrase(
                "Metrics cannot be offered at {address}: either this machine has no such address, or the port is in use. "
                "Choose another with --metrics.",
                address=repr(address[:40]),
            )
        ) from None


def place_of_metrics(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/metrics"


def answer(listener: socket.socket, collect: Callable[[], str]) -> None:
    """Answer one request."""
    with suppress(OSError):
        connection, _ = listener.accept()
        with connection:
            connection.settimeout(SECONDS)
            path = connection.recv(MOST_BYTES).split(b" ")[1:2]
            status, text = (OK, collect()) if path == [b"/metrics"] else (MISSING, "Metrics are at /metrics.\n")
            kind = "text/plain; version=0.0.4; charset=utf-8"
            body = text.encode()
            head = f"HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
            connection.sendall(head.encode() + body)


def answer_in_thread(listener: socket.socket, collect: Callable[[], str]) -> None:
    """For a server of one process."""

    def run() -> None:
        while listener.fileno() >= 0:
            answer(listener, collect)

    threading.Thread(target=run, name="metrics", daemon=True).start()
