"""Things that go on at the same time, and waiting for them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

from proofs.proof import require

PATIENCE = 180.0  # seconds, however slow the machine
Tasks = Sequence[asyncio.Task[None]]


def check_tasks(tasks: Tasks) -> None:
    """If one of them has found a promise broken, say so at once."""
    for task in tasks:
        if task.done() and not task.cancelled() and (error := task.exception()):
            raise error


async def until(come: Callable[[], object], tasks: Tasks, otherwise: str) -> None:
    """Wait for something that must happen."""
    end = time.monotonic() + PATIENCE
    while not come():
        check_tasks(tasks)
        require(time.monotonic() < end, f"After {PATIENCE:.0f} seconds {otherwise}.")
        await asyncio.sleep(0.02)
