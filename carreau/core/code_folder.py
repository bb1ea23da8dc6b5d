"""Where a game's machine code is kept: in a folder named by what it was made from and made for, because Numba's own cache does
not notice an edit in another file. Nothing here needs Numba."""

from __future__ import annotations

import hashlib
import platform
import shutil
import sys
from functools import cache
from pathlib import Path

from carreau.core.cache import folder_named, is_known
from carreau.core.sources import compiled_sources, sources_of

CORE = Path(__file__).parent
DRIVE = CORE / "drive.py"  # compiled with every game's rules
SHAPING = [CORE / f"{name}.py" for name in ("machine", "library", "pointer", "code_cache")]  # how everything is compiled
ADVICE = "advice.py"  # compiled with the bots, apart from the rules
RULES = "rules"  # the room of a game's folder where its rules are, if they take more than one file
FOLDER = "CODE_FOLDER"  # among a module's names: where its machine code is kept, if not where its folder's is
KEPT_FOLDERS = 4
PROCESSOR = Path("/proc/cpuinfo")


@cache
def home_of(folder: Path) -> Path:
    """Where the machine code of the rules in a folder of sources is kept: of a game's, that of its whole folder."""
    whole = folder.parent if folder.name == RULES else folder
    return cache_folder(whole.name, whole)


@cache
def made_for() -> str:
    """The machine and the versions that machine code fits."""
    from importlib.metadata import version  # only now: it takes a moment to read

    compilers = (f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy"))
    return "\0".join([sys.implementation.cache_tag, sys.platform, platform.machine(), processor(), *compilers])


def processor() -> str:
    """What this machine's processor can do; folders may be shared by several machines."""
    try:
        lines = PROCESSOR.read_text(encoding="utf-8", errors="replace").partition("\n\n")[0].splitlines()
    except OSError:
        return platform.processor()
    return "\n".join(line for line in lines if line.startswith(("model name", "flags", "Features", "CPU part")))


def fingerprint(sources: list[Path]) -> str:
    """A short hash of the sources, by name and content, and of what the code is made for."""
    digest = hashlib.sha256(made_for().encode())
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
