"""Arrays and records in which no index leaves its table and no number its field: machine code would not notice."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

import numpy as np

WHOLE = (int, np.integer)
USUAL = (int, np.int64)  # what nearly every index is
OUT = "out"  # what a rule writes its list or its shares into


class Misuse(Exception):
    """A mistake that machine code would make silently, or crash with."""


class Bounded(np.ndarray[Any, Any]):
    """An array that knows its name and refuses any index or number that does not fit."""

    label: str
    lowest: int
    highest: int

    def __array_finalize__(self, origin: Any) -> None:
        self.label = getattr(origin, "label", "an array")
        self.lowest, self.highest = getattr(origin, "lowest", 0), getattr(origin, "highest", -1)

    def __iter__(self) -> Iterator[Any]:
        return (np.ndarray.__getitem__(self, place) for place in range(len(self)))

    def __getitem__(self, index: Any) -> Any:
        check_index(self, index)
        return np.ndarray.__getitem__(self, index)

    def __setitem__(self, index: Any, value: Any) -> None:
        check_index(self, index)
        if self.lowest <= self.highest and not isinstance(value, np.ndarray):
            check_number(self.label, value, self.lowest, self.highest)
        np.ndarray.__setitem__(self, index, value)


def bounded(array: Any, label: str) -> Bounded:
    found: Bounded = array.view(Bounded)
    found.label = label
    found.lowest, found.highest = limits(array.dtype)
    return found


def limits(kind: np.dtype[Any]) -> tuple[int, int]:
    """What fits; nothing is refused where the numbers are not whole."""
    if kind.kind not in "iu":
        return 0, -1
    return int(np.iinfo(kind).min), int(np.iinfo(kind).max)


def check_index(array: Bounded, index: Any) -> None:
    if type(index) is tuple:
        for axis, part in enumerate(index):
            check_part(array, part, array.shape[axis] if axis < array.ndim else 0)
    else:
        check_part(array, index, array.shape[0] if array.ndim else 0)


def check_part(array: Bounded, part: Any, size: int) -> None:
    if type(part) in USUAL and 0 <= part < size:
        return
    if isinstance(part, (bool, np.bool_)):
        raise Misuse(f"a truth value cannot be an index of {array.label}: write `1 if … else 0`")
    if isinstance(part, WHOLE) and not 0 <= part < size:
        raise Misuse(beyond(array, int(part), size))


def beyond(array: Bounded, part: int, size: int) -> str:
    if array.label == OUT and part >= size and array.dtype == np.int64:
        return f"MOST_LEGAL is too small: a list of legal actions gets longer than {size}"
    return f"index {part} is outside of {array.label}, which has {size} places"


def check_number(label: str, value: Any, lowest: int, highest: int) -> None:
    if not isinstance(value, (*WHOLE, np.bool_)):
        raise Misuse(f"{label} holds whole numbers, not {value if isinstance(value, (float, np.floating)) else 'an array'}")
    if not lowest <= value <= highest:
        raise Misuse(f"{value} does not fit into {label}, which goes from {lowest} to {highest}")


class Record:
    """A state whose fields are bounded; it lies in memory that somebody else keeps."""

    __slots__ = ("_arrays", "_limits", "_numbers")
    _arrays: dict[str, Bounded]
    _numbers: dict[str, Any]
    _limits: dict[str, tuple[int, int]]

    def __init__(self, states: Any) -> None:
        names = states.dtype.names
        whole = {name: states[name] for name in names}
        put = object.__setattr__
        put(self, "_arrays", {name: bounded(one[0], name) for name, one in whole.items() if one.ndim > 1})
        put(self, "_numbers", {name: one for name, one in whole.items() if one.ndim == 1})
        put(self, "_limits", {name: limits(one.dtype) for name, one in self._numbers.items()})

    def __getattr__(self, name: str) -> Any:
        if name in self._numbers:
            return self._numbers[name][0]
        if name in self._arrays:
            return self._arrays[name]
        raise Misuse(no_field(name, [*self._numbers, *self._arrays]))

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self._numbers:
            check_number(name, value, *self._limits[name])
            self._numbers[name][0] = value
        elif name in self._arrays:
            raise Misuse(f"{name} has {self._arrays[name].size} places: they are filled one by one")
        else:
            raise Misuse(no_field(name, [*self._numbers, *self._arrays]))


def no_field(name: str, known: list[str]) -> str:
    return f"the state has no field {name!r}{meant(name, known)}"


def meant(name: str, known: list[str]) -> str:
    """What was probably meant, as the end of a sentence."""
    near = get_close_matches(name, known, 1)
    return f": did you mean {near[0]!r}?" if near else ""
