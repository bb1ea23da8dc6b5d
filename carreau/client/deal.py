"""Your part of the deal: nobody chooses the cards alone, and everybody can check it afterwards."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping
from typing import Any


class Part:
    """A random part that a seat adds to the deal: first its hash is shown (the pledge), then the part itself."""

    def __init__(self) -> None:
        self.part = secrets.token_hex(32)
        self.seen: dict[str, str] = {}  # everybody's pledges before this part was shown

    def answer(self, shuffle: Mapping[str, Any]) -> dict[str, Any] | None:
        """What to send next, if anything."""
        seat = shuffle["seat"]
        if seat is None:
            return None
        pledge = sha256(f"{seat} {self.part}")
        if not shuffle["sealed"] and str(seat) not in shuffle["pledges"]:
            return {"type": "pledge", "seat": seat, "pledge": pledge}
        if shuffle["sealed"] and str(seat) not in shuffle["parts"] and shuffle["pledges"].get(str(seat)) == pledge:
            self.seen = self.seen or dict(shuffle["pledges"])
            return {"type": "part", "seat": seat, "part": self.part}
        return None

    def is_fair(self, hello: Mapping[str, Any], record: Mapping[str, Any]) -> bool:
        """Whether a match was dealt as promised before the first card.

        Args:
            hello: The first message at the table, with the commitment.
            record: The record of the match after its end.
        """
        facts = {name: record[name] for name in ("game", "version", "players", "options")}
        if not hello["mixed"]:
            return bool(sha256(canonical({**facts, "seed": record["seed"]})) == hello["commitment"])
        deal = record.get("deal")
        if not deal or not all(int(seat) < record["players"] for seat in deal["pledges"]):
            return False
        promised = sha256(canonical({**facts, "seed": deal["secret"], "mixed": True})) == hello["commitment"]
        pledged = all(deal["pledges"].get(seat) == sha256(f"{seat} {part}") for seat, part in deal["parts"].items())
        unchanged = not self.seen or (deal["pledges"] == self.seen and self.part in deal["parts"].values())
        mixed = sha256(canonical({"secret": deal["secret"], "parts": deal["parts"]})) == record["seed"]
        return all((promised, pledged, unchanged, mixed))


def canonical(data: Any) -> str:
    """The one way to write JSON data: keys sorted, no spaces."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
