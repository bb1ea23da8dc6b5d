"""Memory by its address: how a state is handed to rules as a number, because handing over a record costs ten times as much.

And new memory. Both have their counterparts in pointer.py.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from carreau.core.compile import counterpart


@counterpart("carreau.core.pointer", "memory")
def memory(address: int, length: int, kind: Any) -> Any:
    """So many things of a kind that lie one behind the other from an address on."""
    size = length * np.dtype(kind).itemsize
    return np.frombuffer((ctypes.c_char * size).from_address(address), kind)


@counterpart("carreau.core.pointer", "zeros")
def zeros(length: int, kind: Any) -> Any:
    """New memory for so many things of a kind, all zero."""
    return np.zeros(length, kind)
