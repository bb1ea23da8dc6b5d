"""The uvicorn server: where it listens, and how it runs."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp

from carreau.core.errors import BadOption
from carreau.core.phrase import Phrase
from carreau.web.connections import UNLIMITED, ConnectionLimit
from carreau.web.hub import Hub
from carreau.web.line import Line, Order, Report
from carreau.web.protocols import LARGEST_HEAD, HTTPProtocol, WebSocketProtocol
from carreau.web.site import EVERYWHERE, Site

LOCAL = "127.0.0.1"
LARGEST_MESSAGE = 8192
GARBAGE_THRESHOLD = (5_000, 5, 160)  # objects between two collections: small ones, because nobody is answered meanwhile
SWITCH_SECONDS = 0.001  # that the thread which writes to the disk waits at most for the interpreter
BACKLOG = 1024  # connections that wait to be taken
TICKS = 10  # of a tenth of a second, between two reports
SETTLE_SECONDS = 0.2  # for connections that were taken just before the end
FREED_SECONDS = 2.0  # in which a server that has just ended leaves its port
MOST_FILES, OWN_FILES = 65_536, 128  # open at once: each connection is one, and the log and the workers need some


def run(app: Starlette, listener: socket.socket, site: Site | None = None, line: Line | None = None) -> None:
    """Serve until the process is told to end."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(*GARBAGE_THRESHOLD)
    site = site or Site()
    connections = ConnectionLimit(site.most_connections, raise_file_limit())
    more: dict[str, Any] = {"backlog": 1} if line else {}
    if logging.getLogger().handlers:  # set up by somebody else
        more["log_config"] = None
    TableServer(configure(app, site, connections, log_level="warning", **more), app, line).run(sockets=[listener])


class TableServer(uvicorn.Server):
    """One process that serves tables; with a line, one of several. They share a socket, and take one connection at a time from
    it, so that whoever has the least to do takes the next one."""

    def __init__(self, settings: uvicorn.Config, app: Starlette, line: Line | None = None) -> None:
        super().__init__(settings)
        self.app, self.line = app, line

    @property
    def hub(self) -> Hub:
        hub: Hub = self.app.state.hub
        return hub

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        if self.line is None:
            with super().capture_signals():
                yield
            return
        for name in (signal.SIGINT, signal.SIGHUP):
            signal.signal(name, signal.SIG_IGN)  # they are for the supervisor
        signal.signal(signal.SIGTERM, lambda *_: self.obey(Order(drain=True)))
        yield

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """SIGTERM ends the server as it should, so it is not raised once more when everything is done."""
        if sig == signal.SIGTERM:
            self.should_exit = True
        else:
            super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.line is not None:
            for listener in sockets or ():
                listener.listen(BACKLOG)
            soon = asyncio.get_running_loop().call_soon_threadsafe
            self.line.listen(lambda order: soon(self.obey, order))
            self.report()

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS == 0:
            self.report()
        return await super().on_tick(counter)

    def report(self) -> None:
        if self.line is not None:
            self.line.send(Report(self.hub.log.name, self.hub.metrics()))

    def obey(self, order: Order) -> None:
        if order.gone:
            self.hub.house.end(order.gone)
        if order.shed:
            self.hub.shed(order.shed)
        if order.drain:
            self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more connections, finish what has begun, and send all pages elsewhere."""
        for server in self.servers:
            server.close()
        await self.hub.house.farewell()
        if self.line is not None:
            await asyncio.sleep(SETTLE_SECONDS)
        await super().shutdown(sockets)


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
        bind(listener, place)
        listener.listen(BACKLOG)
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


def bind(listener: socket.socket, place: Any) -> None:
    """The processes of a server that was killed may hold its port for another moment."""
    last = time.monotonic() + FREED_SECONDS
    while True:
        try:
            listener.bind(place)
            return
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() > last:
                raise
        time.sleep(0.05)


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
