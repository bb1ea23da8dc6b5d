"""Imports run one way only, no game knows another, and the first import is light."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import carreau
from carreau.core.sources import beginning

PACKAGE = Path(carreau.__file__).parent
KNOWS = {
    "core": set(),
    "draw": {"core"},
    "games": {"core", "draw"},
    "bots": {"core"},
    "table": {"core", "bots"},
    "store": {"core"},
    "lab": {"core", "draw", "games", "bots"},
    "rl": {"core", "games", "bots"},
    "web": {"core", "draw", "games", "bots", "table", "store"},
    "check": {"core", "draw", "games", "bots", "table", "store", "web"},
    "proof": {"core", "draw", "games", "bots", "table", "store", "web", "lab"},
    "cli": {"core", "draw", "games", "bots", "table", "store", "web", "lab", "rl", "proof", "check"},
}
FACE = "carreau"  # the package itself, which offers core and games
FILES = sorted(path for path in PACKAGE.rglob("*.py") if len(path.relative_to(PACKAGE).parts) > 1)


def imports(path: Path) -> list[str]:
    names = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names.append(".".join(part for part in (*beginning(node.level, path), node.module) if part))
    return [name for name in names if name.split(".")[0] == FACE]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_run_one_way(path: Path) -> None:
    layer, *rest = path.relative_to(PACKAGE).parts
    for name in imports(path):
        parts = name.split(".")
        if parts == [FACE]:
            assert {"core", "games"} <= KNOWS[layer], f"{path.name} in {layer} imports the whole package"
            continue
        other = parts[1]
        assert other == layer or other in KNOWS[layer], f"{layer} must not know {other} ({path.name})"
        if layer == other == "games" and len(rest) > 1:
            assert parts[2:3] == [rest[0]], f"the game {rest[0]} must not know another ({name})"


def test_every_layer_is_declared() -> None:
    folders = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert folders <= set(KNOWS)


def test_the_first_import_brings_neither_numba_nor_numpy() -> None:
    program = (
        "import sys, carreau\n"
        "facts = [carreau.load(name).options for name in carreau.games()]\n"
        "print(sorted({'numba', 'numpy'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip() == "[]"
