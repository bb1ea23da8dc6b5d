"""The process that compiles behind the scenes (behind.py). Only one on a machine works at a time; the others wait their turn."""

from __future__ import annotations

import base64
import os
import pickle
import sys
from contextlib import redirect_stdout
from functools import partial

from carreau.core.cache import cache_root
from carreau.core.game import Game
from carreau.core.lock import locked
from carreau.core.parent import ending_with_parent
from carreau.core.progress import watching
from carreau.core.work import Work

LOCK = "compiler.lock"
NICENESS = 19


def compile(game: Game, works: list[Work]) -> None:
    """Say on standard output how much of which work is done."""
    for number, work in enumerate(works):
        with watching(partial(tell, number)):
            work.need(game)
        tell(number, 1.0)


def tell(number: int, share: float) -> None:
    print(number, share, file=sys.__stdout__, flush=True)


if __name__ == "__main__":
    with ending_with_parent():
        if hasattr(os, "nice"):
            os.nice(NICENESS)
        with locked(cache_root() / LOCK), redirect_stdout(sys.stderr):  # whatever a game prints
            compile(*pickle.loads(base64.b64decode(sys.argv[1])))
