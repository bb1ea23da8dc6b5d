"""Serving the tables of a store: in this process, or in several that a supervisor looks after."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from starlette.applications import Starlette

from carreau.store.log import Log
from carreau.web.app import make_app
from carreau.web.bot_pool import BOTS_AT_ONCE
from carreau.web.handover import Handover
from carreau.web.hub import Hub
from carreau.web.line import Line
from carreau.web.metrics import prometheus
from carreau.web.metrics_socket import answer_in_thread
from carreau.web.preparation import prepare_later
from carreau.web.routes.request import drawn_games
from carreau.web.server import run
from carreau.web.site import Site


@dataclass(frozen=True)
class Serving:
    """What every process needs to know."""

    open_log: Callable[[], Log]
    pace: float
    site: Site
    listener: socket.socket
    metrics: socket.socket | None
    begin: Callable[[Log], object]  # called once, by the first process
    lab: Path | None = None  # where its experiments are kept, if it is open

    def run(self, workers: int | None, handover: Handover | None) -> None:
        """Serve until the process is told to end. `workers` is None for as many processes as are needed."""
        if workers == 1 or not can_share():
            self.serve_alone()
            return
        from carreau.web.supervisor import Supervisor, bots_at_once, cores

        most = workers or cores()

        def work(line: Line, first: bool) -> None:
            self.serve(first, line, bots_at_once(most))

        Supervisor(self.listener, work, workers or 1, most, self.metrics, handover).run()

    def serve_alone(self) -> None:
        self.serve(first=True)

    def serve(self, first: bool, line: Line | None = None, bots_at_once: int = BOTS_AT_ONCE) -> None:
        with closing(self.open_log()) as log:
            if first:
                self.begin(log)
            prepare_later(sorted(drawn_games(), key=lambda game: game.minutes))
            app = make_app(log, self.pace, self.site, bots_at_once, self.lab)
            if line is None and self.metrics is not None:
                answer_in_thread(self.metrics, lambda: prometheus(1, [hub.metrics()] if (hub := hub_of(app)) else []))
            run(app, self.listener, self.site, line)


def hub_of(app: Starlette) -> Hub | None:
    """None before the server has started."""
    return getattr(app.state, "hub", None)


def can_share() -> bool:
    """Whether this system lets several processes serve at one socket."""
    return hasattr(os, "fork")
