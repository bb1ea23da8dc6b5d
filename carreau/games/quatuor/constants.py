"""The numbers that stand for words in the state."""

from __future__ import annotations

WAYS = ("a", "b", "c", "d", "solo")
A, B, C, D, SOLO = range(5)

ENDINGS = (None, "empty", "stalled", "pack", "alone", "none", "idle", "blocked", "square", "gave up", "limit")
EMPTY, STALLED, PACK, ALONE, ALL_NONE, IDLE_TIME, BLOCKED, SQUARE, GAVE_UP, LIMIT = range(1, 11)

ACROSS, DOWN = 0, 1  # directions in way D: horizontally, vertically
