"""Seeds of 256 bits, and the commitment that lets everybody check a deal afterwards."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping
from typing import Any

from carreau.core.errors import BadSeed
from carreau.core.number import shown, whole_number

SEED_BITS = 256
SEED_DIGITS = SEED_BITS // 4
SMALL_BITS = 63


def new_seed() -> str:
    """A seed that nobody can guess."""
    return secrets.token_hex(SEED_BITS // 8)


def read_seed(seed: int | str | None) -> str:
    """A seed as 64 hexadecimal digits: from a whole number, from such digits, or new if None."""
    if seed is None:
        return new_seed()
    number = whole_number(seed)
    if number is not None and 0 <= number < 2**SEED_BITS:
        return f"{number:0{SEED_DIGITS}x}"
    if isinstance(seed, str) and len(seed) == SEED_DIGITS and set(seed) <= set("0123456789abcdef"):
        return seed
    raise BadSeed(
        f"{shown(seed, 70)} is not a seed: give a whole number from 0 to 2^256 - 1, or {SEED_DIGITS} hexadecimal digits."
    )


def read_small_seed(seed: int) -> int:
    """A seed for random choices and imagined worlds, which fits into a number of the rules."""
    number = whole_number(seed)
    if number is None or not 0 <= number < 2**SMALL_BITS:
        raise BadSeed(f"{shown(seed, 70)} is not a seed here: give a whole number from 0 to 2^{SMALL_BITS} - 1.")
    return number


def seed_words(seed: str) -> list[int]:
    """The seed as eight words of 32 bits, lowest first: the key of the generator."""
    number = int(seed, 16)
    return [number >> (32 * i) & 0xFFFFFFFF for i in range(8)]


def canonical(data: Any) -> bytes:
    """The one way to write some JSON data: keys sorted, no spaces, UTF-8."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def commitment(game: str, version: int, players: int, options: Mapping[str, Any], seed: str, mixed: bool = False) -> str:
    """What can be shown before the deal: it fixes the seed without giving anything away.

    With `mixed`, players will add to it: then only the server's secret is fixed, which does not determine the deal by itself.
    """
    data = {"game": game, "version": version, "players": players, "options": dict(options), "seed": seed}
    return hashlib.sha256(canonical({**data, "mixed": True} if mixed else data)).hexdigest()


# a deal to which several people contribute


def pledge_of(seat: int, part: str) -> str:
    """What a seat shows before its part of a deal: it fixes the part without giving it away."""
    return hashlib.sha256(f"{seat} {part}".encode()).hexdigest()


def mixed_seed(secret: str, parts: Mapping[int, str]) -> str:
    """The seed that follows from a secret and everybody's part. Nobody can predict it without all of them."""
    data = {"secret": secret, "parts": {str(seat): part for seat, part in parts.items()}}
    return hashlib.sha256(canonical(data)).hexdigest()
