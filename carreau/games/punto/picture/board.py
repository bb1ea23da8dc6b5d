"""Where things lie on Punto's table, and the limit of 6 × 6."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from carreau.draw.scene import Box
from carreau.draw.svg import EMPTY, Markup, label, path, rect

from .. import show
from ..rules.layout import LIMIT

PITCH = 106.0  # from one cell's middle to the next
FEWEST = 5  # cells shown in each direction, however small the layout is
MARGIN = 10.0  # around the cells, for the frame of the limit
LETTERING = 30.0  # for the names of columns and rows, where there is room
LAYER, TALLEST = 5.0, 13.0  # how far a card is pushed aside by one beneath it, and by all

Point = tuple[float, float]


def unpacked(s: Any) -> Any:
    """A view with plain attributes and numbers: a record looks up its fields anew at every access, which is slow."""
    fields = {name: s[name] for name in s.dtype.names}
    return SimpleNamespace(**{name: field if field.ndim else field.item() for name, field in fields.items()})


def tops(s: Any) -> dict[int, int]:
    """The visible cards by cell."""
    top = s.top.tolist()
    rows, columns = show.shown_range(s)
    cells = [row * show.SIDE + column for row in rows for column in columns]
    return {cell: top[show.spot(cell)] - 1 for cell in cells if top[show.spot(cell)]}


def stack(s: Any, card: int) -> list[int]:
    """A card and those that it covers, the lowest first."""
    cards = [card]
    while s.under[cards[0]]:
        cards.insert(0, int(s.under[cards[0]]) - 1)
    return cards


def middle(cell: int) -> Point:
    row, column = divmod(cell, show.SIDE)
    return (column + 0.5) * PITCH, (row + 0.5) * PITCH


def places(cell: int, height: int) -> list[Point]:
    """Where the cards of a stack lie, the lowest first: each a little to the north-west of the one it covers."""
    x, y = middle(cell)
    step = min(LAYER, TALLEST / (height - 1)) if height > 1 else 0
    return [(x - offset, y - offset) for offset in (step * (i - (height - 1) / 2) for i in range(height))]


def sight(s: Any) -> tuple[range, range]:
    """The rows and columns to be seen: where cards lie or may lie, and around them while that is little."""
    rows, columns = show.shown_range(s)
    return widened(rows), widened(columns)


def widened(cells: range) -> range:
    more = max(0, FEWEST - len(cells))
    return range(cells.start - more // 2, cells.stop + more - more // 2)


def box(s: Any, form: str) -> Box:
    rows, columns = sight(s)
    letters = 0 if form == "phone" else LETTERING
    west, north = columns.start * PITCH - MARGIN, rows.start * PITCH - MARGIN
    return west - letters, north - letters, columns.stop * PITCH + MARGIN, rows.stop * PITCH + MARGIN


# beneath the cards


def draw_limit(s: Any) -> Markup:
    """The square of 6 × 6 (P9), each pair of its sides as soon as the layout reaches from one to the other."""
    wide, high = s.east - s.west + 1 == LIMIT, s.south - s.north + 1 == LIMIT
    if not s.count or not (wide or high):
        return EMPTY
    rows, columns = show.shown_range(s)
    west, north, east, south = (place * PITCH for place in (columns.start, rows.start, columns.stop, rows.stop))
    ground = {"rx": 9.0, "fill": "var(--paper)", "fill_opacity": "0.6"}
    if wide and high:
        return rect(west - 4, north - 4, east - west + 8, south - north + 8, **ground, stroke="var(--line)", stroke_width=3)
    sides = f"M{west - 4:g} {north:g}V{south:g}M{east + 4:g} {north:g}V{south:g}"
    if high:
        sides = f"M{west:g} {north - 4:g}H{east:g}M{west:g} {south + 4:g}H{east:g}"
    within = rect(west - 4, north - 4, east - west + 8, south - north + 8, **{**ground, "rx": None})
    return Markup(within + path(sides, stroke="var(--line)", stroke_width=3, stroke_linecap="round"))


def draw_lettering(s: Any) -> Markup:
    """The names of columns and rows, by which moves are written."""
    rows, columns = sight(s)
    look: dict[str, Any] = {"fill": "var(--soft)", "opacity": "0.75"}
    x0, y0 = columns.start * PITCH - MARGIN - 12, rows.start * PITCH - MARGIN - 6
    across = [label((column + 0.5) * PITCH, y0, "abcdefghijk"[column], 20, **look) for column in columns]
    down = [label(x0, (row + 0.5) * PITCH + 7, str(row + 1), 20, **look) for row in rows]
    return Markup("".join(across + down))
