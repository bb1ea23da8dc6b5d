"""Pictures of games that are not compiled yet: drawn in a process of their own, where the rules run as plain Python."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress

from carreau.web.picture import NoPicture, example, tile

AT_ONCE = 2  # pictures that are being drawn
MOST_KEPT = 100
KINDS = {"tile": tile, "example": example}


class Easel:
    """Draws what cannot wait until a game is compiled."""

    def __init__(self) -> None:
        self.free = asyncio.Semaphore(AT_ONCE)
        self.kept: dict[tuple[str, ...], str] = {}

    async def draw(self, kind: str, *words: str) -> str:
        asked = kind, *words
        async with self.free:
            if asked not in self.kept:
                if len(self.kept) >= MOST_KEPT:
                    self.kept.clear()
                self.kept[asked] = await draw_apart(*asked)
        return self.kept[asked]


async def draw_apart(*asked: str) -> str:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "carreau.web.easel", *asked,
        stdout=asyncio.subprocess.PIPE, env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    drawn, _ = await process.communicate()
    if process.returncode:
        raise NoPicture("There is no such picture.")
    return drawn.decode()


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # the server has ended
        sys.stdout.buffer.write(KINDS[sys.argv[1]](*sys.argv[2:]).encode())
        sys.stdout.buffer.flush()
