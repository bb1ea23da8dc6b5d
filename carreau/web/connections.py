"""ConnectionLimit: how many connections are open, by network. Whoever has too many is turned away, and the log says so."""

from __future__ import annotations

import logging
import time
from collections import Counter

from carreau.core.words import message
from carreau.web.fair_queue import FairQueue

QUIET_SECONDS = 10.0  # between two warnings in the log
UNLIMITED = 1_000_000

TOO_MANY = message("Too many connections are open from your address, or overall: close some pages, or wait a minute.")


class Place:
    """A connection that counts until it is closed."""

    def __init__(self, limit: ConnectionLimit, network: str) -> None:
        self.limit: ConnectionLimit | None = limit
        self.network = network

    def leave(self) -> None:
        limit, self.limit = self.limit, None
        if limit is not None:
            limit.leave(self.network)


class ConnectionLimit:
    """All open connections, with a limit for each network and one overall."""

    def __init__(self, most: int, in_all: int = UNLIMITED) -> None:
        self.most, self.in_all = most, in_all
        self.open: Counter[str] = Counter()
        self.reading = FairQueue()  # turns at parsing what was received
        self.total = self.turned_away = 0
        self.warned = -QUIET_SECONDS

    def take(self, network: str, unlimited: bool = False) -> Place | None:
        """A place for a connection, or None; a trusted proxy may be unlimited."""
        full = self.total >= self.in_all
        if full or (not unlimited and self.open[network] >= self.most):
            self.warn(network, full)
            return None
        self.open[network] += 1
        self.total += 1
        return Place(self, network)

    def leave(self, network: str) -> None:
        self.total -= 1
        self.open[network] -= 1
        if self.open[network] <= 0:
            del self.open[network]

    def warn(self, network: str, full: bool) -> None:
        """One line in the log for everyone turned away within a few seconds."""
        self.turned_away += 1
        now = time.monotonic()
        if now - self.warned < QUIET_SECONDS:
            return
        why = f"{self.total} connections are open overall" if full else f"{self.open[network]} connections are open from there"
        logging.getLogger("carreau").warning("%d turned away, the last from %s: %s", self.turned_away, network or "unknown", why)
        self.warned, self.turned_away = now, 0
