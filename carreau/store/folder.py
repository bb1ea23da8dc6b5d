"""The folder where a user's matches are stored."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path

from carreau.core.errors import CarreauError
from carreau.store.permissions import make_folder_private


class BadFolder(CarreauError):
    """The data folder cannot be used."""

    code = "bad-folder"


def data_folder() -> Path:
    """CARREAU_DATA, or the usual data folder of the platform."""
    if chosen := os.environ.get("CARREAU_DATA"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home()) / "carreau"
    if sys.platform == "darwin":
        return home() / "Library" / "Application Support" / "carreau"
    return Path(os.environ.get("XDG_DATA_HOME") or home() / ".local" / "share") / "carreau"


def home() -> Path:
    """The user's home folder; a system service may have none."""
    try:
        return Path.home()
    except RuntimeError:
        raise BadFolder(
            "There is no home folder to keep matches in. Choose a folder with --data, or with CARREAU_DATA."
        ) from None


def prepare_folder(folder: Path) -> Path:
    """Create the folder if necessary, make it private, and check that it is writable; BadFolder, with a sentence, if not."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        make_folder_private(folder)
        probe = folder / f".probe-{os.getpid()}-{secrets.token_hex(4)}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise BadFolder(
            f"Matches cannot be kept in {folder}: {(error.strerror or str(error)).lower()}. "
            "Choose another folder with --data, or with CARREAU_DATA."
        ) from error
    return folder
