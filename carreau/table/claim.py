"""Fair order where all act at once: what counts is who pressed first, not whose message arrives first.

When a message arrives, its player pressed half a round trip ago, but at most `CAP` seconds ago. Every claim waits until no
earlier one can still arrive; then the claims are taken in the order in which they were pressed.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from typing import Any

from carreau.table.seating import NotNow

CAP = 0.1  # seconds: slow connections are compensated up to this, and nobody waits longer
MEASURED = 8  # round trips that are remembered
MOST_PER_SEAT = 48  # claims that wait: more than one page may send in a burst


@dataclass(order=True)
class Claim:
    """An action that somebody wants to play, and when they pressed."""

    pressed: float
    number: int
    seat: int = field(compare=False)
    action: str = field(compare=False)
    ply: int = field(compare=False)  # that they had seen
    who: Any = field(compare=False, default=None)  # whom to tell if it is refused


class Claims:
    """The claims that are waiting; only a few per seat."""

    def __init__(self) -> None:
        self.waiting: list[Claim] = []  # a heap
        self.seats: Counter[int] = Counter()
        self.numbers = count()

    def add(self, seat: int, action: str, ply: int, heard: float, trip: float, who: Any = None) -> None:
        """A message arrived at a moment, over a connection on which a round trip takes `trip` seconds."""
        if self.seats[seat] >= MOST_PER_SEAT:
            raise NotNow("Not so fast: wait a moment.")
        self.seats[seat] += 1
        pressed = heard - min(max(trip, 0.0) / 2, CAP)
        heappush(self.waiting, Claim(pressed, next(self.numbers), seat, action, ply, who))

    def due(self) -> float | None:
        """When the next claim can be taken."""
        return self.waiting[0].pressed + CAP if self.waiting else None

    def pressed_by(self, moment: float) -> bool:
        """Whether a claim is waiting that was pressed by then."""
        return bool(self.waiting) and self.waiting[0].pressed <= moment

    def take(self, now: float) -> Claim | None:
        """The claim that was pressed first, once no earlier one can still arrive."""
        due = self.due()
        if due is None or due > now:
            return None
        first = heappop(self.waiting)
        self.seats[first.seat] -= 1
        return first


class RoundTrips:
    """How long a message takes there and back: the shortest of the last few, because others may have been delayed."""

    def __init__(self) -> None:
        self.trips: deque[float] = deque(maxlen=MEASURED)

    def measured(self, seconds: float) -> None:
        self.trips.append(seconds)

    @property
    def trip(self) -> float:
        return min(self.trips, default=0.0)
