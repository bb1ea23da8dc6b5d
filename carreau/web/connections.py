"""ConnectionLimit: how many are open, by household. Who has too many is turned away, and the log says so."""

from __future__ import annotations

import logging
import time
from collections import Counter

from carreau.core.words import message
from carreau.web.fair_queue import FairQueue

QUIET_SECONDS = 10.0  # between two lines of the log about it
PLENTY = 1_000_000

TOO_MANY = message("Too many connections are open from your address, or in all: close some pages, or wait a minute.")


class Place:
    """A line that counts until it is closed."""

    def __init__(self, lines: ConnectionLimit, who: str) -> None:
        self.lines: ConnectionLimit | None = lines
        self.who = who

    def leave(self) -> None:
        lines, self.lines = self.lines, None
        if lines is not None:
            lines.leave(self.who)


class ConnectionLimit:
    """All lines that are open, at most so many of one household and so many in all."""

    def __init__(self, most: int, in_all: int = PLENTY) -> None:
        self.most, self.in_all = most, in_all
        self.open: Counter[str] = Counter()
        self.turns = FairQueue()  # at reading what has come
        self.total = self.turned_away = 0
        self.told = -QUIET_SECONDS

    def take(self, who: str, spared: bool = False) -> Place | None:
        """A place, or none; who is spared has as many as there are."""
        full = self.total >= self.in_all
        if full or (not spared and self.open[who] >= self.most):
            self.tell(who, full)
            return None
        self.open[who] += 1
        self.total += 1
        return Place(self, who)

    def leave(self, who: str) -> None:
        self.total -= 1
        self.open[who] -= 1
        if self.open[who] <= 0:
            del self.open[who]

    def tell(self, who: str, full: bool) -> None:
        """One line in the log for all that are turned away within some seconds."""
        self.turned_away += 1
        now = time.monotonic()
        if now - self.told < QUIET_SECONDS:
            return
        why = f"{self.total} connections are open in all" if full else f"{self.open[who]} connections are open from there"
        logging.getLogger("carreau").warning("%d turned away, the last from %s: %s", self.turned_away, who or "unknown", why)
        self.told, self.turned_away = now, 0
