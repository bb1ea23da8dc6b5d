"""A clock for every person. Their time is charged when they act, so a restart costs nobody anything."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable

BASE = time.time() - time.monotonic()


def clock() -> float:
    """Seconds since 1970 that never run backwards."""
    return BASE + time.monotonic()


class Clock:
    """How much time everybody has left. Bots have no clock."""

    def __init__(self, budget: float, players: int, now: float) -> None:
        self.budget = budget  # 0: there is no clock
        self.spent = [0.0] * players
        self.since = now  # when the running clocks started
        self.stopped: float | None = None  # since when all clocks stand still

    def running(self, seats: Iterable[int], now: float) -> float:
        """How long the acting seats have been thinking."""
        return max(0.0, self.moment(now) - self.since) if self.budget and list(seats) else 0.0

    def moment(self, now: float) -> float:
        """The time on the clocks: now, or when they were stopped."""
        return now if self.stopped is None else min(now, self.stopped)

    def stop(self, now: float) -> None:
        """From now on, time does not count."""
        if self.stopped is None:
            self.stopped = now

    def go_on(self, now: float) -> None:
        """The time since `stop` does not count."""
        if self.stopped is not None:
            self.resume(self.stopped, now)
            self.stopped = None

    def charge(self, seat: int, seconds: float) -> None:
        self.spent[seat] += seconds

    def restart(self, now: float) -> None:
        self.since = now

    def resume(self, left: float, now: float) -> None:
        """The time between these moments does not count: nobody was here."""
        self.since = now - max(0.0, left - self.since)

    def adopt(self, running: float, now: float) -> None:
        """The clocks have been running for so long."""
        self.since = self.moment(now) - running

    def left(self, seat: int) -> float:
        """What a seat had left when the clocks were last started."""
        return max(0.0, self.budget - self.spent[seat])

    def ends(self, seat: int) -> float:
        """When the time of a seat runs out if its clock goes on running; never while it stands still."""
        return self.since + self.left(seat) if self.stopped is None else math.inf

    def left_at(self, seat: int, now: float) -> float:
        """What a seat whose clock is running has left."""
        return max(0.0, self.since + self.left(seat) - max(self.since, self.moment(now)))
