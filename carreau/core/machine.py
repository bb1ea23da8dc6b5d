"""Machine code: every marked function has a compiled twin, which calls the twins of what it calls.

The twins of a module live in a copy of its names, so that one process holds the rules in both ways: plain Python, as they are
written, and compiled. Machine code is kept on disk in a folder named by what it was made from, because Numba's own cache does not
notice an edit in another file.
"""

from __future__ import annotations

import hashlib
import importlib
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba

from carreau.core.cache import folder_named, is_known
from carreau.core.compile import COUNTERPART, FLAGS, is_marked
from carreau.core.sources import compiled_sources, sources_of

HERE = Path(__file__)
DRIVE = HERE.with_name("drive.py")  # compiled with every game's rules
SHAPING = [HERE, HERE.with_name("pointer.py")]  # what decides how everything is compiled
ADVICE = "advice.py"  # compiled with the bots, apart from the rules
RULES = "rules"  # the room of a game's folder where its rules are, if they take more than one file
FOLDER = "CODE_FOLDER"  # among a module's names: where its machine code is kept, if not where its folder's is
KEPT_FOLDERS = 4
LOADING = threading.RLock()  # Numba's cache folder is one setting for the whole process
TWINS: dict[Any, Any] = {}
NAMES: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}  # a module's own names, by their identity, and those of its twins


def machine(module: ModuleType) -> ModuleType:
    """The same module with twins in place of its marked functions."""
    with LOADING:
        twin = ModuleType(module.__name__)
        twin.__dict__.update(names_for(vars(module)))
        return twin


def names_for(names: dict[str, Any]) -> dict[str, Any]:
    """The names among which a module's twins live."""
    if id(names) not in NAMES:
        NAMES[id(names)] = names, (twins := dict(names))  # known before they are filled: modules may read each other
        twins.update({name: twin_of(thing) for name, thing in names.items() if needs_twin(thing)})
    return NAMES[id(names)][1]


def needs_twin(thing: Any) -> bool:
    if isinstance(thing, ModuleType):
        return thing.__name__.partition(".")[0] not in ("numpy", "numba") and any(map(is_marked, vars(thing).values()))
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
    folder = names.get(FOLDER) or home_of(Path(function.__code__.co_filename).parent)
    with cached_in(folder):
        dispatcher: Any = numba.njit(cache=True, error_model="numpy", **getattr(function, FLAGS))(twin)
    template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: template([widen(kind) for kind in args], kws)
    return dispatcher


def widen(kind: Any) -> Any:
    """Compile a rule once, not once for every constant and every width of number that it is called with."""
    kind = numba.types.unliteral(kind)
    return numba.types.int64 if isinstance(kind, numba.types.Integer | numba.types.Boolean) else kind


# where it is kept


@cache
def home_of(folder: Path) -> Path:
    """Where the machine code of the rules in a folder of sources is kept: of a game's, that of its whole folder."""
    whole = folder.parent if folder.name == RULES else folder
    return cache_folder(whole.name, whole)


def fingerprint(sources: list[Path]) -> str:
    """A short hash of the sources, by name and content."""
    digest = hashlib.sha256()
    for path in sources:
        digest.update(f"{path.parent.name}/{path.name}".encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_folder(name: str, *places: Path) -> Path:
    """The folder for code made from these files and folders, and from what they import; old ones are cleared away."""
    entries = [path for place in places for path in ([place] if place.is_file() else compiled_sources(place, ADVICE))]
    full = f"{name}-{fingerprint(SHAPING + sources_of([DRIVE, *entries]))}"
    known = is_known(full)
    folder = folder_named(full)
    if not known:
        forget_old(folder.parent, name)
    return folder


def forget_old(root: Path, name: str) -> None:
    folders = sorted(root.glob(f"{name}-{'?' * 16}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for folder in folders[KEPT_FOLDERS:]:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def cached_in(folder: Path) -> Iterator[None]:
    """Functions that are made ready to compile inside this block keep their machine code in the folder."""
    with LOADING:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder)
        try:
            yield
        finally:
            numba.config.CACHE_DIR = before
