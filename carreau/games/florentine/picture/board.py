"""Where things lie on the table of Dominos florentins, and what is drawn beneath the cards."""

from __future__ import annotations

from typing import Any

from carreau.core.bits import members
from carreau.core.grid import STEPS
from carreau.core.kept import kept
from carreau.core.words import Words
from carreau.draw.board import Board
from carreau.draw.scene import Box
from carreau.draw.svg import EMPTY, Markup, Point, join, label, path, rect

from ..constants import DRAWING, EDGING, OPEN, SIDE, SIDES
from ..rules.grid import ALL, CROSS, GRID
from .stones import GOLD

BOARD = Board(GRID)
SQUARE = SIDE * 100.0
RING = 66.0  # around the square, when black cards are laid
LARGEST_OPEN = 1.04
STEP = 106.0  # from one open card of full size to the next


def margin(s: Any) -> float:
    """How much is seen around the square."""
    return RING if s.phase == EDGING else 12.0


def box(s: Any, area: Box, form: str) -> Box:
    out = margin(s)
    named = 0 if form == "phone" else 24
    return -out - named, -out - named, max(SQUARE + out, area[2] + 4), max(SQUARE + out, area[3] + 4)


def beside(triangle: int, distance: float) -> Point:
    """The place this far outside a triangle's side."""
    x, y = BOARD.middle(triangle // SIDES)
    down, across = STEPS[triangle % SIDES]
    return x + across * (50 + distance), y + down * (50 + distance)


# the open cards


def open_area(s: Any, form: str) -> Box:
    """Beside the square, or below it where the picture is upright: as high as the rest of the picture allows."""
    out = margin(s)
    if form == "wide":
        return SQUARE + out + 14, -5, SQUARE + out + 354, SQUARE + 5
    if form == "leaf":
        high = 0 if s.over or not s.open else 200 if s.phase == OPEN else 112
    elif s.phase == OPEN:
        high = (400 if s.players < 4 else 285) - (112 if s.free_pass else 0)
    else:
        high = 138 if s.phase == DRAWING and s.players < 4 else 108
    return -5, SQUARE + out, SQUARE + 5, SQUARE + out + high


def split(area: Box) -> tuple[Box, Box]:
    """Where the open cards lie, and where another can be added: at the end, large enough for a finger."""
    west, north, east, south = area
    if is_upright(area):
        return (west, north, east, south - STEP), (west, south - STEP, east, south)
    return (west, north, east - STEP, south), (east - STEP, north, east, south)


def is_upright(area: Box) -> bool:
    west, north, east, south = area
    return south - north > east - west


@kept
def rows_of(count: int, area: Box) -> tuple[tuple[float, float, float], ...]:
    """Places in rows for this many cards, as large as the area allows: x, y and size."""
    west, north, width, height = area[0] + 6, area[1] + 6, area[2] - area[0] - 12, area[3] - area[1] - 12
    size = LARGEST_OPEN
    while size > 0.1 and int(width / (STEP * size)) * int(height / (STEP * size)) < count:
        size -= 0.01
    step = STEP * size
    columns = max(1, int(width / step))
    return tuple((west + (i % columns + 0.5) * step, north + (i // columns + 0.5) * step, size) for i in range(count))


# beneath the cards


def ground(s: Any, area: Box, words: Words, form: str) -> Markup:
    """The edge of the square, the cells to fill now, and the place for the open cards."""
    named = EMPTY if form == "phone" else lettering(margin(s))
    has_place = area[3] > area[1] and s.phase != EDGING
    return join(cells(s.filled), named, open_place(s.phase, bool(s.open), area, words) if has_place else EMPTY)


@kept
def cells(filled: int) -> Markup:
    laid = set(members(filled))
    free = members((ALL if filled & CROSS == CROSS else CROSS) & ~filled)
    parts = [
        rect(-5, -5, SQUARE + 10, SQUARE + 10, rx=10.0, fill="none", stroke="var(--soft)", stroke_width=2),
        path("".join(plot(cell) for cell in free), fill="var(--paper)", stroke="var(--line)", stroke_width=1.5),
        path("".join(stud(laid, cell) for cell in members(filled)), fill=GOLD),
    ]
    return join(*parts)


@kept
def lettering(margin: float) -> Markup:
    return BOARD.lettering(range(SIDE), range(SIDE), -margin - 8, -margin - 2, 17)


def plot(cell: int) -> str:
    return f"M{cell % SIDE * 100 + 5} {cell // SIDE * 100 + 5}h90v90h-90z"


def stud(laid: set[int], cell: int) -> str:
    """Gold in the gap where this cell and those to its east and south leave one between four round corners."""
    if any(GRID.step(cell, down, right) not in laid for down, right in ((0, 1), (1, 0), (1, 1))):
        return ""
    return f"M{cell % SIDE * 100 + 94} {cell // SIDE * 100 + 94}h12v12h-12z"


@kept
def open_place(phase: int, taken: bool, area: Box, words: Words) -> Markup:
    """The frame around the open cards, with its name while there is room for it."""
    west, north, east, south = area
    frame = rect(west, north, east - west, south - north, rx=10.0, fill="none", stroke="var(--line)", stroke_width=2)
    if phase != DRAWING or (taken and not is_upright(area)):
        return frame
    west, north, east, south = split(area)[1 if is_upright(area) else 0]
    name = label((west + east) / 2, (north + south) / 2 + 9, words.say("Open cards"), 25, fill="var(--soft)")
    return join(frame, name)
