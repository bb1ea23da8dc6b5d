"""On which line of a TOML file a value stands: the standard library's reader does not say."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from carreau.lab.experiment.errors import Path


class Statement(NamedTuple):
    """A header or a key with its value, which may go over several lines."""

    line: int
    text: str
    path: Path  # of the header; of a key, that of the table it is in
    data: dict[str, Any]  # a key's; nothing for a header


def line_of(text: str, path: Path) -> int:
    """The line of a value, or of whatever holds it; the first if it is not there at all."""
    found, depth = 1, 0
    for statement in statements(text):
        here = common(statement.path, path)
        if here == len(statement.path):
            here += depth_in(statement.data, path[here:])
            if here > depth:
                depth = here
                found = statement.line + lines_before(statement, path[len(statement.path) :])
    return found


def statements(text: str) -> Iterator[Statement]:
    """Those of a text that is valid TOML, in its order. Each is the fewest lines that can be read on their own."""
    part, begin, table = "", 1, Path()
    counts = Counter[Path]()
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if not part:
            begin = number
        part += line
        data = read(part)
        if data is None:
            continue
        if part.lstrip().startswith("["):
            table = header(data, counts, part.lstrip().startswith("[["))
            yield Statement(begin, part, table, {})
        elif data:
            yield Statement(begin, part, table, data)
        part = ""


def read(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def header(data: dict[str, Any], counts: Counter[Path], repeated: bool) -> Path:
    """The path of a table that [name] or [[name]] begins."""
    path, inside = Path(), data
    while inside:
        name = next(iter(inside))
        path, inside = (*path, name), inside[name]
        if isinstance(inside, list):
            break
    if not repeated:
        return path
    counts[path] += 1
    return (*path, counts[path] - 1)


def common(first: Path, second: Path) -> int:
    """How many steps two ways have in common at their beginning."""
    same = 0
    for one, other in zip(first, second):
        if one != other:
            break
        same += 1
    return same


def depth_in(data: Any, path: Path) -> int:
    """How many steps of a way lead somewhere."""
    for depth, step in enumerate(path):
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return depth
    return len(path)


def lines_before(statement: Statement, path: Path) -> int:
    """In a list over several lines: how many of them come before the one with the value."""
    lines = statement.text.splitlines()
    wanted = depth_in(statement.data, path)
    for number in range(1, len(lines)):
        data = read("\n".join(lines[:number]) + "\n]")
        if data is not None and depth_in(data, path) >= wanted:
            return number - 1
    return len(lines) - 1 if wanted > 1 and len(lines) > 1 else 0
