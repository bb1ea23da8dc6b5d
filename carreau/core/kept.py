"""What is made once and kept: most of a table looks and sounds the same from one move to the next."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar, cast

MOST = 1 << 12  # results of one function; those not used for longest go first

Function = TypeVar("Function", bound=Callable[..., Any])


def kept(function: Function) -> Function:
    """Make each result of a function once: the same arguments give the same object again.

    This is for functions that look at nothing but their arguments: a card, a cell, the words of a language. Give them the few
    numbers of a state that matter, never the state.
    """
    return cast(Function, lru_cache(maxsize=MOST, typed=True)(function))
