"""What an area is worth, drawn on it: zones glow with their points, their tiles are joined, and the sum stands above."""

from __future__ import annotations

from typing import Any

from carreau.draw.svg import Markup, along, circle, group, join, label, path, rect

from ..show import MOTIF_OF, SIDE, zone_points, zones
from .board import Plot
from .ornament import COBALT, second

Step = tuple[int, int]
INSET = 0.06  # of a tile: how far inside its edge a zone's outline runs
GLOW = ((0.16, 0.18), (0.1, 0.3), (0.03, 1.0))  # widths in tiles, and opacities
BOSSES = ("var(--card)", second(1), "var(--card)", "var(--card)", COBALT, COBALT)  # per motif, what closes a joint of four tiles


def glow(s: Any, seat: int, plot: Plot) -> Markup:
    """Every zone that brings something."""
    return join(*(zone(s, seat, cells, plot) for cells in zones(s.cell[seat]) if len(cells) > 1))


def zone(s: Any, seat: int, cells: set[int], plot: Plot) -> Markup:
    motif = MOTIF_OF[s.cell[seat][min(cells)]]
    points = zone_points(s, len(cells))
    data = "".join(along(inset(corners, plot)) + "Z" for corners in outline(cells))
    halo = [
        path(
            data,
            fill="none",
            stroke=second(motif),
            stroke_width=width * plot.tile,
            stroke_opacity=opacity,
            stroke_linejoin="round",
        )
        for width, opacity in GLOW
    ]
    return group(*joints(cells, motif, plot), *halo, badge(points, motif, cells, plot), class_="zone")


def joints(cells: set[int], motif: int, plot: Plot) -> list[Markup]:
    """A boss where four tiles meet."""
    meeting = [cell for cell in cells if {cell + 1, cell + SIDE, cell + SIDE + 1} <= cells and cell % SIDE < SIDE - 1]
    places = [plot.corner(cell // SIDE + 1, cell % SIDE + 1) for cell in meeting]
    return [circle(x, y, plot.tile * 0.065, fill=BOSSES[motif]) for x, y in places]


def badge(points: int, motif: int, cells: set[int], plot: Plot) -> Markup:
    """The zone's points, on the seam nearest to its middle."""
    x, y = seam(cells, plot)
    r = max(0.14 * plot.tile, 6.2)
    disc = circle(x, y, r, fill="var(--card)", stroke=second(motif), stroke_width=r * 0.24)
    return join(disc, label(x, y + r * 0.42, str(points), r * 1.2, fill="var(--card-ink)", font_weight=700))


def seam(cells: set[int], plot: Plot) -> tuple[float, float]:
    middles = {cell: plot.middle(cell) for cell in cells}
    x = sum(place[0] for place in middles.values()) / len(cells)
    y = sum(place[1] for place in middles.values()) / len(cells)
    pairs = [
        (cell, other) for cell in sorted(cells) for other in (cell + 1, cell + SIDE) if other in cells and touching(cell, other)
    ]
    seams = [((middles[a][0] + middles[b][0]) / 2, (middles[a][1] + middles[b][1]) / 2) for a, b in pairs]
    nearest = min(range(len(seams)), key=lambda i: (seams[i][0] - x) ** 2 + (seams[i][1] - y) ** 2)
    across = pairs[nearest][1] - pairs[nearest][0] == 1
    lower = 0.44 * plot.tile if plot.small and across else 0.0  # small tiles leave no room between two values
    return seams[nearest][0], seams[nearest][1] + lower


def touching(cell: int, other: int) -> bool:
    return other - cell == SIDE or cell // SIDE == other // SIDE


# outlines


def outline(cells: set[int]) -> list[list[tuple[Step, Step]]]:
    """The boundaries of a set of cells, clockwise: each corner with the ways that lead to it and from it."""
    edges = boundary(cells)
    loops = []
    while edges:
        start = min(edges)
        loops.append(follow(edges, *start))
    return loops


def boundary(cells: set[int]) -> set[tuple[Step, Step]]:
    """Edges as a corner (row, column) and a direction, the zone being to the right."""
    places = {divmod(cell, SIDE) for cell in cells}
    edges: set[tuple[Step, Step]] = set()
    for row, column in places:
        if (row - 1, column) not in places:
            edges.add(((row, column), (0, 1)))
        if (row, column + 1) not in places:
            edges.add(((row, column + 1), (1, 0)))
        if (row + 1, column) not in places:
            edges.add(((row + 1, column + 1), (0, -1)))
        if (row, column - 1) not in places:
            edges.add(((row + 1, column), (-1, 0)))
    return edges


def follow(edges: set[tuple[Step, Step]], corner: Step, way: Step) -> list[tuple[Step, Step]]:
    """Take one boundary out of the edges; where two touch, keep to the right, so that they stay apart."""
    loop = []
    while (corner, way) in edges:
        edges.discard((corner, way))
        loop.append((corner, way))
        corner = corner[0] + way[0], corner[1] + way[1]
        right, left = (way[1], -way[0]), (-way[1], way[0])
        way = next((turn for turn in (right, way, left) if (corner, turn) in edges), way)
    return loop


def inset(loop: list[tuple[Step, Step]], plot: Plot) -> list[tuple[float, float]]:
    """The corners of a boundary, drawn a little inside."""
    points = []
    for (_, before), (corner, way) in zip([loop[-1], *loop], loop):
        if before != way:
            x, y = plot.corner(*corner)
            down = (way[1] + before[1]) * INSET * plot.tile
            right = -(way[0] + before[0]) * INSET * plot.tile
            points.append((x + right, y + down))
    return points


# sums


def frame(plot: Plot, acting: bool, empty: bool) -> Markup:
    """The ground of an area; a firm line once the square's place is settled."""
    west, north = plot.west - 3, plot.north - 3
    width, height = plot.east - plot.west + 6, plot.south - plot.north + 6
    line = "var(--ink)" if acting else "var(--line)"
    dashes = None if plot.complete else "3 4"
    ground = rect(west, north, width, height, rx=6.0, fill="var(--paper)", stroke=line, stroke_width=1, stroke_dasharray=dashes)
    return ground if empty else join(ground, path(seams(plot), stroke="var(--line)", stroke_width=0.7))


def seams(plot: Plot) -> str:
    """Hairlines between the cells."""
    upright = [f"M{plot.west + i * plot.tile:.1f} {plot.north:.1f}V{plot.south:.1f}" for i in range(1, len(plot.columns))]
    level = [f"M{plot.west:.1f} {plot.north + i * plot.tile:.1f}H{plot.east:.1f}" for i in range(1, len(plot.rows))]
    return "".join(upright + level)
