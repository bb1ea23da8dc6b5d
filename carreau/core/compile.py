"""Marks on the functions that become machine code. A marked function stays the plain Python it is written in: machine.py
makes its compiled twin."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

FLAGS = "machine_flags"
COUNTERPART = "machine_counterpart"

Function = TypeVar("Function", bound=Callable[..., Any])


def rule(function: Function) -> Function:
    """Called by other rules alone: its machine code needs no door for Python."""
    return marked(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def entry(function: Function) -> Function:
    """Called from Python for a short while, and keeps Python's lock: letting go of it costs more."""
    return marked(function, no_cfunc_wrapper=True)


def long_entry(function: Function) -> Function:
    """Called from Python for a long while, and lets other threads run."""
    return marked(function, nogil=True, no_cfunc_wrapper=True)


def marked(function: Function, **flags: bool) -> Function:
    setattr(function, FLAGS, flags)
    return function


def counterpart(module: str, name: str) -> Callable[[Function], Function]:
    """For what plain Python does in one way and machine code in another: where the other one is."""

    def mark(function: Function) -> Function:
        setattr(function, COUNTERPART, (module, name))
        return function

    return mark


def is_marked(thing: Any) -> bool:
    return isinstance(thing, FunctionType) and not vars(thing).keys().isdisjoint((FLAGS, COUNTERPART))
