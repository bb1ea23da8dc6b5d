"""Which processor machine code is made for: any of this machine's family, unless the user has named another to Numba.

Code made for the very processor at hand is not faster, as measured for every game. Code for the family runs on all machines
that share a home folder, and can come with the package."""

from __future__ import annotations

import os

GENERIC = ("generic", "")  # Numba's words: which processor, and what it can do beyond the oldest of its family
VARIABLES = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES")


def named() -> str:
    """What the user has named, if anything."""
    return "\n".join(f"{name}={os.environ[name]}" for name in VARIABLES if name in os.environ)


def choose() -> None:
    """Tell Numba, unless the user has, or this process already has machine code of its own: that stays as it is."""
    from numba.core import config
    from numba.core.registry import cpu_target

    if not named() and config.CPU_NAME is None and "_toplevel_target_context" not in vars(cpu_target):
        config.CPU_NAME, config.CPU_FEATURES = GENERIC


def is_as_chosen() -> bool:
    """Whether what this process compiles is for the processor it should be for."""
    from numba.core.registry import cpu_target

    return bool(named()) or cpu_target.target_context.codegen().magic_tuple()[1:] == GENERIC
