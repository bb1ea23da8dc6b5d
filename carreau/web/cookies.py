"""The cookies that a browser sends, read in a time that grows with their length and no faster."""

from __future__ import annotations

import re

from starlette.requests import HTTPConnection

ESCAPED = re.compile(r"\\([0-3][0-7]{2}|.)")


def cookie_of(asking: HTTPConnection, name: str) -> str:
    """The last cookie of this name, or nothing. Python's own reader takes minutes over a long one in quotes."""
    found = ""
    for part in asking.headers.get("cookie", "").split(";"):
        key, _, value = part.partition("=")
        if key.strip() == name:
            found = value.strip()
    return unquoted(found)


def unquoted(value: str) -> str:
    if len(value) < 2 or value[0] != '"' or value[-1] != '"':
        return value
    return ESCAPED.sub(lambda found: chr(int(found[1], 8)) if len(found[1]) == 3 else found[1], value[1:-1])
