"""The source, read before anything runs: undefined names, missing fields, code that cannot be compiled."""

from __future__ import annotations

import ast
import builtins
import dis
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from carreau.check.bounded import meant
from carreau.check.case import Subject
from carreau.check.registry import SOURCE, Wrong, claim, game_check
from carreau.core.compile import is_marked
from carreau.core.game import Game

RULES = {
    "setup": ("s", "players", "options", "seed"),
    "legal": ("s", "seat", "out"),
    "play": ("s", "seat", "action"),
    "returns": ("s", "out"),
    "view": ("s", "seat"),
    "redeal": ("s", "seat", "seed"),
}
OPTIONAL_RULES = {"next_round": ("s",)}
NEEDED = ("STATE", "ACTIONS", "MOST_LEGAL")
FORBIDDEN: dict[type[ast.AST], str] = {
    ast.JoinedStr: "a text",
    ast.Dict: "a dictionary",
    ast.DictComp: "a dictionary",
    ast.Set: "a set",
    ast.SetComp: "a set",
    ast.List: "a list",
    ast.ListComp: "a list",
    ast.GeneratorExp: "a generator",
    ast.Lambda: "a function within a function",
    ast.ClassDef: "a class",
    ast.Try: "try",
    ast.With: "with",
    ast.Yield: "yield",
    ast.Import: "an import",
    ast.ImportFrom: "an import",
    ast.Global: "a global that changes",
}


def modules(game: Game) -> Iterator[ModuleType]:
    """All modules of a game's folder."""
    for path in sorted(game.folder.rglob("*.py")):
        parts = path.relative_to(game.folder).with_suffix("").parts
        parts = parts[:-1] if parts[-1] == "__init__" else parts
        if all(part.isidentifier() for part in parts):
            yield importlib.import_module(".".join((game.package, *parts)))


def functions(module: ModuleType) -> list[FunctionType]:
    """Those that are written in this module, methods too."""
    owners = [module, *(one for one in vars(module).values() if isinstance(one, type) and one.__module__ == module.__name__)]
    found = (inspect.unwrap(one) for owner in owners for one in vars(owner).values() if callable(one))
    return [one for one in found if isinstance(one, FunctionType) and one.__module__ == module.__name__]


def rules_of(game: Game) -> dict[str, FunctionType]:
    """Every marked function of the folder, by file and name."""
    marked = [one for module in modules(game) for one in functions(module) if is_marked(one)]
    return {f"{one.__code__.co_filename}:{one.__name__}": one for one in marked}


def where(game: Game, function: FunctionType | CodeType, line: int | None = None) -> str:
    code = function.__code__ if isinstance(function, FunctionType) else function
    file = Path(code.co_filename)
    shown = file.relative_to(game.folder) if file.is_relative_to(game.folder) else file
    return f"{shown.as_posix()}, line {line or code.co_firstlineno}, in {code.co_name}"


def tree_of(function: FunctionType) -> tuple[ast.FunctionDef, int]:
    """A function as a tree, and how many lines of the file come before it."""
    lines, first = inspect.getsourcelines(function)
    margin = len(lines[0]) - len(lines[0].lstrip())
    tree = ast.parse("".join(line[margin:] for line in lines)).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return tree, first - 1


@game_check(
    SOURCE,
    "Every file of the folder can be imported.",
    "What cannot be read cannot be played.",
)
def files_can_be_read(subject: Subject) -> None:
    for _ in modules(subject.game):
        pass


