"""The uvicorn server: where it listens, and how it runs."""

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
from carreau.web.connections import UNLIMITED, ConnectionLimit
from carreau.web.protocols import LARGEST_HEAD, HTTPProtocol, WebSocketProtocol
from carreau.web.site import EVERYWHERE, Site

LOCAL = "127.0.0.1"
LARGEST_MESSAGE = 8192
GARBAGE_THRESHOLD = (10_000, 20, 20)  # objects between two collections: we make little garbage
SWITCH_SECONDS = 0.001  # that the thread which writes to the disk waits at most for the interpreter
MOST_FILES, OWN_FILES = 65_536, 128  # open at once: each connection is one, and the log and the workers need some


def run(app: ASGIApp, listener: socket.socket, site: Site | None = None) -> None:
    """Serve until the process is told to end."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*GARBAGE_THRESHOLD)
    site = site or Site()
    connections = ConnectionLimit(site.most_connections, raise_file_limit())
    uvicorn.Server(configure(app, site, connections, log_level="warning")).run(sockets=[listener])


def configure(app: ASGIApp, site: Site, connections: ConnectionLimit, **more: Any) -> uvicorn.Config:
    http: Any = partial(HTTPProtocol, site=site, connection_limit=connections)
    return uvicorn.Config(
        app,
        http=http,
        ws=WebSocketProtocol,
        ws_max_size=LARGEST_MESSAGE,
        h11_max_incomplete_event_size=LARGEST_HEAD,
        timeout_graceful_shutdown=2,
        server_header=False,
        proxy_headers=False,  # ProxyMiddleware reads them, from trusted proxies only
        **more,
    )


def raise_file_limit() -> int:
    """Let this process open as many files as the system allows; returns how many connections that leaves."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return UNLIMITED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):  # then the limit stays as it is
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return UNLIMITED if soft == resource.RLIM_INFINITY else max(16, soft - OWN_FILES)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; BadOption, with a sentence, if there can be none."""
    if not 0 <= port <= 65535:
        raise BadOption(Phrase("There is no port {port}: ports go from 0 to 65535.", port=port))
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
            "This machine has no address {host}: choose another with --host, such as 127.0.0.1, or 0.0.0.0 for all of them.",
            host=repr(host[:80]),
        )
    )


def address_at(host: str, listener: socket.socket) -> str:
    """Where a browser on this machine finds the server."""
    port = listener.getsockname()[1]
    if host in EVERYWHERE:
        host = "::1" if listener.family == socket.AF_INET6 else LOCAL
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
