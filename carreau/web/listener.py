"""Where the server listens, and how it runs."""

from __future__ import annotations

import gc
import socket
import sys

import uvicorn
from starlette.types import ASGIApp

from carreau.core.errors import BadOption
from carreau.core.phrase import Phrase
from carreau.web.protocol import Calm, Patient

LOCAL = "127.0.0.1"
LARGEST_MESSAGE = 8192
RUBBISH = (10_000, 20, 20)  # objects until it is looked for: there is little of it
SWITCH_SECONDS = 0.001  # that the disk's thread waits at most for its turn


def run(app: ASGIApp, listener: socket.socket) -> None:
    """Serve until the process is told to end."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*RUBBISH)
    config = uvicorn.Config(
        app,
        log_level="warning",
        http=Patient,
        ws=Calm,
        ws_max_size=LARGEST_MESSAGE,
        timeout_graceful_shutdown=2,
        server_header=False,
    )
    uvicorn.Server(config).run(sockets=[listener])


def listen(host: str, port: int) -> socket.socket:
    """A socket, or one sentence about why there is none."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except (OSError, OverflowError) as error:
        reason = error.strerror if isinstance(error, OSError) else "there is no such port"
        raise BadOption(
            Phrase(
                "Port {port} cannot be used ({reason}): is Carreau running already? Choose another with --port.",
                port=port, reason=reason,
            )
        ) from None  # fmt: skip
    return listener
