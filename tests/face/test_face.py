"""What `carreau` offers is written down, documented and typed: any change shows up in a text file that reviewers read."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import os
import re
import subprocess
import sys
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

import carreau
from carreau.core.view import COMMON_KEYS
from tests.face.make_face import FILE, documented, face, is_alias, members

PACKAGE = Path(carreau.__file__).parent
PROGRAM = Path(__file__).with_name("program.py")
ALL = {name: getattr(carreau, name) for name in sorted(carreau.__all__)}
CLASSES = {name: thing for name, thing in ALL.items() if isinstance(thing, type) and not is_alias(thing)}
FUNCTIONS = {name: thing for name, thing in ALL.items() if inspect.isfunction(thing)}
PARTS = {
    f"{name}.{member}": value
    for name, thing in CLASSES.items()
    for member, value in members(thing)
    if isinstance(value, property | cached_property | classmethod) or inspect.isfunction(value)
}
MODULES = sorted({thing.__module__ for thing in (*CLASSES.values(), *FUNCTIONS.values())})


def function_of(part: Any) -> Any:
    """The function behind a method, a property or a class method."""
    for name in ("fget", "func", "__func__"):
        part = getattr(part, name, part)
    return part


def test_the_face_is_what_was_written_down() -> None:
    assert face() == FILE.read_text(encoding="utf-8"), "if that was meant: python -m tests.face.make_face"


def test_everything_is_offered_once_and_nothing_else() -> None:
    assert sorted(dir(carreau)) == sorted([*carreau.__all__, "__version__"])
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        carreau.nothing  # noqa: B018


# documentation


@pytest.mark.parametrize("name", [*CLASSES, *FUNCTIONS, *PARTS])
def test_everything_public_has_a_docstring(name: str) -> None:
    text = inspect.getdoc({**CLASSES, **FUNCTIONS, **PARTS}[name]) or ""
    first, *rest = text.split("\n")
    assert re.fullmatch(r"[A-Z`].{9,}[.:]", first), f"{name} has no sentence as its first line"
    assert not rest or rest[0] == "", f"the first line of {name} runs on"
    assert len(first) <= 125


def test_every_name_for_a_number_has_a_docstring() -> None:
    """Names that are not classes are explained by the text after them."""
    trees = [ast.parse((PACKAGE / "core" / file).read_text(encoding="utf-8")) for file in ("types.py", "state.py")]
    explained = {
        ast.unparse(one.target if isinstance(one, ast.AnnAssign) else one.targets[0])
        for tree in trees
        for one, behind in zip(tree.body, tree.body[1:])
        if isinstance(one, ast.AnnAssign | ast.Assign) and isinstance(behind, ast.Expr)
    }
    aliases = {name for name, thing in ALL.items() if is_alias(thing)}
    assert {"Action", "CLOCK", "Seat", "State"} <= aliases <= explained


@pytest.mark.parametrize("name", [*CLASSES, *FUNCTIONS, *PARTS])
def test_arguments_are_explained_all_or_none(name: str) -> None:
    thing = {**CLASSES, **FUNCTIONS, **PARTS}[name]
    explained = documented(thing, "Args")
    if explained:
        called = thing if isinstance(thing, type) else function_of(thing)
        assert explained == [word for word in inspect.signature(called).parameters if word not in ("self", "cls")]


@pytest.mark.parametrize("name", CLASSES)
def test_attributes_are_explained_all_or_none(name: str) -> None:
    declared = [word for word in vars(CLASSES[name]).get("__annotations__", {}) if not word.startswith("_")]
    if declared and CLASSES[name] is not carreau.Scene:  # its parts are for authors of games
        assert documented(CLASSES[name]) == declared or not documented(CLASSES[name])


def test_what_an_object_has_is_explained() -> None:
    game = carreau.load(carreau.examples() / "connect_four")
    match = game.new(seed=1)
    things = [match, carreau.Stepper(game), carreau.Batch(game, 1, threads=1), carreau.Seen.of(match, 0), game.words("en")]
    for thing in things:
        public = [name for name in vars(thing) if not name.startswith("_")]
        assert sorted(public) == sorted(documented(type(thing))), type(thing)


def test_a_view_has_its_common_keys() -> None:
    view = carreau.load(carreau.examples() / "connect_four").new(seed=1).view(None)
    assert list(view)[: len(COMMON_KEYS)] == list(COMMON_KEYS)
    assert re.findall(r"^\| `(\w+)` \|", inspect.getdoc(carreau.View) or "", re.MULTILINE) == list(COMMON_KEYS)


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_run(module: str) -> None:
    source = sys.modules[module] if module in sys.modules else importlib.import_module(module)
    runner = doctest.DocTestRunner()
    for example in doctest.DocTestFinder().find(source, module):
        runner.run(example)
    assert runner.failures == 0


# types


def test_what_is_named_in_a_signature_is_offered() -> None:
    """If users get or pass one of our types, they can write it as carreau.Something."""
    notes = [note for part in (*FUNCTIONS.values(), *PARTS.values()) for note in function_of(part).__annotations__.values()]
    words = {word for note in notes for word in re.findall(r"\b[A-Z]\w+", str(note))}
    elsewhere = {"Any", "Mapping", "ModuleType", "NDArray", "None", "Path", "Sequence"}
    text = {"Markup"}  # a string type in draw
    assert {"Match", "Seat"} < words - elsewhere - text <= set(carreau.__all__)


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """As in a user's project, where the package is installed outside this repository."""
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    return subprocess.run([sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "program.py").write_text(PROGRAM.read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path


def test_the_program_uses_everything() -> None:
    nodes = list(ast.walk(ast.parse(PROGRAM.read_text(encoding="utf-8"))))
    used = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    named = {alias.name for node in nodes for alias in getattr(node, "names", [])}
    assert set(carreau.__all__) <= used | named


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What a strict type checker says of a program that is right and of one that is not."""
    folder = tmp_path_factory.mktemp("typed")
    wrong = ["import carreau", 'carreau.load("x").new().play(1.5)', 'text: str = carreau.load("x").new().view(0)["acting"]']
    (folder / "program.py").write_text(PROGRAM.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "wrong.py").write_text("\n".join(wrong), encoding="utf-8")
    done = run(folder, "-m", "mypy", "--strict", "--cache-dir", str(folder / "cache"), "program.py", "wrong.py")
    *said, last = done.stdout.splitlines()
    assert re.match(r"Found \d+ errors? in .*\(checked 2 source files\)", last), done.stdout + done.stderr
    return said


def test_a_strict_type_checker_sees_real_types(typed: list[str]) -> None:
    assert [line for line in typed if not line.startswith("wrong.py:")] == []


def test_a_strict_type_checker_finds_mistakes(typed: list[str]) -> None:
    assert [line.split(":")[1] for line in typed if line.startswith("wrong.py:") and " error: " in line] == ["2", "3"]


def test_the_program_runs(project: Path) -> None:
    done = run(project, "program.py")
    assert (done.returncode, done.stdout) == (0, "12\n"), done.stderr


def test_types_are_shipped() -> None:
    assert (PACKAGE / "py.typed").read_bytes() == b""
    assert '"py.typed"' in (PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8")


def test_the_names_can_be_imported_by_star() -> None:
    found: dict[str, Any] = {}
    exec("from carreau import *", found)
    assert set(carreau.__all__) <= set(found)
