"""Compiles in another process, while this one goes on in plain Python."""

from __future__ import annotations

import subprocess
import sys

import numba

from carreau.core.engine import is_ready, make_ready
from carreau.core.game import Game
from carreau.core.parent import ending_with_parent
from carreau.games import games, load


def is_needed(game: Game, work: str) -> bool:
    """Whether something has to be compiled before machine code can do this work."""
    return not (numba.config.DISABLE_JIT or is_ready(game, work))


class Compiler:
    """Prepares a game for some work; it ends with the process that asked for it."""

    def __init__(self, game: Game, work: str) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        if is_needed(game, work):
            name = game.id if game.id in games() else str(game.folder)
            command = [sys.executable, "-m", "carreau.lab.compiler", name, work]
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
            )

    @property
    def is_done(self) -> bool:
        """Whether there is nothing left to wait for. If compiling failed, calling the code says why."""
        return self.process is None or self.process.poll() is not None

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()  # waits for it and closes the pipe


if __name__ == "__main__":
    with ending_with_parent():
        make_ready(load(sys.argv[1]), sys.argv[2])
