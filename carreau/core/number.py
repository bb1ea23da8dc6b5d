"""Whole numbers as callers give them: Python's own, NumPy's, or something else. Nothing here imports NumPy."""

from __future__ import annotations

from operator import index
from typing import Any


def whole_number(value: Any) -> int | None:
    """A value as a whole number; None for a truth value, a text, a fraction or a list."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)
    except TypeError:
        return None


def shown(value: object, most: int = 40) -> str:
    """The beginning of what was given, on one line. Python refuses to write very long numbers."""
    try:
        text = repr(value)
    except ValueError:
        text = "a very long number"
    return " ".join(text.split())[:most]
