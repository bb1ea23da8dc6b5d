"""Machine code: every marked function has a compiled twin, which calls the twins of what it calls.

The twins of a module live in a copy of its names, so that one process holds the rules in both ways: plain Python, as they are
written, and compiled. code_folder.py says where machine code is kept.
"""

from __future__ import annotations

import importlib
import threading
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba

from carreau.core.code_cache import CodeCache
from carreau.core.code_folder import FOLDER, home_of
from carreau.core.compile import COUNTERPART, FLAGS, is_marked
from carreau.core.processor import choose

TESTED = (0, 68)  # the version of Numba whose inside library.py knows
LOADING = threading.RLock()
TWINS: dict[Any, Any] = {}
NAMES: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}  # a module's own names, by their identity, and those of its twins

choose()


def machine(module: ModuleType) -> ModuleType:
    """The same module with twins in place of its marked functions."""
    with LOADING:
        twin = ModuleType(module.__name__)
        twin.__dict__.update(names_for(vars(module)))
        return twin


def names_for(names: dict[str, Any]) -> dict[str, Any]:
    """The names among which a module's twins live. Meanwhile another thread may import something, which adds names to modules."""
    if id(names) not in NAMES:
        NAMES[id(names)] = names, (twins := dict(names))  # known before they are filled: modules may read each other
        twins.update({name: twin_of(thing) for name, thing in dict(names).items() if needs_twin(thing)})
    return NAMES[id(names)][1]


def needs_twin(thing: Any) -> bool:
    if isinstance(thing, ModuleType):
        return thing.__name__.partition(".")[0] not in ("numpy", "numba") and any(map(is_marked, list(vars(thing).values())))
    return is_marked(thing)


def twin_of(thing: Any) -> Any:
    if thing not in TWINS:
        TWINS[thing] = machine(thing) if isinstance(thing, ModuleType) else compiled(thing)
    return TWINS[thing]


def compiled(function: FunctionType) -> Any:
    """A dispatcher, which compiles when it is first called, or finds what was compiled before."""
    if hasattr(function, COUNTERPART):
        module, name = getattr(function, COUNTERPART)
        return getattr(importlib.import_module(module), name)
    names = function.__globals__
    twin = FunctionType(function.__code__, names_for(names), function.__name__, function.__defaults__)
    twin.__qualname__ = function.__qualname__
    vars(twin)[FOLDER] = names.get(FOLDER) or home_of(Path(function.__code__.co_filename).parent)
    dispatcher: Any = numba.njit(error_model="numpy", **compiler(), **getattr(function, FLAGS))(twin)
    dispatcher._cache = CodeCache(twin)
    template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: template([widen(kind) for kind in args], kws)
    return dispatcher


def compiler() -> dict[str, Any]:
    """The option that names our own compiler. In other versions of Numba it takes Numba's, which is slower."""
    if numba.version_info.short != TESTED:
        return {}
    from carreau.core.library import RuleCompiler

    return {"pipeline_class": RuleCompiler}


def widen(kind: Any) -> Any:
    """Compile a rule once, not once for every constant and every width of number that it is called with."""
    kind = numba.types.unliteral(kind)
    return numba.types.int64 if isinstance(kind, numba.types.Integer | numba.types.Boolean) else kind
