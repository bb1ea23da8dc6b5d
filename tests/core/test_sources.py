"""Rules are compiled again when, and only when, something they are made from has changed."""

from __future__ import annotations

import gc
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from carreau.core.code_folder import APART, DRIVE
from carreau.core.game import Game
from carreau.core.sources import PACKAGE, compiled_sources, sources_of
from tests.conftest import GAMES

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
RULES = "from carreau.core.compile import rule\n{imports}\n\n@rule\ndef lay(s):\n    return {name}\n"

IMPORTS = {  # how a table can be imported, and its name in the rules
    "from {p}.tables import SIZE": "SIZE",
    "from {p}.tables import (\n    OTHER,\n    SIZE,\n)": "SIZE",
    "from {p} import tables": "tables.SIZE",
    "from {p} import tables as t": "t.SIZE",
    "import {p}.tables": "{p}.tables.SIZE",
    "import {p}.tables as t": "t.SIZE",
    "from .tables import SIZE": "SIZE",
    "from . import tables": "tables.SIZE",
    "from .tables import *": "SIZE",
    "from {p}.between import SIZE": "SIZE",
    "if True:\n    from {p}.tables import SIZE": "SIZE",
    "try:\n    from {p}.tables import SIZE\nexcept ImportError:\n    SIZE = 1": "SIZE",
}


def write_game(folder: Path, imports: str, name: str) -> Path:
    """A package with rules, a table, and a drawing that reads both."""
    files = {
        "__init__.py": "FACT = 1\n",
        "rules.py": RULES.format(imports=imports.format(p=folder.name), name=name.format(p=folder.name)),
        "tables.py": "SIZE, OTHER = 5, 6\n",
        "between.py": f"from {folder.name}.tables import SIZE\n",
        "picture.py": f"from {folder.name}.rules import lay\nfrom {folder.name}.tables import SIZE\n# tables\n",
    }
    folder.mkdir()
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("imports", IMPORTS, ids=lambda imports: imports.replace("\n", " "))
def test_a_table_is_found_however_it_is_imported(imports: str, tmp_path: Path) -> None:
    folder = write_game(tmp_path / "tiles", imports, IMPORTS[imports])
    found = {path.name for path in compiled_sources(folder)}
    assert {"rules.py", "tables.py", "compile.py"} <= found
    assert not found & {"picture.py", "__init__.py"}


def test_what_only_a_type_checker_reads_does_not_count(tmp_path: Path) -> None:
    imports = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .picture import x\nfrom .tables import SIZE"
    folder = write_game(tmp_path / "tiles", imports, "SIZE")
    assert "picture.py" not in {path.name for path in compiled_sources(folder)}


def test_a_fact_that_the_rules_read_counts(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "tiles", "from {p} import FACT", "FACT")
    assert folder / "__init__.py" in compiled_sources(folder)


def test_a_package_beside_counts_while_it_is_written_and_a_library_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = write_game(tmp_path / "shared_tables", "SIZE = 1", "SIZE")
    monkeypatch.syspath_prepend(str(tmp_path))
    folder = write_game(tmp_path / "tiles", "import numpy as np\nimport os.path\nfrom shared_tables.tables import SIZE", "SIZE")
    found = compiled_sources(folder)
    assert beside / "tables.py" in found
    assert all(path.is_relative_to(tmp_path) or path.is_relative_to(PACKAGE) for path in found)


def test_threads_can_look_for_sources_at_the_same_time() -> None:
    """As bots on several cores do. What runs in the middle of parsing, such as a library's gc callback, lets the others in."""

    def callback(phase: str, info: dict[str, int]) -> None:
        sum(range(50))

    every, interval = gc.get_threshold(), sys.getswitchinterval()
    found: list[list[Path]] = []
    threads = [threading.Thread(target=lambda: found.append(compiled_sources(PACKAGE / "core"))) for _ in range(3)]
    gc.callbacks.append(callback)
    gc.set_threshold(50)
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        gc.set_threshold(*every)
        sys.setswitchinterval(interval)
        gc.callbacks.remove(callback)
    assert found == [compiled_sources(PACKAGE / "core")] * len(threads)


@each_game
def test_no_drawing_is_among_the_sources_of_machine_code(game: Game) -> None:
    found = compiled_sources(game.folder, *APART)
    own = {path.relative_to(game.folder).as_posix() for path in found if path.is_relative_to(game.folder)}
    assert own & {"rules.py", "rules/__init__.py"}
    assert not {name for name in own if name in ("__init__.py", "show.py") or name.startswith(("picture/", "words/"))}
    core = {path.name for path in sources_of([DRIVE, *found]) if path.parent == DRIVE.parent}
    assert {"drive.py", "compile.py", "state.py", "chance.py", "quick.py"} <= core
    assert not core & {"match.py", "game.py", "words.py", "cache.py", "sources.py"}


@each_game
def test_an_edit_of_a_rule_or_table_compiles_and_an_edit_of_a_drawing_does_not(game: Game, tmp_path: Path) -> None:
    """In a copy of the whole package, so that the game's own imports are the real ones."""
    inside = game.folder.is_relative_to(PACKAGE)
    copy = tmp_path / PACKAGE.name if inside else tmp_path / game.folder.name
    shutil.copytree(PACKAGE if inside else game.folder, copy, ignore=shutil.ignore_patterns("__pycache__", "static"))
    folder = copy / game.folder.relative_to(PACKAGE) if inside else copy
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from pathlib import Path\n"
        "from carreau.core.code_folder import cache_folder\n"
        "folder, *edits = map(Path, sys.argv[2:])\n"
        "names = [cache_folder('x', folder).name]\n"
        "for file in edits:\n"
        "    file.write_text(file.read_text(encoding='utf-8') + '\\n# edited\\n', encoding='utf-8')\n"
        "    names.append(cache_folder('x', folder).name)\n"
        "print(*names)\n"
    )
    compiled = [path for path in compiled_sources(game.folder, *APART) if path.is_relative_to(game.folder)]
    shown = [path for path in sorted(game.folder.rglob("*.py")) if path not in compiled]
    edits = [folder / path.relative_to(game.folder) for path in [*shown, *compiled]]
    done = subprocess.run(
        [sys.executable, "-P", "-c", program, str(tmp_path), str(folder), *map(str, edits)],
        capture_output=True, text=True, check=True, env={"CARREAU_CACHE": str(tmp_path / "cache"), "PATH": ""},
    )  # fmt: skip
    first, *after = done.stdout.split()
    assert set(after[: len(shown)]) == {first}, "drawings, texts and facts compile nothing"
    assert len({first, *after[len(shown) :]}) == 1 + len(compiled), "every table, constant and rule does"
