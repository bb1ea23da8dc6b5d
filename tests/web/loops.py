"""Runs a coroutine beside the loop that the browser of other tests has running, and counts how often its loop goes round."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """In a thread of its own: the browser of other tests has a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


async def count_passes(work: Coroutine[Any, Any, object]) -> int:
    """How often the loop goes round while something is done that waits for nothing."""
    doing, passes = asyncio.create_task(work), 0
    while not doing.done():
        await asyncio.sleep(0)
        passes += 1
    await doing
    return passes
