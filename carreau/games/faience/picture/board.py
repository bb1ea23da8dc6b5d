"""The table beneath the cards: where the areas and the piles lie, and what is drawn there.

In pixels of the board: your own area large, the others around it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from carreau.core.bits import members
from carreau.core.grid import grown
from carreau.core.kept import kept
from carreau.core.words import Words
from carreau.draw.scene import Box
from carreau.draw.svg import Markup, Point, circle, join, label, path, rect

from ..constants import LIMIT, MIDDLE, SIDE
from ..rules.layout import GRID

LABEL = 18.0  # the line above an area
GAP = 8.0
LARGEST = 116.0  # a tile
SMALL = 36.0  # smaller tiles show little more than their value
BESIDE = 1.12  # the room for cards outside the square, in tiles
EDGE = 1.6  # how far a card of a pile peeks out from under the next

Piles = tuple[tuple[Point, ...], float]  # as in Layout


@dataclass(frozen=True)
class Layout:
    """The parts of a table."""

    width: float
    height: float
    blocks: tuple[Box, ...]  # per seat, where the area lies
    piles: tuple[Point, ...]  # the middles of draw pile, discard, and the two cards that are up
    pile_size: float  # the width of a card there


@cache
def layout(form: str, players: int, seat: int) -> Layout:
    """The seats clockwise, starting with yours."""
    arrange = (watched_on_phone if seat < 0 else on_phone) if form != "wide" else (watched if seat < 0 else wide)
    found = arrange(players)
    turn = max(seat, 0)
    return replace(found, blocks=tuple(found.blocks[(k - turn) % players] for k in range(players)))


def on_phone(players: int) -> Layout:
    """The others in a row above your own area; the piles where there is room."""
    width, height = 328.0, 394.0 if players < 4 else 340.0
    top = {2: 148.0, 3: 130.0, 4: 114.0, 5: 100.0}[players]
    right = 150.0 if players == 2 else 106.0
    if players < 4:
        others = grid((0, 0, 150 if players == 2 else width - right - GAP, top), players - 1, players - 1)
        piles = in_square((width - right, 0, width, top))
        own = (0.0, top + GAP, width, height)
    else:
        others = grid((0, 0, width, top), players - 1, players - 1)
        piles = in_square((width - right, top + GAP, width, height))
        own = (0.0, top + GAP, width - right - GAP, height)
    return Layout(width, height, (own, *others), *piles)


def watched_on_phone(players: int) -> Layout:
    """The piles above, all areas alike."""
    width, height = 328.0, 514.0 if players < 4 else 460.0
    columns = 1 if players == 2 else 2
    return Layout(width, height, grid((0, 84, width, height), players, columns), *in_line((0, 0, width, 78)))


def wide(players: int) -> Layout:
    """Your own area to the left, the piles, and the others to the right."""
    width, height = 738.0, 496.0
    own, piles = {2: (364, 96), 3: (350, 96)}.get(players, (300, 90))
    columns = 1 if players < 4 else 2
    others = grid((own + piles + 2 * GAP + 8, 0, width, height), players - 1, columns)
    return Layout(width, height, ((0, 0, own, height), *others), *in_column((own + GAP, 0, own + GAP + piles, height)))


def watched(players: int) -> Layout:
    """The piles to the left, all areas alike."""
    width, height = 738.0, 620.0
    columns = 3 if players == 5 else 2
    return Layout(width, height, grid((110, 0, width, height), players, columns), *in_column((0, 0, 96, height)))


def grid(box: Box, count: int, columns: int) -> tuple[Box, ...]:
    west, north, east, south = box
    rows = -(-count // columns)
    across, down = (east - west + GAP) / columns, (south - north + GAP) / rows
    places = [(west + i % columns * across, north + i // columns * down) for i in range(count)]
    return tuple((x, y, x + across - GAP, y + down - GAP) for x, y in places)


def in_square(box: Box) -> Piles:
    """Draw pile and discard, and beneath them what is turned up."""
    west, north, east, south = box
    across, down = (east - west) / 2, min((south - north) / 2, 84)
    size = min(across - 6, down - 16, 62)
    x = [west + across / 2, east - across / 2]
    y = [north + size / 2 + 4, north + down + size / 2 + 4]
    return ((x[0], y[0]), (x[1], y[0]), (x[0], y[1]), (x[1], y[1])), size


def in_line(box: Box) -> Piles:
    west, north, east, south = box
    size = min((east - west) / 4 - 14, south - north - 16)
    middle, step = (west + east) / 2, size + 22
    x = [middle + (i - 1.5) * step for i in range(4)]
    y = north + size / 2 + 2
    return ((x[0], y), (x[3], y), (x[1], y), (x[2], y)), size


def in_column(box: Box) -> Piles:
    west, north, east, south = box
    size = min(east - west - 10, (south - north) / 4 - 26)
    middle, step = (north + south) / 2 - 6, size + 24
    x, y = (west + east) / 2, [middle + (i - 1.5) * step for i in range(4)]
    return ((x, y[0]), (x, y[3]), (x, y[1]), (x, y[2])), size


# an area within its block


@dataclass(frozen=True)
class Plot:
    """An area on the table: which cells are shown, how large, and where."""

    west: float
    north: float
    east: float
    south: float
    tile: float
    rows: range
    columns: range
    settled: bool  # whether the square's place is fixed on all sides

    @property
    def small(self) -> bool:
        return self.tile < SMALL

    def corner(self, row: int, column: int) -> Point:
        return self.west + (column - self.columns[0]) * self.tile, self.north + (row - self.rows[0]) * self.tile

    def middle(self, cell: int) -> Point:
        x, y = self.corner(cell // SIDE, cell % SIDE)
        return x + self.tile / 2, y + self.tile / 2

    def outside(self, i: int) -> Point:
        return self.east + (BESIDE - 0.5) * self.tile, self.north + (0.5 + 1.08 * i) * self.tile


@kept
def plot(block: Box, taken: int, outside: bool) -> Plot:
    """The cells that hold a card or could take the next one, as large as they fit; `taken` is the set of the former."""
    lines = GRID.lines_of(members(taken) or [MIDDLE])
    rows, columns = (grown(some, LIMIT, by=1) for some in lines)
    west, north, east, south = block
    across = len(columns) + (BESIDE if outside else 0)
    tile = min((east - west - 8) / across, (south - north - LABEL - 6) / len(rows), LARGEST)
    x = (west + east - across * tile) / 2
    y = (north + LABEL + south - len(rows) * tile) / 2
    settled = all(some[-1] - some[0] == LIMIT - 1 for some in lines)
    return Plot(x, y, x + tile * len(columns), y + tile * len(rows), tile, rows, columns, settled)


@kept
def frame(plot: Plot, acting: bool, empty: bool) -> Markup:
    """The ground of an area; a firm line once the square's place is settled."""
    west, north = plot.west - 3, plot.north - 3
    width, height = plot.east - plot.west + 6, plot.south - plot.north + 6
    line = "var(--ink)" if acting else "var(--line)"
    dashes = None if plot.settled else "3 4"
    ground = rect(west, north, width, height, rx=6.0, fill="var(--paper)", stroke=line, stroke_width=1, stroke_dasharray=dashes)
    return ground if empty else join(ground, path(seams(plot), stroke="var(--line)", stroke_width=0.7))


