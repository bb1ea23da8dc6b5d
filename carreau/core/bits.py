"""Sets as numbers: the cells of a board, the cards of a hand. Up to 62 members, so that no set is negative."""

from __future__ import annotations

from typing import Any

import numpy as np

from carreau.core.chance import draw
from carreau.core.compile import rule

PRIME = 67  # of which 2 is a primitive root: the remainders of 1, 2, 4, … all differ, and tell which bit is set
BIT_OF = np.zeros(PRIME, np.int64)
for _bit in range(PRIME - 1):
    BIT_OF[(1 << _bit) % PRIME] = _bit

PAIRS, FOURS, BYTES = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F


@rule
def lowest_bit(members: int) -> int:
    """The number of the lowest member."""
    return int(BIT_OF[(members & -members) % PRIME])


@rule
def count_bits(members: int) -> int:
    members = int(members)  # plain Python: not of a narrow type
    members -= (members >> 1) & PAIRS
    members = (members & FOURS) + ((members >> 2) & FOURS)
    members = (members + (members >> 4)) & BYTES
    members += members >> 8
    members += members >> 16
    members += members >> 32
    return members & 127


@rule
def nth_bit(members: int, n: int) -> int:
    """The number of the n-th member, counted from 0."""
    for _ in range(n):
        members &= members - 1
    return lowest_bit(members)


@rule
def some_bits(s: Any, members: int, n: int) -> int:
    """Any n members, every choice equally likely."""
    rest = int(members)
    left, chosen = count_bits(rest), 0
    while rest:
        low = rest & -rest
        if draw(s, left) < n:
            chosen |= low
            n -= 1
        left -= 1
        rest ^= low
    return chosen


@rule
def list_bits(members: int, base: int, out: Any, n: int) -> int:
    """For lists of actions: base + each member goes into `out`, which has n already; how many it has then."""
    rest = int(members)
    while rest:
        out[n] = base + lowest_bit(rest)
        rest &= rest - 1
        n += 1
    return n


# in plain Python


def members(bits: Any) -> list[int]:
    """The members of a set, ascending."""
    bits, found = int(bits), []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


def set_of(numbers: Any) -> int:
    """The set with these members."""
    return sum(1 << int(number) for number in set(numbers))
