"""What decided a round of Punto, read from its last table in plain Python, the way the rules see it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from ..constants import BY_LINE, CHOOSE
from .cards import VALUE
from .layout import DIRECTIONS, cell_of, spot_of
from .lines import LINE, owner, run, side_of, sides, spots, window

STEPS = DIRECTIONS.tolist()


@dataclass(frozen=True)
class Row:
    """Cards of one colour side by side: a line or a series."""

    side: int  # whose colour it is
    cells: tuple[int, ...]
    points: int


@dataclass(frozen=True)
class Score:
    """What decided a round: the rows that count, and the numbers that were compared."""

    rows: tuple[Row, ...]  # all that were looked at, of every side
    winner: int  # the side, or -1
    why: str  # line, most, lowest or void
    mine: int = 0  # the winner's number: cards in line, series, or points of the series that decided
    other: int = 0  # the next best side's


def is_settled(s: Any) -> bool:
    """Whether the round that lies on the table has ended."""
    return bool(s.phase == CHOOSE or not s.acting)


def score(s: Any) -> Score:
    """What decided the round that has just ended."""
    winner = side_of(s, int(s.winner)) if s.winner >= 0 else -1
    if s.ended == BY_LINE:
        rows = lines(s)
        return Score(rows, winner, "line", max(len(row.cells) for row in rows))
    rows = series(s)
    if winner < 0:
        return Score(rows, winner, "void")
    counts = Counter(row.side for row in rows)
    mine, other = counts.pop(winner), max(counts.values(), default=0)
    if mine > other:
        return Score(rows, winner, "most", mine, other)
    tied = min(points_of(rows, side) for side, count in counts.items() if count == mine)
    pairs = zip(points_of(rows, winner), tied, strict=True)
    return Score(rows, winner, "lowest", *next(pair for pair in pairs if pair[0] != pair[1]))  # P17


def points_of(rows: tuple[Row, ...], side: int) -> list[int]:
    return sorted(row.points for row in rows if row.side == side)


def lines(s: Any) -> tuple[Row, ...]:
    """The lines through the card laid last (P12)."""
    spot = spot_of(int(s.last) - 1)
    runs = [(step, run(s, spot, -step), run(s, spot, step)) for step in STEPS]
    found = [(spot - before * step, step, before + 1 + after) for step, before, after in runs]
    return tuple(row_of(s, *line) for line in found if line[-1] >= LINE[sides(s)])


def series(s: Any) -> tuple[Row, ...]:
    """Every series of every side (P16)."""
    owned = [spot for spot in spots(s) if owner(s, spot) >= 0]
    return tuple(row_of(s, spot, step, LINE[sides(s)] - 1) for spot in owned for step in STEPS if window(s, spot, step))


def row_of(s: Any, first: int, step: int, length: int) -> Row:
    row = [first + i * step for i in range(length)]
    return Row(int(owner(s, first)), tuple(map(cell_of, row)), sum(int(VALUE[s.top[spot] - 1]) for spot in row))
