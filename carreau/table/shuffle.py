"""A shuffle to which everybody adds, so that neither the host nor the server alone can choose the deal.

The server fixes its secret and shows a commitment to it. Every player's screen pledges a part by showing its hash. When all have
pledged, all show their parts; the secret and the parts together make the seed. Whoever does not answer in time is left out.
"""

from __future__ import annotations

from collections.abc import Iterable

from carreau.core.deal import Deal, is_hash
from carreau.core.seed import pledge_of

PATIENCE = 10.0  # seconds to pledge, and again to show what was pledged


class Shuffle:
    """Who has added what so far."""

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self.expected: set[int] = set()  # the seats that are asked, once all have sat down
        self.begun = False
        self.pledges: dict[int, str] = {}
        self.parts: dict[int, str] = {}
        self.sealed = False  # no more pledges: now the parts are shown

    def begin(self, seats: Iterable[int]) -> None:
        """All have sat down: these seats add to the shuffle."""
        self.expected, self.begun = set(seats), True
        self.seal_if_complete()

    def may_pledge(self, seat: int, pledge: str) -> bool:
        return not self.sealed and seat not in self.pledges and is_hash(pledge)

    def may_show(self, seat: int, part: str) -> bool:
        return self.sealed and seat not in self.parts and is_hash(part) and self.pledges.get(seat) == pledge_of(seat, part)

    def pledge(self, seat: int, pledge: str) -> None:
        self.pledges[seat] = pledge
        self.seal_if_complete()

    def show(self, seat: int, part: str) -> None:
        self.parts[seat] = part

    def go_on(self) -> None:
        """Go on without those who have not answered."""
        if self.sealed:
            self.expected = set(self.parts)
        else:
            self.expected &= set(self.pledges)
            self.sealed = True

    def seal_if_complete(self) -> None:
        self.sealed = self.sealed or (self.begun and self.expected <= set(self.pledges))

    def missing(self) -> set[int]:
        """The seats that have not answered yet."""
        return self.expected - set(self.parts if self.sealed else self.pledges)

    @property
    def done(self) -> bool:
        return self.sealed and not self.missing()

    @property
    def deal(self) -> Deal:
        return Deal(self.secret, self.pledges, self.parts)
