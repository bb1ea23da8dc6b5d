"""Seeds for everything that a review draws at random: they depend on nothing that a seat could not know."""

from __future__ import annotations

import hashlib

BYTES = 7  # so that a seed and the numbers counted on from it stay below 2^62


def seed_for(seed: int, *parts: int | str) -> int:
    """The seed of one thing among many."""
    text = "/".join(map(str, (seed, *parts)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:BYTES])
