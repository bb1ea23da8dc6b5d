"""Whole numbers as callers give them: Python's own, NumPy's, or something else. Nothing here imports NumPy."""

from __future__ import annotations

from operator import index
from typing import Any

from carreau.core.errors import BadOption


def whole_number(value: Any) -> int | None:
    """A value as a whole number; None for a truth value, a text, a fraction or a list."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)
    except TypeError:
        return None


def check_count(what: str, number: int) -> None:
    """Refuse what is not a whole number from 1 on."""
    if (whole_number(number) or 0) < 1:
        raise BadOption(f"The {what} is a whole number from 1 on, not {shown(number)}.")


def shown(value: object, most: int = 40) -> str:
    """The beginning of what was given, on one line. Python refuses to write very long numbers."""
    try:
        text = repr(value)
    except ValueError:
        text = "a very long number"
    return " ".join(text.split())[:most]
