"""Pictures of games that are not compiled yet: drawn in a process of their own, where the rules run as plain Python."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress

from carreau.web.fair_queue import FairQueue
from carreau.web.pictures import NoPicture, example, puzzle_tile, tile

AT_ONCE = 2  # pictures that are being drawn
MOST_KEPT = 100
KINDS = {"tile": tile, "puzzle": puzzle_tile, "example": example}


class PictureWorker:
    """Draws what cannot wait until a game is compiled; every household in its turn."""

    def __init__(self) -> None:
        self.turns = FairQueue(AT_ONCE)
        self.kept: dict[tuple[str, ...], str] = {}

    async def draw(self, household: str, kind: str, *words: str) -> str:
        asked = kind, *words
        async with self.turns.turn(household, kind):
            drawn = self.kept.get(asked) or await draw_apart(*asked)
            self.kept[asked] = drawn
            if len(self.kept) > MOST_KEPT:
                del self.kept[next(iter(self.kept))]  # the oldest
        return drawn


async def draw_apart(*asked: str) -> str:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "carreau.web.picture_worker", *asked,
        stdout=asyncio.subprocess.PIPE, env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        start_new_session=True,  # Ctrl-C is for the server
    )  # fmt: skip
    drawn, _ = await process.communicate()
    if process.returncode:
        raise NoPicture("There is no such picture.")
    return drawn.decode()


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # the server has ended
        sys.stdout.buffer.write(KINDS[sys.argv[1]](*sys.argv[2:]).encode())
        sys.stdout.buffer.flush()
