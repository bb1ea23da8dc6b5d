"""Plain Python rules become machine code, kept on disk in a folder named by what they were made from.

Numba's own cache does not notice an edit in another file; a folder named by a hash of all the sources does.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba

CORE_FOLDER = Path(__file__).parent
CORE = [CORE_FOLDER / name for name in ("compile.py", "state.py", "chance.py", "quick.py", "leaders.py", "drive.py")]
ADVICE = "advice.py"  # compiled with the bots, apart from the rules
KEPT_FOLDERS = 4
LOADING = threading.RLock()  # Numba's cache folder is one setting for the whole process
CHOSEN: list[Path] = []  # folders chosen by `cached_in`, the innermost last

Function = TypeVar("Function", bound=Callable[..., Any])


def rule(function: Function) -> Function:
    """Compile a rule when it is first called; under NUMBA_DISABLE_JIT=1 it stays plain Python."""
    return compiled(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def entry(function: Function) -> Function:
    """A rule that is called from Python for a short while, and keeps Python's lock: letting go of it costs more."""
    return compiled(function)


def long_entry(function: Function) -> Function:
    """A rule that is called from Python for a long while, and lets other threads run."""
    return compiled(function, nogil=True)


def compiled(function: Function, **flags: bool) -> Function:
    with cached_in(CHOSEN[-1] if CHOSEN else home_of(Path(function.__code__.co_filename).parent)):
        dispatcher: Any = numba.njit(cache=True, error_model="numpy", **flags)(function)
    if not numba.config.DISABLE_JIT:
        template = dispatcher.get_call_template
        dispatcher.get_call_template = lambda args, kws: template([widen(kind) for kind in args], kws)
    return dispatcher  # type: ignore[no-any-return]


def widen(kind: Any) -> Any:
    """Compile a rule once, not once for every constant and every width of number that it is called with."""
    kind = numba.types.unliteral(kind)
    return numba.types.int64 if isinstance(kind, numba.types.Integer | numba.types.Boolean) else kind


@cache
def home_of(folder: Path) -> Path:
    """Where the machine code of the rules in a folder of sources is kept."""
    return cache_folder(folder.name) if folder == CORE_FOLDER else cache_folder(folder.name, folder)


def cache_root() -> Path:
    """Where compiled code is kept: CARREAU_CACHE, or the user's cache folder, or a temporary one."""
    if chosen := os.environ.get("CARREAU_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", tempfile.gettempdir()))
    else:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return home / "carreau"


def fingerprint(sources: list[Path]) -> str:
    """A short hash of the sources, by name and content."""
    digest = hashlib.sha256()
    for path in sources:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def compiled_sources(folder: Path) -> list[Path]:
    """The files of a folder that hold compiled code, and those that these read: not its drawings and texts."""
    files = {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")) if path.name != ADVICE}
    found = {stem for stem, text in files.items() if "carreau.core.compile" in text}
    while more := {stem for stem, text in files.items() if stem not in found and any(reads(files[one], stem) for one in found)}:
        found |= more
    return [path for path in sorted(folder.rglob("*.py")) if path.stem in found]


def reads(text: str, stem: str) -> bool:
    return re.search(rf"(\.{stem} import|import (.*, )?{stem}\b)", text) is not None


def cache_folder(name: str, *places: Path) -> Path:
    """The folder for code made from the core and from these files and folders; old ones are cleared away."""
    root = cache_root()
    sources = [path for place in places for path in ([place] if place.is_file() else compiled_sources(place))]
    folder = root / f"{name}-{fingerprint(CORE + sources)}"
    if not folder.is_dir():
        try:
            folder.mkdir(parents=True)
        except OSError:
            return Path(tempfile.mkdtemp(prefix="carreau-"))
        forget_old(root, name)
    return folder


def forget_old(root: Path, name: str) -> None:
    folders = sorted(root.glob(f"{name}-{'?' * 16}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for folder in folders[KEPT_FOLDERS:]:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def cached_in(folder: Path) -> Iterator[None]:
    """Rules that are read inside this block keep their machine code in the folder."""
    with LOADING:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder)
        CHOSEN.append(folder)
        try:
            yield
        finally:
            CHOSEN.pop()
            numba.config.CACHE_DIR = before