def seams(plot: Plot) -> str:
    """Hairlines between the cells."""
    upright = [f"M{plot.west + i * plot.tile:.1f} {plot.north:.1f}V{plot.south:.1f}" for i in range(1, len(plot.columns))]
    level = [f"M{plot.west:.1f} {plot.north + i * plot.tile:.1f}H{plot.east:.1f}" for i in range(1, len(plot.rows))]
    return "".join(upright + level)


# piles


def heaps(s: Any, places: Layout) -> Markup:
    """The edges of the cards beneath the top ones."""
    return join(*(edges(x, y, places.pile_size, n) for (x, y), n in zip(places.piles, (s.left, s.thrown))))


@kept
def edges(x: float, y: float, size: float, count: int) -> Markup:
    steps = range(min(3, max(0, count - 1)), 0, -1)
    west, north, radius = x - size / 2, y - size / 2, size * 0.06
    look = {"rx": radius, "fill": "var(--card)", "stroke": "var(--card-line)", "stroke_width": 0.7}
    return join(*(rect(west + EDGE * i, north + EDGE * i, size, size, **look) for i in steps))


def captions(s: Any, places: Layout, words: Words) -> Markup:
    names = words.say("Draw pile"), words.say("Discard")
    counts = s.left, s.thrown
    found = [caption(x, y, places.pile_size, *facts) for (x, y), *facts in zip(places.piles, names, counts)]
    up = [place for place, card in zip(places.piles[2:], s.up) if card]
    if up:
        x, y = sum(x for x, _ in up) / len(up), max(y for _, y in up)
        found.append(label(x, y + places.pile_size / 2 + 12, words.say("to lay"), 10, fill="var(--soft)"))
    return join(*found)


@kept
def caption(x: float, y: float, size: float, name: str, count: int) -> Markup:
    """What a pile is called, and its number in the corner."""
    right, top = x + size * 0.42, y - size * 0.42
    return join(
        circle(right, top, 8.5, fill="var(--ink)"),
        label(right, top + 3.6, str(count), 10, fill="var(--paper)", font_weight=700),
        label(x, y + size / 2 + 14, name, 10, fill="var(--soft)"),
    )
