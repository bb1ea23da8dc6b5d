"""Chance: ChaCha8 keyed by the match's seed, counting its blocks in the match's own state.

Whoever has seen many of its outputs still cannot foretell the next. All arithmetic is on signed 64-bit
numbers masked to 32 bits, so that compiled and plain Python agree.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from carreau.core.compile import rule

MASK = 0xFFFFFFFF
DOUBLE_ROUNDS = 4  # ChaCha8
BLOCK = 16
SIGMA = np.array([0x61707865, 0x3320646E, 0x79622D32, 0x6B206574], np.int64)  # "expand 32-byte k"


@rule
def quarter(x: Any, a: int, b: int, c: int, d: int) -> None:
    p, q, r, t = np.int64(x[a]), np.int64(x[b]), np.int64(x[c]), np.int64(x[d])
    p = (p + q) & MASK
    t ^= p
    t = ((t << 16) | (t >> 16)) & MASK
    r = (r + t) & MASK
    q ^= r
    q = ((q << 12) | (q >> 20)) & MASK
    p = (p + q) & MASK
    t ^= p
    t = ((t << 8) | (t >> 24)) & MASK
    r = (r + t) & MASK
    q ^= r
    q = ((q << 7) | (q >> 25)) & MASK
    x[a], x[b], x[c], x[d] = p, q, r, t


@rule
def mix(x: Any, double_rounds: int) -> None:
    """The rounds of ChaCha, without the final addition."""
    for _ in range(double_rounds):
        for i in range(4):
            quarter(x, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)


@rule
def next_block(s: Any) -> None:
    x = s.block
    low = np.int64(s.counter) & MASK
    high = np.int64(s.counter) >> 32
    for i in range(4):
        x[i] = SIGMA[i]
    for i in range(8):
        x[4 + i] = s.key[i]
    x[12], x[13], x[14], x[15] = low, high, 0, 0
    mix(x, DOUBLE_ROUNDS)
    for i in range(4):
        x[i] = (np.int64(x[i]) + SIGMA[i]) & MASK
    for i in range(8):
        x[4 + i] = (np.int64(x[4 + i]) + np.int64(s.key[i])) & MASK
    x[12] = (np.int64(x[12]) + low) & MASK
    x[13] = (np.int64(x[13]) + high) & MASK
    s.counter += 1
    s.cursor = 0


@rule
def next_word(s: Any) -> int:
    if s.cursor == BLOCK:
        next_block(s)
    word = np.int64(s.block[s.cursor])
    s.cursor += 1
    return word


@rule
def draw(s: Any, n: int) -> int:
    """A whole number below n, every one equally likely (Lemire's method)."""
    product = next_word(s) * n
    if product & MASK < n:
        threshold = (MASK + 1 - n) % n
        while product & MASK < threshold:
            product = next_word(s) * n
    return product >> 32


@rule
def shuffle(s: Any, cards: Any, start: int, stop: int) -> None:
    """Put cards[start:stop] into a random order."""
    for i in range(stop - 1, start, -1):
        j = start + draw(s, i - start + 1)
        cards[i], cards[j] = cards[j], cards[i]


@rule
def key_with(s: Any, words: Any) -> None:
    """Start the generator afresh from eight words of 32 bits."""
    for i in range(8):
        s.key[i] = words[i]
    s.counter = 0
    s.cursor = BLOCK


@rule
def hide_chance(s: Any) -> None:
    """Blank the generator: part of every view."""
    for i in range(8):
        s.key[i] = 0
    for i in range(BLOCK):
        s.block[i] = 0
    s.counter = 0
    s.cursor = BLOCK


@rule
def rekey(s: Any, seed: int) -> None:
    """Give another world its own generator, from a seed of up to 63 bits."""
    hide_chance(s)
    s.key[0] = seed & MASK
    s.key[1] = (seed >> 32) & MASK