@game_check(
    SOURCE,
    "rules has STATE, ACTIONS, MOST_LEGAL and the six rules, each with its parameters and marked with @rule.",
    "The driver calls them by these names; what is not marked is not compiled.",
)
def rules_are_whole(subject: Subject) -> None:
    rules = subject.game.rules
    for name in NEEDED:
        claim(hasattr(rules, name), f"The rules have no {name}.")
    for name, parameters in (RULES | OPTIONAL_RULES).items():
        function = getattr(rules, name, None)
        if function is None:
            claim(name in OPTIONAL_RULES, f"The rule {name}({', '.join(parameters)}) is missing.")
            continue
        claim(is_marked(function), f"The rule {name} is not marked: put @rule before it.")
        given = function.__code__.co_argcount
        claim(
            given == len(parameters),
            f"{where(subject.game, function)}: it takes {given} parameters, but is called with "
            f"{len(parameters)}: {', '.join(parameters)}.",
        )
    actions = subject.game.actions
    claim(actions == rules.ACTIONS, f"ACTIONS is {rules.ACTIONS}, but the product of the fields of an action is {actions}.")
    claim(rules.MOST_LEGAL > 0, "MOST_LEGAL has to be above 0.")


@game_check(
    SOURCE,
    "Every name that is used is defined.",
    "A misspelt name in a rare branch is found by a player, not by you.",
)
def names_are_defined(subject: Subject) -> None:
    for module in modules(subject.game):
        for function in functions(module):
            for code in (function.__code__, *inner(function.__code__)):
                check_names(subject.game, code, function.__globals__)


def inner(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from inner(constant)


def check_names(game: Game, code: CodeType, names: dict[str, Any]) -> None:
    line = code.co_firstlineno
    for step in dis.get_instructions(code):
        line = (step.positions.lineno if step.positions else None) or line
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") and step.argval not in names and not hasattr(builtins, step.argval):
            known = [*names, *code.co_varnames, *dir(builtins)]
            near = meant(step.argval, known) or "."
            raise Wrong(f"{where(game, code, line)}: the name {step.argval!r} is not defined{near}")


@game_check(
    SOURCE,
    "Rules use no field that the state does not have.",
    "A misspelt field stops the match, or the compiler with a hundred lines.",
)
def fields_are_there(subject: Subject) -> None:
    game = subject.game
    known = list(game.rules.STATE.names)
    record = game.rules.setup.__code__.co_varnames[0]
    for function in rules_of(game).values():
        if function.__code__.co_varnames[:1] != (record,):
            continue
        tree, before = tree_of(function)
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id == record
                and node.attr not in known
            ):
                near = meant(node.attr, known) or "."
                raise Wrong(f"{where(game, function, before + node.lineno)}: the state has no field {node.attr!r}{near}")


@game_check(
    SOURCE,
    "Rules are plain loops over the record: no texts, lists, dictionaries, classes, exceptions or recursion.",
    "The compiler cannot handle these, or only at a price, and says so in a hundred lines.",
)
def rules_can_be_compiled(subject: Subject) -> None:
    game = subject.game
    for function in rules_of(game).values():
        tree, before = tree_of(function)
        for node in (inside for statement in tree.body for inside in ast.walk(statement)):
            if type(node) in FORBIDDEN:
                line = before + getattr(node, "lineno", 1)
                raise Wrong(f"{where(game, function, line)}: a rule cannot use {FORBIDDEN[type(node)]}.")
        check_calls(game, function)
    check_recursion(game)


def check_calls(game: Game, function: FunctionType) -> None:
    for called in called_by(function):
        if not is_marked(called):
            raise Wrong(
                f"{where(game, function)}: {called.__name__} is called by a rule, but is not marked: put @rule before it."
            )


def called_by(function: FunctionType) -> list[FunctionType]:
    names = {step.argval for step in dis.get_instructions(function.__code__) if step.opname == "LOAD_GLOBAL"}
    found = (function.__globals__.get(name) for name in sorted(names))
    return [called for called in found if isinstance(called, FunctionType)]


def check_recursion(game: Game) -> None:
    rules = set(rules_of(game).values())
    calls = {one: [called for called in called_by(one) if called in rules] for one in rules}
    for one in rules:
        reached, ahead = set[FunctionType](), list(calls[one])
        while ahead:
            called = ahead.pop()
            if called not in reached:
                reached.add(called)
                ahead += calls[called]
        claim(one not in reached, f"{where(game, one)}: the rule calls itself, directly or not, which cannot be compiled.")
