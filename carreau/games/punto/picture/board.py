"""Where things lie on Punto's table, and the limit of 6 × 6."""

from __future__ import annotations

from typing import Any

from carreau.core.grid import widened
from carreau.core.kept import kept
from carreau.draw.board import LETTERING, Board
from carreau.draw.scene import Box
from carreau.draw.svg import EMPTY, Markup, Point, join, path, rect

from ..rules.layout import GRID
from ..show import FEWEST

PITCH = 106.0  # from one cell's middle to the next
BOARD = Board(GRID, PITCH, PITCH)
MARGIN = 10.0  # around the cells, for the frame of the limit
FRAME = 4.0  # from the cells to the frame
LAYER, TALLEST = 5.0, 13.0  # how far a card is pushed aside by one beneath it, and by all


def places(cell: int, height: int) -> list[Point]:
    """Where the cards of a stack lie, the lowest first: each a little to the north-west of the one it covers."""
    x, y = BOARD.middle(cell)
    step = min(LAYER, TALLEST / (height - 1)) if height > 1 else 0
    return [(x - offset, y - offset) for offset in (step * (i - (height - 1) / 2) for i in range(height))]


@kept
def box(rows: range, columns: range, form: str) -> Box:
    """Around the rows and columns shown, and some more while there are few."""
    return BOARD.box(widened(rows, FEWEST), widened(columns, FEWEST), MARGIN, 0 if form == "phone" else LETTERING)


# beneath the cards


@kept
def draw_ground(rows: range, columns: range, wide: bool, high: bool, form: str) -> Markup:
    """The limit, and the names of the columns and rows, as used to write moves."""
    names = EMPTY if form == "phone" else draw_lettering(widened(rows, FEWEST), widened(columns, FEWEST))
    return join(draw_limit(rows, columns, wide, high), names)


def draw_limit(rows: range, columns: range, wide: bool, high: bool) -> Markup:
    """The square of 6 × 6 (P9), each pair of sides drawn as soon as the layout reaches from one to the other."""
    if not (wide or high):
        return EMPTY
    west, north, east, south = BOARD.box(rows, columns, FRAME)
    ground: dict[str, Any] = {"fill": "var(--paper)", "fill_opacity": "0.6"}
    line: dict[str, Any] = {"stroke": "var(--line)", "stroke_width": 3}
    if wide and high:
        return rect(west, north, east - west, south - north, rx=9.0, **ground, **line)
    sides = f"M{west:g} {north + FRAME:g}V{south - FRAME:g}M{east:g} {north + FRAME:g}V{south - FRAME:g}"
    if high:
        sides = f"M{west + FRAME:g} {north:g}H{east - FRAME:g}M{west + FRAME:g} {south:g}H{east - FRAME:g}"
    return join(rect(west, north, east - west, south - north, **ground), path(sides, **line, stroke_linecap="round"))


def draw_lettering(rows: range, columns: range) -> Markup:
    west, north, *_ = BOARD.box(rows, columns, MARGIN)
    return BOARD.lettering(rows, columns, west - 12, north - 6, opacity="0.75")
