"""Which files machine code is made from: everything that its source imports, however the import is written."""

from __future__ import annotations

import ast
import os
import sys
import threading
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from sysconfig import get_path

PACKAGE = Path(__file__).parent.parent  # carreau itself
COMPILER = Path(__file__).with_name("compile.py")  # has the marks of what is compiled
BLOCKS = ("body", "orelse", "handlers", "finalbody", "cases")  # where a statement holds others
LIBRARIES = tuple(Path(get_path(name)) for name in ("stdlib", "platstdlib", "purelib", "platlib"))
PARSING = threading.Lock()  # Python 3.11 counts how deep a tree is for all threads together: two at a time end in a SystemError


def sources_of(entries: Iterable[Path]) -> list[Path]:
    """These files and everything they import, directly or not, except other people's libraries."""
    found: set[Path] = set()
    ahead = list(entries)
    while ahead:
        file = ahead.pop()
        if file not in found:
            found.add(file)
            ahead += imported(file, modified(file))
    return sorted(found)


def compiled_sources(folder: Path, *apart: str) -> list[Path]:
    """The files of a folder that hold compiled code, and everything these import: not its drawings and texts."""
    files = [path for path in sorted(folder.rglob("*.py")) if path.name not in apart]
    return sources_of(path for path in files if is_compiled(path))


def is_compiled(file: Path) -> bool:
    """Whether a file makes use of what marks functions to be compiled."""
    text = file.read_bytes()
    if COMPILER.stem.encode() not in text:
        return False
    marks = {(*dotted(COMPILER.parent), COMPILER.stem, *mark) for mark in ((), ("rule",), ("entry",), ("long_entry",))}
    return any(name in marks for name in names_in(parse(text, file), file))


def parse(text: bytes, file: Path) -> ast.Module:
    with PARSING:
        return ast.parse(text, str(file))


def modified(file: Path) -> int:
    return file.stat().st_mtime_ns


@cache
def imported(file: Path, modified: int) -> tuple[Path, ...]:
    """The files that a file imports, as it was when it was last modified."""
    tree = parse(file.read_bytes(), file)
    return tuple(dict.fromkeys(found for name in names_in(tree, file) for found in files_of(name, file)))


def names_in(node: ast.AST, file: Path) -> Iterator[tuple[str, ...]]:
    """The modules that are imported, each as the parts of its full name; what only a type checker reads is left out."""
    if isinstance(node, ast.Import):
        yield from (tuple(alias.name.split(".")) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        module = (*beginning(node.level, file), *(node.module.split(".") if node.module else ()))
        yield from ((*module, alias.name) for alias in node.names)
    elif not (isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")):
        for block in BLOCKS:
            for inner in getattr(node, block, ()):
                yield from names_in(inner, file)


def beginning(level: int, file: Path) -> tuple[str, ...]:
    """The package that a relative import starts from."""
    package = dotted(file.parent)
    return package[: len(package) - level + 1] if level else ()


def dotted(folder: Path) -> tuple[str, ...]:
    """The name of the package in a folder."""
    return (*dotted(folder.parent), folder.name) if (folder / "__init__.py").is_file() else ()


def files_of(name: tuple[str, ...], file: Path) -> list[Path]:
    """The file of a module, or of the module that contains this name; none if it belongs to a library."""
    place = root_of(name[0], file) if name else None
    if place is None:
        return []
    for part in name[1:]:
        if (place / part).is_dir():
            place = place / part
        elif (place / f"{part}.py").is_file():
            return [place / f"{part}.py"]
        else:
            break
    own = place / "__init__.py"
    return [own] if own.is_file() else [place] if place.is_file() else []


def root_of(top: str, file: Path) -> Path | None:
    """Where to find the package or module that an import begins with."""
    if top == PACKAGE.name:
        return PACKAGE
    own = dotted(file.parent)
    if top in own[:1]:
        return file.parents[len(own) - 1]
    if top in sys.stdlib_module_names:
        return None
    beside = file.parent / f"{top}.py"
    return beside if beside.is_file() else outside(top)


@cache
def outside(top: str) -> Path | None:
    """A package or module that is neither ours nor the file's own, if it is under development rather than installed."""
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        return None
    if spec is None or not spec.origin or not spec.origin.endswith(".py"):
        return None
    origin = Path(spec.origin)
    if any(origin.is_relative_to(library) for library in LIBRARIES):
        return None
    return origin.parent if spec.submodule_search_locations else origin


if hasattr(os, "register_at_fork"):  # a process that is forked while a thread parses would wait for it for ever
    os.register_at_fork(before=PARSING.acquire, after_in_parent=PARSING.release, after_in_child=PARSING.release)
