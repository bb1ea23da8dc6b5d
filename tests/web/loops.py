"""Runs a coroutine next to the loop of other tests' browser, and counts how often its loop goes round."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """In a separate thread, because other tests' browser has a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


async def count_passes(work: Coroutine[Any, Any, object]) -> int:
    """How often the loop goes round during something that never waits."""
    doing, passes = asyncio.create_task(work), 0
    while not doing.done():
        await asyncio.sleep(0)
        passes += 1
    await doing
    return passes
