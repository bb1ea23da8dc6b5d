"""A shuffle to which everybody adds, so that neither the host nor the server alone chooses the deal.

The server has fixed its secret and shown the commitment. Every player's screen pledges a part (it shows the part's hash); when
all have pledged, all show their parts; secret and parts together make the seed. Whoever does not answer in time is left out.
"""

from __future__ import annotations

from collections.abc import Iterable

from carreau.core.deal import Deal, is_hash
from carreau.core.seed import pledge_of

PATIENCE = 10.0  # seconds for everybody to pledge, and again to show what they have pledged


class Shuffle:
    """Who has added what so far."""

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self.expected: set[int] = set()  # the seats that are asked, once all have sat down
        self.begun = False
        self.pledges: dict[int, str] = {}
        self.parts: dict[int, str] = {}
        self.sealed = False  # no more pledges: parts may be shown

    def begin(self, seats: Iterable[int]) -> None:
        """All have sat down: these seats add to the deal."""
        self.expected, self.begun = set(seats), True
        self.seal_if_whole()

    def may_pledge(self, seat: int, pledge: str) -> bool:
        return not self.sealed and seat not in self.pledges and is_hash(pledge)

    def may_show(self, seat: int, part: str) -> bool:
        return self.sealed and seat not in self.parts and is_hash(part) and self.pledges.get(seat) == pledge_of(seat, part)

    def pledge(self, seat: int, pledge: str) -> None:
        self.pledges[seat] = pledge
        self.seal_if_whole()

    def show(self, seat: int, part: str) -> None:
        self.parts[seat] = part

    def go_on(self) -> None:
        """Without those who have not answered."""
        if self.sealed:
            self.expected = set(self.parts)
        else:
            self.expected &= set(self.pledges)
            self.sealed = True

    def seal_if_whole(self) -> None:
        self.sealed = self.sealed or (self.begun and self.expected <= set(self.pledges))

    def missing(self) -> set[int]:
        """Who is waited for now."""
        return self.expected - set(self.parts if self.sealed else self.pledges)

    @property
    def done(self) -> bool:
        return self.sealed and not self.missing()

    @property
    def deal(self) -> Deal:
        return Deal(self.secret, self.pledges, self.parts)
