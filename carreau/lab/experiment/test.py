"""A test that ends as soon as it can."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Test:
    """Two settings against each other.

    Attributes:
        first: The id of a setting.
        second: The id of another.
        of: The name of the figure that is compared, such as `share of seat 0` or `length`.
        apart: The difference worth knowing, in the figure's unit.
        alpha: The chance to call equal settings different.
        beta: The chance to call settings equal that are so far apart.
    """

    __test__ = False  # not one of pytest's

    first: str
    second: str
    of: str = "share of seat 0"
    apart: float = 0.05
    alpha: float = 0.05
    beta: float = 0.05
