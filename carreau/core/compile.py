"""Plain Python rules become machine code, kept on disk in a folder named by what they were made from.

Numba's own cache does not notice an edit in another file; a folder named by a hash of all the sources does.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numba

CORE = [Path(__file__).with_name(name) for name in ("compile.py", "state.py", "chance.py", "quick.py", "drive.py")]
WITHOUT_RULES = ("show.py",)  # a change there cannot change compiled code
KEPT_FOLDERS = 4
LOADING = threading.RLock()  # Numba's cache folder is one setting for the whole process

Function = TypeVar("Function", bound=Callable[..., Any])


def rule(function: Function) -> Function:
    """Compile a rule when it is first called; under NUMBA_DISABLE_JIT=1 it stays plain Python."""
    return widened(numba.njit(cache=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(function))


def entry(function: Function) -> Function:
    """A rule that is called from Python for a short while, and keeps Python's lock: letting go of it costs more."""
    return widened(numba.njit(cache=True, error_model="numpy")(function))


def long_entry(function: Function) -> Function:
    """A rule that is called from Python for a long while, and lets other threads run."""
    return widened(numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def widened(compiled: Any) -> Function:  # type: ignore[type-var]
    """Compile a rule once, not once for every constant and every width of number that it is called with."""
    if not numba.config.DISABLE_JIT:
        template = compiled.get_call_template
        compiled.get_call_template = lambda args, kws: template([widen(kind) for kind in args], kws)
    return compiled  # type: ignore[no-any-return]


def widen(kind: Any) -> Any:
    kind = numba.types.unliteral(kind)
    return numba.types.int64 if isinstance(kind, numba.types.Integer | numba.types.Boolean) else kind


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


def cache_folder(name: str, *folders: Path) -> Path:
    """The folder for code made from the core and the sources below these folders; old ones are cleared away."""
    root = cache_root()
    sources = [path for folder in folders for path in sorted(folder.rglob("*.py")) if path.name not in WITHOUT_RULES]
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
        try:
            yield
        finally:
            numba.config.CACHE_DIR = before
