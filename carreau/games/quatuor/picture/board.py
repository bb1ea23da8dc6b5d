"""Quatuor's table: where things lie, the joints, and what the end is drawn with."""

from __future__ import annotations

from typing import Any

from carreau.core.words import Words
from carreau.draw.scene import Box, Piece, Spot
from carreau.draw.svg import Markup, join, number, path, rect

from .. import show
from ..constants import ACROSS, EMPTY, SQUARE, A, D
from ..rules.cards import CARDS, COLOURS, face_of
from ..rules.joints import BESIDE, EAST, SOUTH, SPAN
from ..words.sentences import card_words, laid_words
from .choices import Legal, beyond
from .faces import HEIGHT, RING

RADIUS = RING - 1.4  # of a joint's dot
LEAST = 3  # rows and columns are shown at least
DEPTH = 0.55  # how much is shown of the cells where only a second card can lie
WINDS = ((-1, -1, 1), (1, -1, 0), (-1, 1, 0), (1, 1, 1))  # the quarters of a dot: x, y, and how their arcs run


class Layout:
    """What lies where: rows and columns run around, and a table that crosses the seam stays in one piece."""

    def __init__(self, s: Any) -> None:
        self.laid = show.laid(s)  # faces by cell
        self.rows = show.in_a_row({cell // SPAN for cell in self.laid} or {0})
        self.columns = show.in_a_row({cell % SPAN for cell in self.laid} or {0})

    def of(self, cell: int) -> tuple[int, int]:
        """Column and row."""
        return unrolled(cell % SPAN, self.columns[0]), unrolled(cell // SPAN, self.rows[0])

    def middle(self, cell: int) -> tuple[float, float]:
        column, row = self.of(cell)
        return column * 100.0 + 50, row * HEIGHT + HEIGHT / 2


def unrolled(number: int, first: int) -> int:
    return show.coordinate(first) + (number - first + 2) % SPAN - 2


def shown_box(s: Any, seat: int, layout: Layout, legal: Legal) -> Box:
    """All that lies on the table; for those who play also the cells around, until the end."""
    cells = [layout.of(cell) for cell in layout.laid] or [(0, 0)]
    west, east = min(x for x, _ in cells), max(x for x, _ in cells)
    north, south = min(y for _, y in cells), max(y for _, y in cells)
    rim = rim_of(s, seat, legal)
    across, down = max(rim, (LEAST - (east + 1 - west)) / 2), max(rim, (LEAST - (south + 1 - north)) / 2)
    return (west - across) * 100, (north - down) * HEIGHT, (east + 1 + across) * 100, (south + 1 + down) * HEIGHT


def rim_of(s: Any, seat: int, legal: Legal) -> float:
    """How much is shown around the cards, in cells; way D has its arrows there."""
    arrows = 0.26 if s.way == D and not s.over else 0.04
    if not s.acting or seat < 0:
        return 0.16 + arrows
    return 1 + DEPTH if legal.doubles else 1 + arrows


# cards and cells


def pieces(s: Any, layout: Layout, words: Words) -> tuple[Piece, ...]:
    taken_from = origin(s)
    return tuple(piece(s, cell, face, layout, taken_from, words) for cell, face in layout.laid.items())


def piece(s: Any, cell: int, face: int, layout: Layout, taken_from: str, words: Words) -> Piece:
    x, y = layout.middle(cell)
    card, last = face % CARDS, bool(s.last == cell)
    turned = 2 if face >= CARDS else 0
    came = taken_from if last else ""
    return Piece(f"c{card}", str(card), laid_words(face, cell, words), x, y, turned, tap=str(card), origin=came, last=last)


def origin(s: Any) -> str:
    """Who laid the last card, where the turns tell it."""
    if s.way not in (A, D) or not s.acting or s.moved:
        return ""
    acting = int(s.acting).bit_length() - 1
    return f"player-{(acting - 1 - (int(s.failures) if s.way == D else 0)) % int(s.players)}"


def hand_piece(card: int, words: Words, origin: str = "") -> Piece:
    return Piece(f"c{card}", str(card), card_words(card, words), tap=str(card), origin=origin)


def spots(s: Any, legal: Legal, layout: Layout, box: Box, words: Words) -> tuple[Spot, ...]:
    """Free cells where something can be tried; smaller, those where only the second of two cards can lie."""
    found = [spot(cell, *layout.middle(cell), 1, words) for cell in legal.cells()]
    for cell in beyond(s) if legal.doubles else []:
        x, y = layout.middle(cell)
        x, y = min(max(x, box[0] + 26), box[2] - 26), min(max(y, box[1] + 26 * 1.4), box[3] - 26 * 1.4)
        found.append(spot(cell, x, y, 0.48, words))
    return tuple(found)


def spot(cell: int, x: float, y: float, size: float, words: Words) -> Spot:
    name = show.cell_name(cell)
    return Spot(f"at-{name.replace(',', '.')}", words.say("free cell {cell}", cell=name), x, y, name, 100 * size, HEIGHT * size)


# what is drawn on the cards


def on_cards(s: Any, layout: Layout) -> Markup:
    return join(joints(s, layout), ending(s, layout))


def joints(s: Any, layout: Layout) -> Markup:
    """A dot in four colours at every joint: each quarter is the colour of the object that it points to."""
    laid = layout.laid
    quarters: list[list[str]] = [[] for _ in COLOURS]
    rings = []
    for cell, face in laid.items():
        x, y = layout.middle(cell)
        for side, dx, dy in ((EAST, 50.0, 0.0), (SOUTH, 0.0, HEIGHT / 2)):
            other = laid.get(int(BESIDE[side, cell]))
            if other is not None:
                at = f"M{number(x + dx)} {number(y + dy)}"
                rings.append(f"M{number(x + dx - RADIUS)} {number(y + dy)}{CIRCLE}")
                for colour, quarter in zip(colours_at(face, other, side), QUARTERS):
                    quarters[colour].append(at + quarter)
    fills = [path("".join(data), fill=f"var(--{colour})") for colour, data in zip(COLOURS, quarters) if data]
    return join(*fills, path("".join(rings), fill="none", stroke="var(--card-ink)", stroke_width=1.2)) if rings else Markup("")


def quarter(x: int, y: int, sweep: int) -> str:
    r = number(RADIUS)
    return f"h{number(x * RADIUS)}a{r} {r} 0 0 {sweep} {number(-x * RADIUS)} {number(y * RADIUS)}z"


QUARTERS = tuple(quarter(x, y, sweep) for x, y, sweep in WINDS)
CIRCLE = "".join(f"a{number(RADIUS)} {number(RADIUS)} 0 1 0 {number(way * 2 * RADIUS)} 0" for way in (1, -1))


def colours_at(face: int, other: int, side: int) -> tuple[int, int, int, int]:
    """The colours around the joint between a card and the one to its right or below: north-west, -east, south-west, -east."""
    one, two = ([mark[1] for mark in face_of(each)] for each in (face, other))
    return (one[1], two[0], one[3], two[2]) if side == EAST else (one[2], one[3], two[0], two[1])


def ending(s: Any, layout: Layout) -> Markup:
    """What decided: the square, or the card that emptied a hand."""
    if s.acting or s.ended not in (SQUARE, EMPTY):
        return Markup("")
    cells = [layout.middle(cell) for cell in (layout.laid if s.ended == SQUARE else [int(s.last)])]
    west, north = min(x for x, _ in cells) - 50, min(y for _, y in cells) - HEIGHT / 2
    east, south = max(x for x, _ in cells) + 50, max(y for _, y in cells) + HEIGHT / 2
    return rect(west, north, east - west, south - north, rx=6.0, fill="none", stroke="var(--gold)", stroke_width=7)


def directions(s: Any, box: Box) -> Markup:
    """D: arrows at the edge of the table in the direction of who lays next."""
    if s.way != D or s.over:
        return Markup("")
    west, north, east, south = box
    x, y = (west + east) / 2, (north + south) / 2
    across = s.direction[int(s.acting).bit_length() - 1] == ACROSS
    tips = ((west + 6, y, 1, 0), (east - 6, y, -1, 0)) if across else ((x, north + 6, 0, 1), (x, south - 6, 0, -1))
    data = "".join(arrow(*tip) for tip in tips)
    return path(data, fill="none", stroke="var(--soft)", stroke_width=7, stroke_linecap="round", stroke_linejoin="round")


def arrow(x: float, y: float, dx: int, dy: int) -> str:
    """A chevron with its tip at x, y that opens in a direction."""
    back = [(x + 16 * dx + side * 22 * dy, y + 16 * dy + side * 22 * dx) for side in (-1, 1)]
    return f"M{number(back[0][0])} {number(back[0][1])}L{number(x)} {number(y)}L{number(back[1][0])} {number(back[1][1])}"
