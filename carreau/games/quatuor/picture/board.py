"""Quatuor's table: where things lie, the joints between them, and the directions of way D."""

from __future__ import annotations

from typing import Any

from carreau.core.grid import EAST, SOUTH
from carreau.core.kept import kept
from carreau.core.seats import acting_seat
from carreau.core.words import Words
from carreau.draw.board import free_cell
from carreau.draw.hold import open_card
from carreau.draw.scene import Box, Piece, Spot
from carreau.draw.svg import Markup, Point, join, number, path

from ..constants import ACROSS, CARDS, SPAN, A, D
from ..rules.cards import COLOURS, face_of
from ..rules.joints import BESIDE, GRID
from ..show import cell_name, coordinate, laid
from ..words.sentences import card_words, laid_words
from .choices import Legal, beyond
from .faces import HEIGHT, RATIO, RING, quarters

RADIUS = RING - 1.4  # of a joint's dot
LEAST = 3  # rows and columns that are always shown
DEPTH = 0.55  # how much is shown of the cells where only a second card can lie
SMALL = 0.48  # the size of those cells
QUARTERS = quarters(RADIUS)
AROUND: list[list[int]] = BESIDE.tolist()  # per cell: those on its four sides
CIRCLE = "".join(f"a{number(RADIUS)} {number(RADIUS)} 0 1 0 {number(way * 2 * RADIUS)} 0" for way in (1, -1))


class Layout:
    """What lies where: rows and columns run around, and a table that crosses the seam stays in one piece."""

    def __init__(self, s: Any) -> None:
        self.laid = laid(s)  # faces by cell
        self.rows, self.columns = GRID.lines_of(self.laid or [0])

    def middle(self, cell: int) -> Point:
        return middle(cell, self.rows[0], self.columns[0])


