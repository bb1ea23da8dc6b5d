"""The real application on a real port, in this process, so that its log and its deals can be changed while it runs."""

from __future__ import annotations

import asyncio
import ctypes
import logging
import re
import socket
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import uvicorn

from carreau.core.game import Game
from carreau.store.log import Log
from carreau.store.sqlite_log import SQLiteLog
from carreau.web.app import make_app
from carreau.web.connections import ConnectionLimit
from carreau.web.hub import Hub
from carreau.web.rate_limit import GuessLimiter
from carreau.web.replay_pool import WORKER
from carreau.web.server import configure
from carreau.web.site import Site
from carreau.web.worker_process import WorkerProcess
from proofs.proof import require
from proofs.tools.server import SECONDS, Server

PORT = re.compile(r"127\.0\.0\.1:\d+")
Deals = Mapping[tuple[int, ...], Any]  # the first state, by the words of the seed


class Notes(logging.Handler):
    """Everything the server logs, including requests."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = self.format(record)
        self.lines.append(f"{record.levelname} {PORT.sub('127.0.0.1', text)}")

    def take(self) -> list[str]:
        """What was written since the last time, sorted: if several connections are open, the order is random."""
        lines, self.lines = sorted(self.lines), []
        return lines


class LiveServer(Server):
    """A running server, and what it has logged."""

    def __init__(self, app: Any, port: int, notes: Notes, lines: ConnectionLimit) -> None:
        self.app, self.port, self.notes, self.lines = app, port, notes, lines
        self.neighbour: LiveServer | None = None  # another one on the same log

    @property
    def hub(self) -> Hub:
        hub: Hub = self.app.state.hub
        return hub

    def move_into(self, log: Log) -> None:
        """Serve another log from now on, as if the server had just started. The previous one is closed."""
        before = self.hub.log
        worker, self.hub.workers.replays.worker = self.hub.workers.replays.worker, WorkerProcess(WORKER)
        self.hub.close()
        before.close()
        self.app.state.hub = Hub(log, 0.0)
        self.hub.workers.replays.worker = worker  # it has loaded the games; drawings are kept elsewhere
        self.app.state.guess_limiter = GuessLimiter(log)

    async def meet(self, other: LiveServer, table: str) -> None:
        """Wait until this server and another one on the same store have told each other who is at a table."""
        until = asyncio.get_running_loop().time() + SECONDS
        while self.hub.rooms[table].present != other.hub.rooms[table].present:
            require(asyncio.get_running_loop().time() < until, f"Two servers do not agree who is at table {table}.")
            await asyncio.sleep(0.005)

    def forget_guesses(self) -> None:
        """Let whoever has guessed too often guess again."""
        self.app.state.guess_limiter.limiter.buckets.clear()


@asynccontextmanager
async def live_server(folder: Path, site: Site | None = None) -> AsyncIterator[LiveServer]:
    log = SQLiteLog(folder / "first.db")
    listener = socket.create_server(("127.0.0.1", 0))
    app, lines = make_app(log, 0.0, site), ConnectionLimit((site or Site()).most_connections)
    server = uvicorn.Server(configure(app, site or Site(), lines, log_level="info", log_config=None))
    with noted() as notes:
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield LiveServer(app, listener.getsockname()[1], notes, lines)
        finally:
            server.should_exit = True
            await serving
            app.state.hub.log.close()


@contextmanager
def noted() -> Iterator[Notes]:
    notes = Notes()
    loggers = [logging.getLogger(name) for name in ("uvicorn", "carreau", "asyncio")]
    before = [(logger.level, logger.propagate) for logger in loggers]
    for logger in loggers:
        logger.addHandler(notes)
        logger.setLevel(logging.INFO)
        logger.propagate = False
    try:
        yield notes
    finally:
        for logger, (level, propagate) in zip(loggers, before):
            logger.removeHandler(notes)
            logger.setLevel(level)
            logger.propagate = propagate


@contextmanager
def dealt(game: Game, deals: Deals) -> Iterator[None]:
    """In the meantime, make these seeds deal these cards."""
    drive: Any = game._drive
    deal = drive.setup_at

    def setup_at(address: int, players: int, options: Any, words: Any) -> None:
        deal(address, players, options, words)
        if (state := deals.get(tuple(words.tolist()))) is not None:
            ctypes.memmove(address, state.ctypes.data, state.nbytes)

    drive.setup_at = setup_at
    try:
        yield
    finally:
        drive.setup_at = deal
