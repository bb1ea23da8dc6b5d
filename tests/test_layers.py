"""Imports go one way only, no game knows another or is named outside its folder, and the first import is light."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import carreau
from carreau.core.sources import beginning

PACKAGE = Path(carreau.__file__).parent
KNOWS = {
    "core": set(),
    "client": set(),
    "draw": {"core"},
    "games": {"core", "draw"},
    "bots": {"core"},
    "table": {"core", "bots"},
    "store": {"core", "table"},  # an entry of a table is what the log stores: one class for both
    "new": {"core", "draw"},
    "examples": {"core", "draw"},
    "lab": {"core", "draw", "games", "bots", "review", "rl"},
    "rl": {"core", "draw", "games", "bots"},
    "review": {"core", "draw", "games", "bots"},
    "web": {"core", "draw", "games", "bots", "review", "table", "store", "lab"},
    "check": {"core", "draw", "games", "bots", "review", "table", "store", "web"},
    "proofs": {"core", "draw", "games", "bots", "table", "store", "web", "lab", "rl", "review", "new", "check"},
    "cli": {"core", "draw", "games", "bots", "table", "store", "web", "lab", "rl", "review", "proofs", "new", "check"},
}
NAMES = {"core": {"draw"}}  # types that a layer may name, for a type checker only: nothing is imported when the program runs
FACE = "carreau"  # the package itself, which exports from these
OFFERED = {"core", "games", "bots"}
PROOFS = PACKAGE.parent / "proofs"  # next to the package: players do not install it
FILES = sorted(path for path in PACKAGE.rglob("*.py") if len(path.relative_to(PACKAGE).parts) > 1 and path.parent.name != "tests")
FILES += sorted(PROOFS.rglob("*.py"))
COMMANDS = {"prove.py", "load.py"}  # the only ones that know the proofs


def imports(path: Path) -> list[tuple[str, bool]]:
    """The modules of the package that a file imports, and whether only a type checker reads that."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    checks = [node for node in ast.walk(tree) if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    typed = {id(inner) for check in checks for statement in check.body for inner in ast.walk(statement)}
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [(alias.name, id(node) in typed) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            parts = (*beginning(node.level, path), node.module)
            names.append((".".join(part for part in parts if part), id(node) in typed))
    return [(name, is_typed) for name, is_typed in names if name.split(".")[0] in (FACE, PROOFS.name)]


def from_root(path: Path) -> str:
    return path.relative_to(PACKAGE.parent).as_posix()


@pytest.mark.parametrize("path", FILES, ids=from_root)
def test_imports_run_one_way(path: Path) -> None:
    layer, *rest = path.relative_to(PACKAGE.parent if PROOFS in path.parents else PACKAGE).parts
    for name, is_typed in imports(path):
        parts = name.split(".")
        if parts[0] == PROOFS.name:
            assert layer == PROOFS.name or (layer == "cli" and path.name in COMMANDS), f"{path.name} must not know the proofs"
            continue
        if parts == [FACE]:
            assert KNOWS[layer] >= OFFERED, f"{path.name} in {layer} imports the whole package"
            continue
        other = parts[1]
        known = KNOWS[layer] | {layer} | (NAMES.get(layer, set()) if is_typed else set())
        assert other in known, f"{layer} must not know {other} ({path.name})"
        if layer == other == "games" and len(rest) > 1:
            assert parts[2:3] == [rest[0]], f"the game {rest[0]} must not know another ({name})"


def test_every_layer_is_declared() -> None:
    folders = {path.parent.name for path in PACKAGE.glob("*/__init__.py")} | {PROOFS.name}
    assert folders <= set(KNOWS)


def test_the_first_import_brings_neither_numba_nor_numpy() -> None:
    program = (
        "import sys, carreau\n"
        "facts = [carreau.load(name).options for name in carreau.games()]\n"
        "print(sorted({'numba', 'numpy'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip() == "[]"


# a game is its folder: nobody else names it

TESTS = Path(__file__).parent
INSIDE = [game for game in map(carreau.load, carreau.games()) if game.folder.is_relative_to(PACKAGE)]
LONG = sorted({re.escape(word) for game in INSIDE for word in (game.id, game.name) if len(word) > 2})
SHORT = {game.id for game in INSIDE if len(game.id) <= 2}  # single letters, which occur everywhere
NAMED = re.compile(rf"\b({'|'.join(LONG)})\b", re.IGNORECASE)
OWN = [*(game.folder for game in INSIDE), PACKAGE / "lab" / "peers", TESTS / "games", TESTS / "transcripts"]
TEXTS = [path for kind in ("html", "js", "css", "po") for path in PACKAGE.rglob(f"*.{kind}")]
SOURCES = [path for folder in (PACKAGE, PROOFS, TESTS) for path in folder.rglob("*.py")]
WRITTEN = sorted(path for path in [*SOURCES, *TEXTS] if not set(OWN) & set(path.parents))


def names_in(text: str) -> list[str]:
    """The games that a text names: as a word or, if the name has only a letter or two, as the whole text or a part of a path."""
    return [*NAMED.findall(text), *(part for part in re.split(r"[/\\]", text) if part in SHORT)]


def named_in(path: Path) -> list[str]:
    """The games that a file names, apart from its docstrings."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return NAMED.findall(text)
    return [name for said in sayings(ast.parse(text)) for name in names_in(said)]


def sayings(tree: ast.Module) -> Iterator[str]:
    """All strings in a program, and the names of what it imports."""
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in prose:
            yield node.value.decode("latin-1") if isinstance(node.value, bytes) else str(node.value)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield "/".join([*(alias.name for alias in node.names), getattr(node, "module", "") or ""]).replace(".", "/")


@pytest.mark.parametrize("path", WRITTEN, ids=from_root)
def test_no_game_is_named_outside_its_folder(path: Path) -> None:
    assert named_in(path) == []


PLANTED = [
    'game = load("{id}")',
    "from carreau.games.{id} import GAME",
    "import carreau.games.{id}.rules",
    'page = f"/new/{id}" + str(1)',
]
AS_WORDS = ['word = b"POST /new/{id} HTTP/1.1"', '"""Prose."""\nTITLE = "{name}"']


@pytest.mark.parametrize("planted", PLANTED + AS_WORDS)
def test_a_planted_name_is_found(planted: str, tmp_path: Path) -> None:
    for game in INSIDE:
        if game.id in SHORT and planted in AS_WORDS:
            continue
        (tmp_path / "planted.py").write_text(planted.replace("{id}", game.id).replace("{name}", game.name), encoding="utf-8")
        assert named_in(tmp_path / "planted.py"), game
    (tmp_path / "prose.py").write_text(f'"""As in {INSIDE[0].name}."""', encoding="utf-8")
    assert not named_in(tmp_path / "prose.py")
