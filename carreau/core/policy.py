"""When a process uses machine code, and when it has it made."""

from __future__ import annotations

import os
from enum import StrEnum

from carreau.core.errors import BadOption

VARIABLE = "CARREAU_COMPILE"


class Policy(StrEnum):
    """What happens when a rule is needed whose machine code is not there yet."""

    BEHIND = "behind"  # plain Python for now, while another process compiles
    FIRST = "first"  # wait until it is compiled
    FOUND = "found"  # plain Python, until somebody else has compiled it
    NEVER = "never"  # plain Python, even if it is compiled: nothing is loaded either


CHOSEN: list[Policy] = []  # by the program; the user's choice goes first


def choose(policy: Policy) -> None:
    """Set what this process does, unless the user has chosen."""
    CHOSEN[:] = [policy]


def current() -> Policy:
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return Policy.NEVER
    if wanted := os.environ.get(VARIABLE):
        try:
            return Policy(wanted)
        except ValueError:
            choices = ", ".join(Policy)
            raise BadOption(f"{VARIABLE} is {wanted[:20]!r}, but it can only be one of {choices}.") from None
    return CHOSEN[-1] if CHOSEN else Policy.BEHIND
