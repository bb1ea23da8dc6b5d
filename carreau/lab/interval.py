"""How certain a counted share is."""

from __future__ import annotations

import math

Z = 1.96  # of a 95 % interval


def wilson(share: float, count: float) -> tuple[float, float]:
    """Wilson's 95 % interval for a share found in this many trials."""
    middle = (share + Z * Z / (2 * count)) / (1 + Z * Z / count)
    half = Z / (1 + Z * Z / count) * math.sqrt(share * (1 - share) / count + Z * Z / (4 * count * count))
    return max(0.0, middle - half), min(1.0, middle + half)
