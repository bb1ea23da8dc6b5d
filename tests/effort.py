"""How often a random test is run: `make test` is quick, `make prove` runs the same tests with CARREAU_EFFORT=4."""

from __future__ import annotations

import os

EFFORT = int(os.environ.get("CARREAU_EFFORT", "1"))


def often(count: int) -> int:
    return EFFORT * count
