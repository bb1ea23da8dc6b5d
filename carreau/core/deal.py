"""A shared deal, which nobody chose alone: how its seed came about, as kept in a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from carreau.core.errors import BadRecord
from carreau.core.seed import SEED_DIGITS, mixed_seed, pledge_of


@dataclass(frozen=True)
class Deal:
    """The server's secret, and what the players added to it. First all pledges are shown, then the parts, the secret last."""

    secret: str
    pledges: Mapping[int, str]  # by seat
    parts: Mapping[int, str]  # by seat; without those who pledged but did not show their part in time

    @property
    def broken(self) -> list[int]:
        """The seats that pledged a part but did not show it."""
        return sorted(self.pledges.keys() - self.parts.keys())

    @property
    def seed(self) -> str:
        return mixed_seed(self.secret, self.parts)

    def data(self) -> dict[str, Any]:
        """JSON-able."""
        by_name = {name: {str(seat): text for seat, text in sorted(getattr(self, name).items())} for name in ("pledges", "parts")}
        return {"secret": self.secret, **by_name}


def read_deal(data: Any, players: int) -> Deal:
    """The deal of a record with this many players, if every part is the one that was pledged."""
    if not isinstance(data, dict) or set(data) != {"secret", "pledges", "parts"} or not is_hash(data["secret"]):
        raise BadRecord("The field 'deal' of the record is not a deal: it was altered.")
    deal = Deal(data["secret"], by_seat(data["pledges"], players), by_seat(data["parts"], players))
    for seat, part in deal.parts.items():
        if deal.pledges.get(seat) != pledge_of(seat, part):
            raise BadRecord(f"The record was altered: what seat {seat} added to the deal is not what it pledged.")
    return deal


def by_seat(data: Any, players: int) -> dict[int, str]:
    if not isinstance(data, dict) or not all(is_seat(seat, players) and is_hash(text) for seat, text in data.items()):
        raise BadRecord("The field 'deal' of the record is not a deal: it was altered.")
    return {int(seat): text for seat, text in data.items()}


def is_seat(text: Any, players: int) -> bool:
    """The number of a seat, as a key of JSON."""
    return isinstance(text, str) and text.isascii() and text.isdigit() and str(int(text[:9])) == text and int(text) < players


def is_hash(text: Any) -> bool:
    """64 hexadecimal digits."""
    return isinstance(text, str) and len(text) == SEED_DIGITS and set(text) <= set("0123456789abcdef")
