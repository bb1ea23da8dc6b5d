"""rich's markup, without rich: the marks of a style in square brackets, a plain bracket behind a backslash."""

from __future__ import annotations

import re

MARK = re.compile(r"(?<!\\)\[/?[a-z#@]?[a-z0-9# _]*\]")


def plain(text: str) -> str:
    """A text without its styles."""
    return MARK.sub("", text).replace("\\[", "[")


def width(line: str) -> int:
    """How many columns a line takes."""
    return len(plain(line))
