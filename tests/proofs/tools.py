"""What the tests of the proofs share."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from proofs.tools.plans import CLOCK, Plan
from tests.some import shortest

P = ParamSpec("P")
T = TypeVar("T")
QUICK = Plan(shortest().id, 2, shortest().short, CLOCK)


def aside(work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """In a thread of its own: the browser of other tests has a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work, *given, **named).result()
