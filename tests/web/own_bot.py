"""Bots of a host's own, for tests."""

from __future__ import annotations

from typing import Any


class Last:
    def choose(self, seen: Any, legal: Any, seed: int) -> int:
        return int(legal[-1])


class Wrong:
    def choose(self, seen: Any, legal: Any, seed: int) -> int:
        return -1
