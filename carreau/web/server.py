"""Where the server listens, and how it runs."""

from __future__ import annotations

import errno
import gc
import socket
import sys
from contextlib import suppress
from functools import partial
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from carreau.core.errors import BadOption
from carreau.core.phrase import Phrase
from carreau.web.connections import PLENTY, ConnectionLimit
from carreau.web.http_protocol import LARGEST_HEAD, HTTPProtocol, WebSocketProtocol
from carreau.web.site import EVERYWHERE, Site

LOCAL = "127.0.0.1"
LARGEST_MESSAGE = 8192
RUBBISH = (10_000, 20, 20)  # objects until it is looked for: there is little of it
SWITCH_SECONDS = 0.001  # that the disk's thread waits at most for its turn
MOST_FILES, OWN_FILES = 65_536, 128  # open at once: every line is one, and the log and the bots need some


def run(app: ASGIApp, listener: socket.socket, site: Site | None = None) -> None:
    """Serve until the process is told to end."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*RUBBISH)
    site = site or Site()
    lines = ConnectionLimit(site.lines, raise_file_limit())
    uvicorn.Server(configure(app, site, lines, log_level="warning")).run(sockets=[listener])


def configure(app: ASGIApp, site: Site, lines: ConnectionLimit, **more: Any) -> uvicorn.Config:
    http: Any = partial(HTTPProtocol, site=site, lines=lines)
    return uvicorn.Config(
        app,
        http=http,
        ws=WebSocketProtocol,
        ws_max_size=LARGEST_MESSAGE,
        h11_max_incomplete_event_size=LARGEST_HEAD,
        timeout_graceful_shutdown=2,
        server_header=False,
        proxy_headers=False,  # the door looks at them, where it was told to
        **more,
    )


def raise_file_limit() -> int:
    """Let this process open as many files as the system allows; returns how many lines that leaves."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return PLENTY
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):  # then it stays as it is
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return PLENTY if soft == resource.RLIM_INFINITY else max(16, soft - OWN_FILES)


def listen(host: str, port: int) -> socket.socket:
    """A socket, or one sentence about why there is none."""
    if not 0 <= port <= 65535:
        raise BadOption(Phrase("There is no port {port}: they go from 0 to 65535.", port=port))
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            host or EVERYWHERE[1], port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError):
        raise no_host(host) from None
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(place)
        listener.listen(128)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRNOTAVAIL:
            raise no_host(host) from None
        raise BadOption(
            Phrase(
                "Port {port} cannot be used ({reason}): is Carreau running already? Choose another with --port.",
                port=port, reason=error.strerror,
            )
        ) from None  # fmt: skip
    return listener


def no_host(host: str) -> BadOption:
    return BadOption(
        Phrase(
            "This machine has no address {host}: choose another with --host, as 127.0.0.1, or 0.0.0.0 for all of them.",
            host=repr(host[:80]),
        )
    )


def address_at(host: str, listener: socket.socket) -> str:
    """Where a browser on this machine finds the server."""
    port = listener.getsockname()[1]
    if host in EVERYWHERE:
        host = "::1" if listener.family == socket.AF_INET6 else LOCAL
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
