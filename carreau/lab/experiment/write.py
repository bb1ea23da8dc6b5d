"""An experiment's file, written from keys and values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from carreau.core.number import whole_number
from carreau.lab.experiment.bots import RANDOM

BARE = re.compile(r"[A-Za-z0-9_-]+")


def written(given: Mapping[str, Any]) -> str:
    """The TOML text of a table with tables and lists of tables in it."""
    return "\n".join(lines(given)) + "\n"


def lines(given: Mapping[str, Any]) -> Iterator[str]:
    """Plain keys first: what follows a header belongs to its table."""
    for name, value in given.items():
        if not isinstance(value, Mapping) and not is_tables(value):
            yield f"{key(name)} = {said(value)}"
    for name, value in given.items():
        for header, table in tables(name, value):
            yield ""
            yield header
            yield from (f"{key(inner)} = {said(part)}" for inner, part in table.items())


def tables(name: str, value: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if isinstance(value, Mapping):
        yield f"[{key(name)}]", value
    elif is_tables(value):
        yield from ((f"[[{key(name)}]]", one) for one in value)


def is_tables(value: Any) -> bool:
    return isinstance(value, list | tuple) and any(isinstance(one, Mapping) for one in value)


def key(name: str) -> str:
    return name if BARE.fullmatch(name) else said(name)


def said(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key(name)} = {said(part)}" for name, part in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(said, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) or value is None:
        return json.dumps(RANDOM if value is None else value, ensure_ascii=False).replace("\x7f", "\\u007f")
    number = whole_number(value)
    return repr(float(value) if number is None else number)
