"""Where a game's machine code is kept: in a folder named by what it was made from and made for, because Numba's own cache does
not notice an edit in another file. It may have come with the package, in a wheel. Nothing here needs Numba."""

from __future__ import annotations

import hashlib
import platform
import shutil
import sys
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from carreau.core.cache import folder_named, is_known
from carreau.core.processor import named
from carreau.core.sources import PACKAGE, compiled_sources, sources_of

CORE = Path(__file__).parent
DRIVE = CORE / "drive.py"  # compiled with every game's rules
HOW = ("machine", "library", "pointer", "code_cache", "processor")  # how everything is compiled
SHAPING = [CORE / f"{name}.py" for name in HOW]
ADVICE = "advice.py"  # compiled with the bots, apart from the rules
OBSERVE, SYMMETRY = "observe.py", "symmetry.py"  # compiled for learning agents, apart from the rules
APART = (ADVICE, OBSERVE, SYMMETRY)
RULES = "rules"  # the room of a game's folder where its rules are, if they take more than one file
FOLDER = "CODE_FOLDER"  # among a module's names: where its machine code is kept, if not where its folder's is
KEPT_FOLDERS = 4
UNSAVED: set[Path] = set()  # folders in which there was no room for everything
CAME_ALONG = PACKAGE / "machine_code"  # only some wheels have it; nothing is ever written there


@cache
def home_of(folder: Path) -> Path:
    """Where the machine code of the rules in a folder of sources is kept: of a game's, that of its whole folder."""
    whole = folder.parent if folder.name == RULES else folder
    return cache_folder(whole.name, whole)


@cache
def made_for() -> str:
    """The Python, the kind of machine and the versions that machine code fits."""
    from importlib.metadata import version  # only now: it takes a moment to read

    compilers = (f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy"))
    python = (sys.implementation.cache_tag, EXTENSION_SUFFIXES[0])
    return "\0".join([*python, sys.platform, platform.machine(), named(), *compilers])


def fingerprint(sources: list[Path]) -> str:
    """A short hash of the sources, by name and content, and of what the code is made for."""
    digest = hashlib.sha256(made_for().encode())
    for path in sources:
        digest.update(f"{path.parent.name}/{path.name}".encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_folder(name: str, *places: Path) -> Path:
    """The folder with code made from these files and folders, and from what they import."""
    entries = [path for place in places for path in ([place] if place.is_file() else compiled_sources(place, *APART))]
    full = f"{name}-{fingerprint(SHAPING + sources_of([DRIVE, *entries]))}"
    return CAME_ALONG / full if (CAME_ALONG / full).is_dir() else own_folder(full)


def came_along(folder: Path) -> bool:
    """Whether a folder is part of the package."""
    return folder.parent == CAME_ALONG


def writable(folder: Path) -> Path:
    """Where code goes that is missing in a folder."""
    return own_folder(folder.name) if came_along(folder) else folder


@cache
def own_folder(full: str) -> Path:
    """A folder of this name in the user's cache; old ones are cleared away when it is new."""
    known = is_known(full)
    folder = folder_named(full)
    if not known:
        forget_old(folder.parent, full.rpartition("-")[0])
    return folder


def forget_old(root: Path, name: str) -> None:
    folders = sorted(root.glob(f"{name}-{'?' * 16}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for folder in folders[KEPT_FOLDERS:]:
        shutil.rmtree(folder, ignore_errors=True)
