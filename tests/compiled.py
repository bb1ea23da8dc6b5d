"""Functions in tests that should run as machine code, as rules do."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from carreau.core.compile import entry
from carreau.core.machine import twin_of


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    marked = entry(function)

    @wraps(function)
    def call(*arguments: Any) -> Any:
        return twin_of(marked)(*arguments)

    del call.__dict__["machine_flags"]  # the entry point itself stays Python
    return call
