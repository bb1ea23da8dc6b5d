"""How long a match can be: what the rules and the facts both need to know."""

from __future__ import annotations

MOST_ROUNDS = 60  # F24
MOST_LAPS = 40  # F25
