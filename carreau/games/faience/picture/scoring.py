"""What an area is worth, drawn on it: zones glow with their points, and their tiles are joined."""

from __future__ import annotations

from carreau.core.grid import STEPS
from carreau.core.kept import kept
from carreau.draw.svg import Markup, Point, along, circle, group, join, label, path

from ..constants import SIDE
from ..show import AROUND, MOTIF_OF, Area, zone_points, zones
from .board import Plot
from .ornament import COBALT, SECOND

Step = tuple[int, int]  # rows down and columns right
Edge = tuple[Step, Step]  # a corner and the way on from it, with the zone to the right
CORNERS = ((0, 0), (0, 1), (1, 1), (1, 0))  # where the edge of a cell's side begins
INSET = 0.06  # of a tile: how far inside its edge a zone's outline runs
GLOW = ((0.16, 0.18), (0.1, 0.3), (0.03, 1.0))  # widths in tiles, and opacities
BOSSES = ("var(--card)", SECOND[1], "var(--card)", "var(--card)", COBALT, COBALT)  # per motif, what closes a joint of four tiles


@kept
def glow(area: Area, plot: Plot) -> Markup:
    """Every zone that scores."""
    return join(*(zone(area, cells, plot) for cells in zones(area.cells) if len(cells) > 1))


def zone(area: Area, cells: set[int], plot: Plot) -> Markup:
    motif = MOTIF_OF[area.cells[min(cells)]]
    data = "".join(along(inset(corners, plot)) + "Z" for corners in outline(cells))
    look = {"fill": "none", "stroke": SECOND[motif], "stroke_linejoin": "round"}
    halo = [path(data, stroke_width=width * plot.tile, stroke_opacity=opacity, **look) for width, opacity in GLOW]
    points = badge(zone_points(area, len(cells)), motif, cells, plot)
    x, y = plot.middle(min(cells))
    lit = f"zone-{x:g}-{y:g}-{motif}-{len(cells)}"
    return group(*joints(cells, motif, plot), *halo, points, class_="zone", data_lit=lit)


def joints(cells: set[int], motif: int, plot: Plot) -> list[Markup]:
    """A boss where four tiles meet."""
    meeting = [cell for cell in cells if {cell + 1, cell + SIDE, cell + SIDE + 1} <= cells and cell % SIDE < SIDE - 1]
    places = [plot.corner(cell // SIDE + 1, cell % SIDE + 1) for cell in meeting]
    return [circle(x, y, plot.tile * 0.065, fill=BOSSES[motif]) for x, y in places]


def badge(points: int, motif: int, cells: set[int], plot: Plot) -> Markup:
    """The zone's points, on the seam nearest to its middle."""
    x, y = seam(cells, plot)
    r = max(0.14 * plot.tile, 6.2)
    disc = circle(x, y, r, fill="var(--card)", stroke=SECOND[motif], stroke_width=r * 0.24)
    return join(disc, label(x, y + r * 0.42, str(points), r * 1.2, fill="var(--card-ink)", font_weight=700))


def seam(cells: set[int], plot: Plot) -> Point:
    x, y = middle([plot.middle(cell) for cell in cells])
    pairs = [(cell, other) for cell in sorted(cells) for other in AROUND[cell] if other > cell and other in cells]
    seams = [(middle([plot.middle(cell), plot.middle(other)]), other - cell == 1) for cell, other in pairs]
    nearest, across = min(seams, key=lambda found: (found[0][0] - x) ** 2 + (found[0][1] - y) ** 2)
    lower = 0.44 * plot.tile if plot.small and across else 0.0  # small tiles leave no room between two values
    return nearest[0], nearest[1] + lower


def middle(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


# outlines


def outline(cells: set[int]) -> list[list[Edge]]:
    """The boundaries of a set of cells, clockwise."""
    edges = boundary(cells)
    loops = []
    while edges:
        loops.append(follow(edges, *min(edges)))
    return loops


def boundary(cells: set[int]) -> set[Edge]:
    places = {divmod(cell, SIDE) for cell in cells}
    return {
        ((row + south, column + east), STEPS[(side + 1) % 4])
        for row, column in places
        for side, ((down, right), (south, east)) in enumerate(zip(STEPS, CORNERS))
        if (row + down, column + right) not in places
    }


def follow(edges: set[Edge], corner: Step, way: Step) -> list[Edge]:
    """Take one boundary out of the edges; where two touch, keep to the right, so that they stay apart."""
    loop = []
    while (corner, way) in edges:
        edges.discard((corner, way))
        loop.append((corner, way))
        corner = corner[0] + way[0], corner[1] + way[1]
        right, left = (way[1], -way[0]), (-way[1], way[0])
        way = next((turn for turn in (right, way, left) if (corner, turn) in edges), way)
    return loop


def inset(loop: list[Edge], plot: Plot) -> list[Point]:
    """The corners of a boundary, drawn a little inside."""
    points = []
    for (_, before), (corner, way) in zip([loop[-1], *loop], loop):
        if before != way:
            x, y = plot.corner(*corner)
            down = (way[1] + before[1]) * INSET * plot.tile
            right = -(way[0] + before[0]) * INSET * plot.tile
            points.append((x + right, y + down))
    return points
