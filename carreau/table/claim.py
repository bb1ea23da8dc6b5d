"""Fair order where all act at once: not who is heard first, but who pressed first.

When somebody is heard, they pressed half a round trip earlier, and at most `CAP` seconds earlier. Every claim waits until
nobody who pressed before can still be heard; then the claims are taken up in the order in which they were pressed.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from typing import Any

from carreau.table.seating import NotNow

CAP = 0.1  # seconds: no slow line is made up for beyond this, and nobody waits longer
MEASURED = 8  # so many round trips are looked back on
A_SEAT = 48  # claims that wait at once: more than one page may send in a burst


@dataclass(order=True)
class Claim:
    """An action that somebody wants to have made at some moment."""

    pressed: float
    number: int
    seat: int = field(compare=False)
    action: str = field(compare=False)
    ply: int = field(compare=False)  # what they had seen
    who: Any = field(compare=False, default=None)  # whom to tell if it is refused


class Claims:
    """Claims that wait for their turn; of one seat only a few."""

    def __init__(self) -> None:
        self.waiting: list[Claim] = []  # a heap
        self.seats: Counter[int] = Counter()
        self.numbers = count()

    def add(self, seat: int, action: str, ply: int, heard: float, trip: float, who: Any = None) -> None:
        """Somebody is heard at a moment, over a line on which a round trip takes so long."""
        if self.seats[seat] >= A_SEAT:
            raise NotNow("That was too often: wait a moment.")
        self.seats[seat] += 1
        pressed = heard - min(max(trip, 0.0) / 2, CAP)
        heappush(self.waiting, Claim(pressed, next(self.numbers), seat, action, ply, who))

    def due(self) -> float | None:
        """When the next claim can be taken up."""
        return self.waiting[0].pressed + CAP if self.waiting else None

    def take(self, now: float) -> Claim | None:
        """The claim pressed first, once nobody can have pressed before."""
        due = self.due()
        if due is None or due > now:
            return None
        first = heappop(self.waiting)
        self.seats[first.seat] -= 1
        return first


class Line:
    """How long a line takes there and back: the quickest of the last few, for a slow one may have other reasons."""

    def __init__(self) -> None:
        self.trips: deque[float] = deque(maxlen=MEASURED)

    def measured(self, seconds: float) -> None:
        self.trips.append(seconds)

    @property
    def trip(self) -> float:
        return min(self.trips, default=0.0)
