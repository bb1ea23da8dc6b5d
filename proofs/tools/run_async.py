"""Runs asynchronous code, even if a loop is already running, as in a notebook or next to a browser under test."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from uvicorn.loops.auto import auto_loop_factory

P = ParamSpec("P")
T = TypeVar("T")


def run_async(work: Coroutine[Any, Any, T]) -> T:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return run_in_loop(work)
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(run_in_loop, work).result()


def run_in_loop(work: Coroutine[Any, Any, T]) -> T:
    """In the quickest loop there is: the programs that measure share the processor with what they measure."""
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        return runner.run(work)


def synchronous(work: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, T]:
    """Let an asynchronous function be called like any other."""

    @wraps(work)
    def run(*given: P.args, **named: P.kwargs) -> T:
        return run_async(work(*given, **named))

    return run
