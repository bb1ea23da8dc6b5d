"""A part of a whole: a number from 0 to 1 that people would rather read as per cent."""

from __future__ import annotations


class Share(float):
    """Made as Share(part, whole); nothing of nothing is nothing."""

    def __new__(cls, part: float, whole: float) -> Share:
        return super().__new__(cls, part / whole if whole else 0.0)

    def __deepcopy__(self, memo: object) -> Share:
        return self

    def __str__(self) -> str:
        return f"{float(self):.2%}"
