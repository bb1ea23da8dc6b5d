"""A quick generator for playouts: multiply with carry, its whole state one number below 2^62.

It chooses moves in simulations and searches; it never deals a card.
"""

from __future__ import annotations

from carreau.core.compile import rule

MASK = 0xFFFFFFFF
FACTOR = 698769069


@rule
def quick_start(seed: int) -> int:
    """A state from any whole number of up to 63 bits; near seeds give unlike states."""
    low = seed & MASK
    high = (seed >> 32) & MASK
    for _ in range(4):
        low = ((low ^ (low >> 15)) * 0x2C1B3C6D + high) & MASK
        high = ((high ^ (high >> 12)) * 0x297A2D39 + low) & MASK
    return ((high % (FACTOR - 2) + 1) << 32) | low


@rule
def quick_next(state: int) -> int:
    return FACTOR * (state & MASK) + (state >> 32)


@rule
def quick_below(state: int, n: int) -> int:
    """What this state says when asked for a number below n."""
    return ((state & MASK) * int(n)) >> 32
