"""Somebody's own bots."""

from __future__ import annotations

from collections.abc import Sequence

import carreau


class Bot:
    """Always the first action, and says so."""

    def choose(self, seen: carreau.Seen, legal: Sequence[int], seed: int) -> int:
        print("the first")
        return legal[0]


class Broken:
    def choose(self, seen: carreau.Seen, legal: Sequence[int], seed: int) -> int:
        raise ZeroDivisionError("my own fault")
