"""Compiles games, once per machine, in a separate process, so that pages are served in the meantime."""

from __future__ import annotations

import asyncio
import gc
import sys

from carreau.core.engine import code_folder, is_ready
from carreau.core.errors import CarreauError
from carreau.core.parent import ending_with_parent
from carreau.core.phrase import Phrase
from carreau.games import load

WORK = "table"  # what a table needs beyond a match


class Compiler:
    """Compiles games, one at a time."""

    def __init__(self) -> None:
        self.done: set[str] = set()
        self.begun: dict[str, asyncio.Task[None]] = {}
        self.locks: dict[str, asyncio.Lock] = {}
        self.lock = asyncio.Lock()
        self.process: asyncio.subprocess.Process | None = None
        self.closed = False

    def is_ready(self, game: str) -> bool:
        return game in self.done

    def is_compiled(self, game: str) -> bool:
        """Whether the game will be ready in a moment."""
        return game in self.done or is_ready(load(game), WORK)

    def begin(self, game: str) -> None:
        """Start compiling a game that will soon be asked for; an error is raised only then."""
        if game not in self.done and game not in self.begun:
            self.begun[game] = asyncio.create_task(self.ready(game))
            self.begun[game].add_done_callback(lambda task: (self.begun.pop(game), task.cancelled() or task.exception()))

    async def ready(self, game: str) -> None:
        """Return when a match of this game can begin."""
        if game in self.done:
            return
        async with self.locks.setdefault(game, asyncio.Lock()):
            if game not in self.done:
                if not is_ready(load(game), WORK):
                    await self.compile_once(game)
                await asyncio.to_thread(prepare, game)
                gc.freeze()  # a loaded game stays: searching it for garbage again would stop all tables for a moment
                self.done.add(game)

    async def compile_once(self, game: str) -> None:
        async with self.lock:
            if self.closed or await self.compile(game):
                raise CarreauError(Phrase("{game} could not be prepared for this machine.", game=load(game).name))

    async def compile(self, game: str) -> int:
        """In a session of its own, because Ctrl-C is for the server. It ends when the server does."""
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "carreau.web.compiler", game, stdin=asyncio.subprocess.PIPE, start_new_session=True
        )
        try:
            return await self.process.wait()
        finally:
            self.stop()

    def stop(self) -> None:
        if self.process is not None and self.process.returncode is None:
            self.process.kill()

    def close(self) -> None:
        """Compile nothing more."""
        self.closed = True
        self.stop()


def prepare(game: str) -> None:
    """Compile everything a table needs: rules, views, redeals, bots. Quick if that was done before."""
    from carreau.bots.ready import make_bots_ready

    chosen = load(game)
    make_bots_ready(chosen)
    if chosen.picture is not None:
        match = chosen.new(seed=1)
        match.scene(match.acting[0]).svg(sheet=False)
    (code_folder(chosen) / WORK).touch()


if __name__ == "__main__":
    with ending_with_parent():
        prepare(sys.argv[1])
