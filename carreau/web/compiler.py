"""Games are compiled once per machine, in a process of their own, so that pages are served meanwhile."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import threading

from carreau.core.engine import code_folder, is_ready, make_ready
from carreau.core.errors import CarreauError
from carreau.core.phrase import Phrase
from carreau.games import load

WORK = "table"  # what a table needs beyond a match
WATCHED = "watched"  # says to the compiler that its input ends with the server


class Compiler:
    """Prepares games, one at a time."""

    def __init__(self) -> None:
        self.done: set[str] = set()
        self.begun: dict[str, asyncio.Task[None]] = {}
        self.locks: dict[str, asyncio.Lock] = {}
        self.one = asyncio.Semaphore(1)
        self.process: asyncio.subprocess.Process | None = None  # that compiles
        self.closed = False

    def is_ready(self, game: str) -> bool:
        return game in self.done

    def is_compiled(self, game: str) -> bool:
        """Whether it will be ready in a moment."""
        return game in self.done or is_ready(load(game), WORK)

    def begin(self, game: str) -> None:
        """Prepare a game that will be asked for soon; what goes wrong is told when it is."""
        if game not in self.done and game not in self.begun:
            self.begun[game] = asyncio.create_task(self.ready(game))
            self.begun[game].add_done_callback(lambda task: (self.begun.pop(game), task.cancelled() or task.exception()))

    async def ready(self, game: str) -> None:
        """Return when a match of this game can begin at once."""
        if game in self.done:
            return
        async with self.locks.setdefault(game, asyncio.Lock()):
            if game not in self.done:
                if not is_ready(load(game), WORK):
                    await self.compile_once(game)
                await asyncio.to_thread(prepare, game)
                gc.freeze()  # what a game brings stays: to look through it again would stop all tables for a moment
                self.done.add(game)

    async def compile_once(self, game: str) -> None:
        async with self.one:
            if self.closed or await self.compile(game):
                raise CarreauError(Phrase("{game} could not be prepared for this machine.", game=load(game).name))

    async def compile(self, game: str) -> int:
        """In a session of its own, because Ctrl-C is for the server; it ends when the server does."""
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "carreau.web.compiler", game, WATCHED, stdin=asyncio.subprocess.PIPE, start_new_session=True
        )
        try:
            return await self.process.wait()
        finally:
            self.stop()

    def stop(self) -> None:
        if self.process is not None and self.process.returncode is None:
            self.process.kill()

    def close(self) -> None:
        """Compile no more."""
        self.closed = True
        self.stop()


def prepare(game: str) -> None:
    """Make all that a table needs: rules, views, other worlds, bots. Quick where it was done before."""
    from carreau.table.bot import choose

    chosen = load(game)
    make_ready(chosen)
    match = chosen.new(seed=1)
    seat = match.acting[0]
    other = match.copy()
    chosen.drive.redeal_at(other.address, seat, 1)
    for level in (1, 3):
        choose(match, seat, level)
    if chosen.picture is not None:
        match.scene(seat).svg(sheet=False)
    (code_folder(chosen) / WORK).touch()


def end_with_the_server() -> None:
    """Wait for the end of a line that nothing is written to: the server holds it, however it ends."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


if __name__ == "__main__":
    if sys.argv[2:] == [WATCHED]:
        threading.Thread(target=end_with_the_server, daemon=True).start()
    prepare(sys.argv[1])
