"""Rooms as they are drawn over the cards: gold around the closed ones, dashes around those one opening short."""

from __future__ import annotations

from carreau.draw.numeral import numeral
from carreau.draw.svg import EMPTY, Markup, circle, group, join, path

from ..rules.grid import NEIGHBOUR, SIDE, SIDES
from ..show import Room, counted, nearly

CORNERS = ((0, 0), (100, 0), (100, 100), (0, 100))  # of a cell; a triangle's side goes from its corner to the next
INK, BRIGHT = "var(--card-ink)", "#FFD66B"  # gold that is seen on every marble, in every theme
BEYOND = NEIGHBOUR.tolist()


def draw_rooms(looks: dict[int, str], rooms: list[Room], over: bool) -> Markup:
    """The outlines; at the end a veil over all that does not count, and the gems of each room that does."""
    full = counted(rooms)
    if over:
        parts = [veil(looks, full), bold(looks, full), *map(number_of, full)]
    else:
        others = [room for room in rooms if room.openings == 0 and room not in full]
        parts = [dashed(looks, nearly(rooms)), thin(looks, others), bold(looks, full)]
    return group(*parts, class_="rooms", fill="none", stroke_linecap="round")


def bold(looks: dict[int, str], rooms: list[Room]) -> Markup:
    lines = outlines(looks, rooms)
    return join(path(lines, stroke=INK, stroke_width=9), path(lines, stroke=BRIGHT, stroke_width=6)) if lines else EMPTY


def thin(looks: dict[int, str], rooms: list[Room]) -> Markup:
    lines = outlines(looks, rooms)
    return path(lines, stroke=BRIGHT, stroke_width=3) if lines else EMPTY


def dashed(looks: dict[int, str], rooms: list[Room]) -> Markup:
    """Half a diagonal is as long as four dashes and three gaps, so that dashes meet in the corners."""
    lines = outlines(looks, rooms)
    if not lines:
        return EMPTY
    both = path(lines, stroke=INK, stroke_width=7), path(lines, stroke=BRIGHT, stroke_width=4.5)
    return group(*both, stroke_dasharray="10.1 10.1", stroke_linecap="butt")


def veil(looks: dict[int, str], rooms: list[Room]) -> Markup:
    """Dims every laid triangle that is in none of these rooms."""
    lit = {triangle for room in rooms for triangle in room.triangles}
    dull = [cell * SIDES + side for cell in looks for side in range(SIDES) if cell * SIDES + side not in lit]
    return path("".join(map(area, dull)), fill="var(--felt)", fill_opacity="0.66")


def number_of(room: Room) -> Markup:
    """How many gems a room has, where two of its triangles meet, beside the gems themselves."""
    places = [token_place(triangle) for triangle in room.triangles]
    x0, y0 = (sum(place[axis] for place in places) / len(places) for axis in (0, 1))
    x, y = min(places, key=lambda place: (place[0] - x0) ** 2 + (place[1] - y0) ** 2)
    token = circle(x, y, 16, fill="var(--card)", stroke=INK, stroke_width=2)
    return join(token, numeral(str(room.gems), x, y, 17, 1.9))


# where triangles lie


def token_place(triangle: int) -> tuple[float, float]:
    """On a triangle's side, a quarter from its western or northern end."""
    x, y = origin(triangle)
    return ((x + 23, y), (x + 100, y + 23), (x + 23, y + 100), (x, y + 23))[triangle % SIDES]


def origin(triangle: int) -> tuple[float, float]:
    cell = triangle // SIDES
    return cell % SIDE * 100, cell // SIDE * 100


def area(triangle: int) -> str:
    x, y = origin(triangle)
    (ax, ay), (bx, by) = ends(triangle)
    return f"M{x + 50:g} {y + 50:g}L{ax:g} {ay:g}L{bx:g} {by:g}Z"


def ends(triangle: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """The two ends of a triangle's side."""
    x, y = origin(triangle)
    (ax, ay), (bx, by) = CORNERS[triangle % SIDES], CORNERS[(triangle + 1) % SIDES]
    return (x + ax, y + ay), (x + bx, y + by)


def outlines(looks: dict[int, str], rooms: list[Room]) -> str:
    """Path data around rooms: the diagonals between colours, and the sides that face no card."""
    return "".join(border(looks, triangle) for room in rooms for triangle in room.triangles)


def border(looks: dict[int, str], triangle: int) -> str:
    """The parts of a triangle's edge that its room does not cross."""
    cell, side = divmod(triangle, SIDES)
    look = looks[cell].lower()
    x, y = origin(triangle)
    first, second = ends(triangle)
    lines = [
        f"M{x + 50:g} {y + 50:g}L{end[0]:g} {end[1]:g}"
        for end, other in ((first, side - 1), (second, (side + 1) % SIDES))
        if look[other] != look[side]
    ]
    if BEYOND[cell][side] not in looks:
        lines.append(f"M{first[0]:g} {first[1]:g}L{second[0]:g} {second[1]:g}")
    return "".join(lines)
