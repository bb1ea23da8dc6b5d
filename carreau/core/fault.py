"""A fault in the code of a game's folder: what it is and where, in a few words."""

from __future__ import annotations

import traceback
from pathlib import Path

LONGEST = 200


def fault_in(folder: Path, error: BaseException) -> str:
    """What went wrong in the code of a folder, with file and line; nothing if it went wrong elsewhere."""
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).is_relative_to(folder):
        return told(error, f"{error.filename}, line {error.lineno}")
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(folder)]
    if frames:
        return told(error, f"{frames[-1].filename}, line {frames[-1].lineno}")
    return ""


def told(error: BaseException, where: str) -> str:
    said = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {' '.join(said.split())[:LONGEST]} ({where})"
