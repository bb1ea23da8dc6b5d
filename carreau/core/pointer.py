"""Memory by its address, and new memory, in machine code (see memory.py). Numba can do both, but takes many functions for it."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import _empty_nd_impl


@intrinsic  # type: ignore[untyped-decorator]
def memory(typing: Any, address: Any, length: Any, kind: Any) -> Any:
    array = types.Array(kind.dtype, 1, "C")

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        found = context.make_array(array)(context, builder)
        size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
        data = builder.inttoptr(arguments[0], found.data.type)
        context.populate_array(found, data=data, shape=[arguments[1]], strides=[size], itemsize=size, meminfo=None)
        return found._getvalue()

    return array(types.int64, types.int64, kind), build


@intrinsic  # type: ignore[untyped-decorator]
def zeros(typing: Any, length: Any, kind: Any) -> Any:
    array = types.Array(kind.dtype, 1, "C")

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = _empty_nd_impl(context, builder, array, [arguments[0]])
        cgutils.memset(builder, made.data, builder.mul(made.itemsize, arguments[0]), 0)
        return made._getvalue()

    return array(types.int64, kind), build
