"""Memory by its address, in machine code (see memory.py)."""

from __future__ import annotations

from typing import Any

import numba
from numba import carray, types
from numba.extending import intrinsic


@intrinsic  # type: ignore[untyped-decorator]
def pointer(context: Any, address: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(types.voidptr))

    return types.voidptr(address), build


@numba.njit(inline="always")  # type: ignore[untyped-decorator]
def memory(address: int, length: int, kind: Any) -> Any:
    return carray(pointer(address), length, kind)