@kept
def middle(cell: int, row: int, column: int) -> Point:
    """Of a cell, on a table with this first row and column."""
    x, y = unrolled(cell % SPAN, column), unrolled(cell // SPAN, row)
    return x * 100.0 + 50, y * HEIGHT + HEIGHT / 2


def unrolled(number: int, first: int) -> int:
    """A row or column number as shown: the first at its own place, two before it, and all others after it."""
    return coordinate(first) + (number - first + 2) % SPAN - 2


def shown_box(s: Any, seat: int, layout: Layout, legal: Legal) -> Box:
    """Everything on the table; for players, until the end, the cells around it too."""
    rim, wide, high = rim_of(s, seat, legal), len(layout.columns), len(layout.rows)
    across, down = max(rim, (LEAST - wide) / 2), max(rim, (LEAST - high) / 2)
    west, north = coordinate(layout.columns[0]), coordinate(layout.rows[0])
    return (west - across) * 100, (north - down) * HEIGHT, (west + wide + across) * 100, (north + high + down) * HEIGHT


def rim_of(s: Any, seat: int, legal: Legal) -> float:
    """How much is shown around the cards, in cells; way D has its arrows there."""
    arrows = 0.26 if s.way == D and not s.over else 0.04
    if not s.acting or seat < 0:
        return 0.16 + arrows
    return 1 + DEPTH if legal.doubles else 1 + arrows


# cards and cells


def pieces(s: Any, layout: Layout, words: Words) -> tuple[Piece, ...]:
    return tuple(
        piece(cell, face, layout.middle(cell), cell == s.last, origin(s) if cell == s.last else "", words)
        for cell, face in layout.laid.items()
    )


@kept
def piece(cell: int, face: int, place: Point, last: bool, origin: str, words: Words) -> Piece:
    (x, y), card = place, face % CARDS
    name, turned = laid_words(face, cell, words), 2 if face >= CARDS else 0
    return open_card(card, str(card), name, x=x, y=y, turned=turned, tap=str(card), origin=origin, last=last)


def origin(s: Any) -> str:
    """Who laid the last card, where the order of turns tells."""
    if s.way not in (A, D) or not s.acting or s.moved:
        return ""
    return f"player-{(acting_seat(s) - 1 - s.failures) % s.players}"


@kept
def hand_piece(card: int, words: Words, origin: str = "") -> Piece:
    return open_card(card, str(card), card_words(card, words), tap=str(card), origin=origin)


def spots(s: Any, legal: Legal, layout: Layout, box: Box, words: Words) -> tuple[Spot, ...]:
    """Free cells where something can be tried; smaller, those where only the second of two cards can lie."""
    found = [free_cell(cell_name(cell), layout.middle(cell), words, 100, HEIGHT) for cell in legal.cells()]
    width, height = 100 * SMALL, HEIGHT * SMALL
    for cell in beyond(s) if legal.doubles else []:
        x, y = layout.middle(cell)
        place = min(max(x, box[0] + 26), box[2] - 26), min(max(y, box[1] + 26 * RATIO), box[3] - 26 * RATIO)
        found.append(free_cell(cell_name(cell), place, words, width, height))
    return tuple(found)


# what is drawn on the cards and around them


def joints(layout: Layout) -> Markup:
    """A dot in four colours at every joint: each quarter is the colour of the object that it points to."""
    return dots(tuple(layout.laid.items()), layout.rows[0], layout.columns[0])


@kept
def dots(faces: tuple[tuple[int, int], ...], row: int, column: int) -> Markup:
    laid = dict(faces)
    filled: list[list[str]] = [[] for _ in COLOURS]
    rings = []
    for cell, face in faces:
        for side in (EAST, SOUTH):
            other = laid.get(AROUND[cell][side])
            if other is not None:
                ring, *quarters = joint(middle(cell, row, column), side)
                rings.append(ring)
                for colour, quarter in zip(colours_at(face, other, side), quarters):
                    filled[colour].append(quarter)
    fills = [path("".join(data), fill=f"var(--{colour})") for colour, data in zip(COLOURS, filled) if data]
    return join(*fills, path("".join(rings), fill="none", stroke="var(--card-ink)", stroke_width=1.2)) if rings else Markup("")


@kept
def joint(middle: Point, side: int) -> tuple[str, ...]:
    """The joint to the right of a card or below it, as path data: its ring, and the four quarters of its dot."""
    (x, y), (dx, dy) = middle, (50.0, 0.0) if side == EAST else (0.0, HEIGHT / 2)
    at = f"M{number(x + dx)} {number(y + dy)}"
    return f"M{number(x + dx - RADIUS)} {number(y + dy)}{CIRCLE}", *(at + quarter for quarter in QUARTERS)


@kept
def colours_at(face: int, other: int, side: int) -> tuple[int, int, int, int]:
    """The colours around the joint between a card and the one to its right or below: north-west, -east, south-west, -east."""
    one, two = ([mark[1] for mark in face_of(each)] for each in (face, other))
    return (one[1], two[0], one[3], two[2]) if side == EAST else (one[2], one[3], two[0], two[1])


def directions(s: Any, box: Box) -> Markup:
    """D: arrows at the edge of the table, in the direction of the seat that lays next."""
    if s.way != D or s.over:
        return Markup("")
    west, north, east, south = box
    x, y = (west + east) / 2, (north + south) / 2
    across = s.direction[acting_seat(s)] == ACROSS
    tips = ((west + 6, y, 1, 0), (east - 6, y, -1, 0)) if across else ((x, north + 6, 0, 1), (x, south - 6, 0, -1))
    data = "".join(arrow(*tip) for tip in tips)
    return path(data, fill="none", stroke="var(--soft)", stroke_width=7, stroke_linecap="round", stroke_linejoin="round")


def arrow(x: float, y: float, dx: int, dy: int) -> str:
    """A chevron with its tip at x, y that opens in a direction."""
    back = [(x + 16 * dx + side * 22 * dy, y + 16 * dy + side * 22 * dx) for side in (-1, 1)]
    return f"M{number(back[0][0])} {number(back[0][1])}L{number(x)} {number(y)}L{number(back[1][0])} {number(back[1][1])}"
