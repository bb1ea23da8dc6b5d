"""Cells in rows and columns: their names, what lies beside them, and which part of a growing layout to show."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy as np

from carreau.core.bits import members, set_of
from carreau.core.errors import InvalidAction
from carreau.core.phrase import Phrase

NORTH, EAST, SOUTH, WEST = range(4)
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # row and column, by side
WAYS = ((0, 1), (1, -1), (1, 0), (1, 1))  # the four directions of a line
LETTERS = "abcdefghijklmnopqrstuvwxyz"
CELL = re.compile(r"([a-z])([1-9][0-9]?)")


class Grid:
    """Cell = row x columns + column, named as on a map: a1 is in the north-west, b1 east of it. A ring has no edge:
    behind its last row or column the first comes again."""

    def __init__(self, rows: int, columns: int = 0, ring: bool = False) -> None:
        self.rows, self.columns, self.ring = rows, columns or rows, ring
        self.cells = self.rows * self.columns
        self.middle = self.cells // 2

    # names

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(f"{LETTERS[column]}{row + 1}" for row in range(self.rows) for column in range(self.columns))

    @property
    def letters(self) -> str:
        return LETTERS[: self.columns]

    def name(self, cell: int) -> str:
        return self.names[cell]

    def find(self, name: str) -> int | None:
        """The cell of this name, if there is one."""
        read = CELL.fullmatch(name)
        row, column = (int(read[2]) - 1, LETTERS.index(read[1])) if read else (-1, -1)
        return row * self.columns + column if 0 <= row < self.rows and 0 <= column < self.columns else None

    def read(self, name: str) -> int:
        """The cell of this name, or a sentence that says which there are."""
        cell = self.find(name)
        if cell is None:
            raise InvalidAction(Phrase("There is no cell {name!r}: cells go from a1 to {last}.", name=name, last=self.names[-1]))
        return cell

    # geometry

    def at(self, row: int, column: int) -> int:
        """The cell in a row and column; -1 outside, if there is an outside."""
        if self.ring:
            return row % self.rows * self.columns + column % self.columns
        return row * self.columns + column if 0 <= row < self.rows and 0 <= column < self.columns else -1

    def step(self, cell: int, down: int, right: int) -> int:
        """The cell this many rows down and columns to the right; -1 outside."""
        return self.at(cell // self.columns + down, cell % self.columns + right)

    @cached_property
    def beside(self) -> Any:
        """Per cell and side: the cell there, or -1."""
        return np.array([[self.step(cell, *STEPS[side]) for side in range(4)] for cell in range(self.cells)], np.int64)

    @cached_property
    def around(self) -> Any:
        """Per cell: the cells beside it as a set."""
        return np.array([set_of(cell for cell in sides if cell >= 0) for sides in self.beside.tolist()], np.int64)

    def lines(self, length: int) -> Any:
        """Every straight line of this many cells: across, down and along both diagonals."""
        found = []
        for cell in range(self.cells):
            for down, right in WAYS:
                line = [self.step(cell, i * down, i * right) for i in range(length)]
                if min(line) >= 0 and len(set(line)) == length:
                    found.append(line)
        return np.array(found, np.int64)

    @cached_property
    def turns(self) -> Any:
        """Of a square grid: per way to turn it (quarter turns clockwise, then the same and mirrored), where each cell goes."""
        last = self.rows - 1
        quarter = [self.at(column, last - row) for row in range(self.rows) for column in range(self.columns)]
        mirror = [self.at(row, last - column) for row in range(self.rows) for column in range(self.columns)]
        turned = [list(range(self.cells))]
        for _ in range(3):
            turned.append([quarter[cell] for cell in turned[-1]])
        return np.array(turned + [[mirror[cell] for cell in cells] for cells in turned], np.int64)

    def edge(self, side: int) -> list[int]:
        """The cells along a side."""
        return [cell for cell in range(self.cells) if self.beside[cell, side] < 0]

    # what is shown

    def lines_of(self, cells: Iterable[int]) -> tuple[list[int], list[int]]:
        """The rows and the columns of some cells, in order; on a ring in the order in which they follow one another."""
        some = list(cells)
        rows, columns = {cell // self.columns for cell in some}, {cell % self.columns for cell in some}
        return (arc(rows, self.rows), arc(columns, self.columns)) if self.ring else (sorted(rows), sorted(columns))


def arc(numbers: set[int], size: int) -> list[int]:
    """Numbers on a ring in their order, beginning behind a gap."""
    if not numbers:
        return []
    start = min(numbers)
    while (start - 1) % size in numbers and len(numbers) < size:
        start = (start - 1) % size
    return [number % size for number in range(start, start + size) if number % size in numbers]


def grown(lines: Iterable[int], limit: int, by: int = 0) -> range:
    """The rows (or columns) of a layout and those to which it may still grow: within `limit` lines in all, and at once `by`
    lines on each side, if that is less."""
    some = list(lines)
    first, last = min(some), max(some)
    step = by or limit
    return range(max(first - step, last - limit + 1), min(last + step, first + limit - 1) + 1)


def widened(lines: range, fewest: int) -> range:
    """At least this many lines, with the given ones in the middle."""
    more = max(0, fewest - len(lines))
    return range(lines.start - more // 2, lines.stop + more - more // 2)


def rooms(side: int, limit: int) -> Any:
    """For compiled rules: by the set of lines that hold a card, the set of lines that a card may be laid in."""
    allowed = [[line for line in range(side) if fits(taken, line, limit)] for taken in range(1 << side)]
    return np.array([set_of(lines) for lines in allowed], np.int64)


def fits(taken: int, line: int, limit: int) -> bool:
    lines = [*members(taken), line]
    return max(lines) - min(lines) < limit
