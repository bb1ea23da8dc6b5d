"""What the tests of the proofs share."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from carreau.proof.hall import Plan

P = ParamSpec("P")
T = TypeVar("T")
QUICK = Plan("quatuor", 2, {"way": "d"}, clock=3600)  # twenty plies at most


def aside(work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """In a thread of its own: the browser of other tests has a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work, *given, **named).result()
