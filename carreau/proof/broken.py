"""What a proof says when a promise does not hold."""

from __future__ import annotations

from collections.abc import Callable

Say = Callable[[str], None]


class Broken(Exception):
    """A promise was found broken; the text says where, and how to see it again."""


def claim(holds: object, text: str) -> None:
    """Go on if something holds."""
    if not holds:
        raise Broken(text)
