"""How long people think: a model, so that lengths can be told in minutes."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Thinking:
    """Seconds for a decision: a part that is always the same, and one for each doubling of what there is to choose from.

    Attributes:
        base: Seconds for every decision.
        per_choice: Seconds more for each doubling of the number of legal actions.
    """

    base: float = 3.0
    per_choice: float = 2.0

    def seconds(self, legal: float) -> float:
        """For a decision among so many legal actions."""
        return self.base + self.per_choice * math.log2(legal)
