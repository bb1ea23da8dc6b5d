"""A grid in a picture: where its cells lie, free cells, and the names of rows and columns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from carreau.core.grid import Grid
from carreau.core.kept import kept
from carreau.core.words import Words
from carreau.draw.scene import Box, Spot
from carreau.draw.svg import Markup, Point, join, label

Names = tuple[tuple[float, str], ...]  # and where each stands
LETTERING = 30.0  # room for the names of rows and columns


@dataclass(frozen=True, eq=False)  # each is itself: then its spots are found quickly
class Board:
    """Where the cells of a grid lie, in hundredths of a card's width."""

    grid: Grid
    across: float = 100.0  # from one column to the next
    down: float = 100.0  # from one row to the next

    def middle(self, cell: int) -> Point:
        row, column = divmod(cell, self.grid.columns)
        return (column + 0.5) * self.across, (row + 0.5) * self.down

    def box(self, rows: range, columns: range, margin: float = 4.0, lettering: float = 0.0) -> Box:
        """The frame around some rows and columns, with room for their names if they have any."""
        west, north = columns.start * self.across - margin, rows.start * self.down - margin
        return west - lettering, north - lettering, columns.stop * self.across + margin, rows.stop * self.down + margin

    def whole(self, margin: float = 4.0, lettering: float = 0.0) -> Box:
        return self.box(range(self.grid.rows), range(self.grid.columns), margin, lettering)

    @kept
    def spot(self, cell: int, words: Words) -> Spot:
        """A free cell."""
        return free_cell(self.grid.name(cell), self.middle(cell), words)

    def spots(self, cells: Iterable[int], words: Words) -> tuple[Spot, ...]:
        return tuple(self.spot(cell, words) for cell in cells)

    def lettering(self, rows: Iterable[int], columns: Iterable[int], x: float, y: float, size: float = 20, **look: Any) -> Markup:
        """The names of columns, above y, and of rows, left of x."""
        names = [((column + 0.5) * self.across, self.grid.letters[column]) for column in columns]
        return lettering(names, [((row + 0.5) * self.down, str(row + 1)) for row in rows], x, y, size, **look)


@kept
def free_cell(name: str, place: Point, words: Words, width: float = 100, height: float = 100) -> Spot:
    """A cell where something can be laid; its tap is its name."""
    return Spot(f"at-{name.replace(',', '.')}", words.say("free cell {cell}", cell=name), *place, name, width, height)


def lettering(
    across: Iterable[tuple[float, str]], down: Iterable[tuple[float, str]], x: float, y: float, size: float = 20, **look: Any
) -> Markup:
    """Names of columns at their x, all at this y; and names of rows at their y, all at this x."""
    return lettering_markup(tuple(across), tuple(down), x, y, size, tuple({"fill": "var(--soft)", **look}.items()))


@lru_cache(1000)
def lettering_markup(across: Names, down: Names, x: float, y: float, size: float, look: tuple[tuple[str, Any], ...]) -> Markup:
    names = [label(at, y, name, size, **dict(look)) for at, name in across]
    return join(*names, *(label(x, at + 0.35 * size, name, size, **dict(look)) for at, name in down))
