"""Runs a command, such as `make test`, with the oldest and the newest supported Python that is installed (see `make pythons`).

Supported are those that pyproject.toml lists. They are looked for on the PATH and in pyenv's folder. This file runs with any
Python 3, because nobody knows yet which one is here.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CLASSIFIER = re.compile(r'"Programming Language :: Python :: (3\.\d+)"')
ASK = "import ensurepip, sys, venv; print('%d.%d' % sys.version_info[:2]); print(sys.executable)"


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def supported() -> list[str]:
    """The versions, the oldest first."""
    return sorted(CLASSIFIER.findall((ROOT / "pyproject.toml").read_text(encoding="utf-8")), key=numbers)


def candidates(version: str) -> Iterator[Path]:
    """Where a Python of this version may be."""
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        yield from (Path(folder, name) for name in (f"python{version}", "python3", "python"))
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    for place in sorted(pyenv.glob(f"versions/{version}.*"), key=lambda place: numbers(place.name), reverse=True):
        yield place / "bin" / f"python{version}"


def find(version: str) -> str | None:
    """The path of a Python of this version that runs and can make environments."""
    for file in candidates(version):
        if os.access(file, os.X_OK):  # one of pyenv's shims may be there and yet not run
            asked = subprocess.run([str(file), "-c", ASK], capture_output=True, text=True, check=False)
            if asked.returncode == 0 and asked.stdout.split("\n")[0] == version:
                return asked.stdout.split("\n")[1]
    return None


def main(command: list[str]) -> int:
    found = [(version, path) for version in supported() for path in [find(version)] if path]
    versions = ", ".join(supported())
    if not found:
        print(f"No supported Python is installed here: install one of {versions}.", file=sys.stderr)
        return 2
    if len(found) == 1:
        print(f"Of Python {versions}, only {found[0][0]} is installed here, so this runs once.", flush=True)
    failed = 0
    for version, path in found if len(found) == 1 else (found[0], found[-1]):
        print(f"Python {version}: {path}", flush=True)
        failed += subprocess.run([*command, f"PYTHON={path}", f"VENV=.venv-{version}"], check=False).returncode != 0
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
