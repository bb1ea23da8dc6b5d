"""Another edition of this program: a copy with something changed, run instead of this one."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import carreau

PACKAGE = Path(carreau.__file__).parent


def runs_from(folder: Path = PACKAGE.parent) -> dict[str, str]:
    """What makes `python -P -m carreau` run the package in a folder."""
    return {"PYTHONPATH": os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))}


class Edition:
    """A copy of the whole package in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.package = folder, folder / "carreau"
        shutil.copytree(PACKAGE, self.package, ignore=shutil.ignore_patterns("__pycache__"))

    @property
    def environment(self) -> dict[str, str]:
        return runs_from(self.folder)

    def change(self, file: str, old: str, new: str) -> Edition:
        path = self.package / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} has no {old!r}"
        path.write_text(text.replace(old, new), encoding="utf-8")
        return self

    def remove(self, folder: str) -> Edition:
        shutil.rmtree(self.package / folder)
        return self
