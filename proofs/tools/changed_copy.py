"""A copy of this program with something changed, run instead of it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import carreau

PACKAGE = Path(carreau.__file__).parent


def runs_from(folder: Path = PACKAGE.parent) -> dict[str, str]:
    """What makes `python -P -m` run the packages in a folder."""
    return {"PYTHONPATH": os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))}


class ChangedCopy:
    """A copy of the whole package in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.package = folder, folder / "carreau"
        shutil.copytree(PACKAGE, self.package, ignore=shutil.ignore_patterns("__pycache__"))

    @property
    def environment(self) -> dict[str, str]:
        return runs_from(self.folder)

    def copy_of(self, path: Path) -> Path:
        """Where a file or folder of the package is in this copy."""
        return self.package / path.relative_to(PACKAGE)

    def change(self, file: Path, old: str, new: str) -> ChangedCopy:
        path = self.copy_of(file)
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} has no {old!r}"
        path.write_text(text.replace(old, new), encoding="utf-8")
        return self

    def add(self, file: Path, more: str) -> ChangedCopy:
        """Add something at the end of a file."""
        with self.copy_of(file).open("a", encoding="utf-8") as text:
            text.write(more)
        return self

    def remove(self, folder: Path) -> ChangedCopy:
        shutil.rmtree(self.copy_of(folder))
        return self
