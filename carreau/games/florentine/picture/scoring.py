"""Rooms as they are drawn over the cards: gold around the closed ones, dashes around those one opening short."""

from __future__ import annotations

from carreau.core.kept import kept
from carreau.draw.numeral import numeral
from carreau.draw.svg import EMPTY, Markup, Point, along, circle, group, join, path

from ..constants import SIDES
from ..show import BEYOND, Room, Square, counting, laid, rooms_in
from .board import BOARD
from .faces import INK

CORNERS = ((-50, -50), (50, -50), (50, 50), (-50, 50))  # of a cell; a triangle's side goes from its corner to the next
BRIGHT = "#FFD66B"  # gold that is seen on every marble, in every theme


@kept
def draw_rooms(square: Square, over: bool) -> Markup:
    """The outlines; at the end, a veil over everything that does not count, and the gems of each room that does."""
    looks, rooms = laid(square), rooms_in(square)
    full = counting(rooms)
    bold = strokes(looks, full, (INK, 9), (BRIGHT, 6))
    if over:
        parts = [veil(looks, full), bold, *map(number_of, full)]
    else:
        others = [room for room in rooms if not room.openings and room not in full]
        parts = [dashed(looks, counting(rooms, openings=1)), strokes(looks, others, (BRIGHT, 3)), bold]
    return group(*parts, class_="rooms", fill="none", stroke_linecap="round")


def strokes(looks: dict[int, str], rooms: list[Room], *pens: tuple[str, float]) -> Markup:
    """The outlines of rooms with one pen after the other, each a colour and a width."""
    lines = [(room, outline_of(looks, room)) for room in rooms]
    return join(
        *(
            path(line, stroke=colour, stroke_width=width, data_lit=None if room.openings else f"room-{min(room.triangles)}")
            for colour, width in pens
            for room, line in lines
        )
    )


def outline_of(looks: dict[int, str], room: Room) -> str:
    cells = [(triangle, triangle // SIDES) for triangle in room.triangles]
    return "".join(border(one, looks[cell].lower(), BEYOND[cell][one % SIDES] not in looks) for one, cell in cells)


def dashed(looks: dict[int, str], rooms: list[Room]) -> Markup:
    """Half a diagonal is as long as four dashes and three gaps, so that dashes meet in the corners."""
    lines = strokes(looks, rooms, (INK, 7), (BRIGHT, 4.5))
    return group(lines, stroke_dasharray="10.1 10.1", stroke_linecap="butt") if lines else EMPTY


def veil(looks: dict[int, str], rooms: list[Room]) -> Markup:
    """Dims every laid triangle that is in none of these rooms."""
    lit = {triangle for room in rooms for triangle in room.triangles}
    dull = [cell * SIDES + side for cell in looks for side in range(SIDES) if cell * SIDES + side not in lit]
    areas = [along([BOARD.middle(triangle // SIDES), *ends(triangle)]) + "Z" for triangle in dull]
    return path("".join(areas), fill="var(--felt)", fill_opacity="0.66")


def number_of(room: Room) -> Markup:
    """How many gems a room has, where two of its triangles meet, beside the gems themselves."""
    places = [token_place(triangle) for triangle in room.triangles]
    x0, y0 = (sum(place[axis] for place in places) / len(places) for axis in (0, 1))
    x, y = min(places, key=lambda place: (place[0] - x0) ** 2 + (place[1] - y0) ** 2)
    token = circle(x, y, 16, fill="var(--card)", stroke=INK, stroke_width=2)
    return join(token, numeral(str(room.gems), x, y, 17, 1.9))


# where triangles lie


def token_place(triangle: int) -> Point:
    """On a triangle's side, a quarter from its western or northern end."""
    (ax, ay), (bx, by) = sorted(ends(triangle))
    return ax + 0.23 * (bx - ax), ay + 0.23 * (by - ay)


def ends(triangle: int) -> tuple[Point, Point]:
    """The two ends of a triangle's side."""
    x, y = BOARD.middle(triangle // SIDES)
    (ax, ay), (bx, by) = CORNERS[triangle % SIDES], CORNERS[(triangle + 1) % SIDES]
    return (x + ax, y + ay), (x + bx, y + by)


@kept
def border(triangle: int, look: str, is_rim: bool) -> str:
    """The parts of a triangle's edge that its room does not cross: diagonals between colours, a side that faces no card."""
    cell, side = divmod(triangle, SIDES)
    middle, (first, second) = BOARD.middle(cell), ends(triangle)
    between = ((first, side - 1), (second, (side + 1) % SIDES))
    lines = [along([middle, end]) for end, other in between if look[other] != look[side]]
    if is_rim:
        lines.append(along([first, second]))
    return "".join(lines)
