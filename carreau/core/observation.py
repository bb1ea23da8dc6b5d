"""Observations: what a seat may know as a row of numbers, in fields with names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

KIND = "int16"  # of all numbers in an observation


@dataclass(frozen=True)
class ObservationField:
    """One named part of an observation.

    Attributes:
        name: What it is called.
        shape: How its numbers are arranged, for instance as planes, rows and columns.
        about: What it tells, in one line.
        high: The highest number that it holds.
        low: The lowest.
        offset: Where it begins in the observation.
        spare: Whether some of its numbers are never needed, or so rarely that hundreds of random matches may not show it.
    """

    name: str
    shape: tuple[int, ...]
    about: str
    high: int = 1
    low: int = 0
    offset: int = 0
    spare: bool = False

    @property
    def size(self) -> int:
        """How many numbers it holds."""
        return prod(self.shape)

    def of(self, observation: Any) -> Any:
        """This part of one observation, or of many at once, in its shape: a view of the same memory.

        Args:
            observation: An array whose last axis is the observation.
        """
        part = observation[..., self.offset : self.offset + self.size]
        return part.reshape(*part.shape[:-1], *self.shape)


def in_order(*fields: ObservationField) -> tuple[ObservationField, ...]:
    """The fields one behind the other."""
    return tuple(placed(fields))


def placed(fields: Sequence[ObservationField]) -> Iterator[ObservationField]:
    offset = 0
    for field in fields:
        yield replace(field, offset=offset)
        offset += field.size


def offsets(fields: Sequence[ObservationField]) -> list[int]:
    """Where each begins, for compiled code."""
    return [field.offset for field in fields]


def of_bytes(state: Any, first: int) -> tuple[ObservationField, ...]:
    """For games that declare no fields: the bytes of a view from one on, by the fields of the state."""
    where = {name: state.fields[name] for name in state.names if state.fields[name][1] >= first}
    about = "the bytes of this field of the view"
    fields = [
        ObservationField(name, (kind.itemsize,), about, 127, -128, start - first, True)
        for name, (kind, start, *_) in where.items()
    ]
    return tuple(sorted(fields, key=lambda field: field.offset))
