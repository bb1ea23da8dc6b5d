"""Where the areas and the piles lie on the table, in pixels of the board: your own area large, the others around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from carreau.draw.scene import Box

from ..show import SIDE

LABEL = 18.0  # the line above an area
GAP = 8.0
LARGEST = 116.0  # a tile
SMALL = 36.0  # below this a tile shows little more than its value
BESIDE = 1.12  # what cards outside the square take, in tiles


@dataclass(frozen=True)
class Layout:
    """The parts of a table."""

    width: float
    height: float
    blocks: tuple[Box, ...]  # per seat, where the area lies
    piles: tuple[tuple[float, float], ...]  # the middles of draw pile, discard, and the two cards that are up
    pile_size: float  # the width of a card there

    @property
    def box(self) -> Box:
        return 0.0, 0.0, self.width, self.height


@cache
def layout(form: str, players: int, seat: int) -> Layout:
    """Seats follow each other clockwise, from yours on."""
    arrange = (watched_on_phone if seat < 0 else on_phone) if form != "wide" else (watched if seat < 0 else wide)
    found = arrange(players)
    turn = max(seat, 0)
    return Layout(
        found.width, found.height, tuple(found.blocks[(k - turn) % players] for k in range(players)), found.piles, found.pile_size
    )


def on_phone(players: int) -> Layout:
    """The others in a row above your own area; the piles where there is room."""
    width, height = 328.0, 394.0 if players < 4 else 340.0
    top = {2: 148.0, 3: 130.0, 4: 114.0, 5: 100.0}[players]
    right = 150.0 if players == 2 else 106.0
    if players < 4:
        others = row((0, 0, 150 if players == 2 else width - right - GAP, top), players - 1)
        piles = in_square((width - right, 0, width, top))
        own = (0.0, top + GAP, width, height)
    else:
        others = row((0, 0, width, top), players - 1)
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


def row(box: Box, count: int) -> tuple[Box, ...]:
    return grid(box, count, count)


def grid(box: Box, count: int, columns: int) -> tuple[Box, ...]:
    west, north, east, south = box
    rows = -(-count // columns)
    across, down = (east - west + GAP) / columns, (south - north + GAP) / rows
    places = [(west + i % columns * across, north + i // columns * down) for i in range(count)]
    return tuple((x, y, x + across - GAP, y + down - GAP) for x, y in places)


Piles = tuple[tuple[tuple[float, float], ...], float]


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
    tile: float
    rows: range
    columns: range
    complete: bool  # whether the square's place is settled on all sides

    @property
    def east(self) -> float:
        return self.west + self.tile * len(self.columns)

    @property
    def south(self) -> float:
        return self.north + self.tile * len(self.rows)

    @property
    def small(self) -> bool:
        return self.tile < SMALL

    def corner(self, row: int, column: int) -> tuple[float, float]:
        return self.west + (column - self.columns[0]) * self.tile, self.north + (row - self.rows[0]) * self.tile

    def middle(self, cell: int) -> tuple[float, float]:
        x, y = self.corner(cell // SIDE, cell % SIDE)
        return x + self.tile / 2, y + self.tile / 2

    def outside(self, i: int) -> tuple[float, float]:
        return self.east + (BESIDE - 0.5) * self.tile, self.north + (0.5 + 1.08 * i) * self.tile


def plot(block: Box, cells: Sequence[Any], outside: bool) -> Plot:
    """The cells that hold a card or could take the next one, as large as they fit."""
    taken = [cell for cell, card in enumerate(cells) if card]
    rows, columns = reach([cell // SIDE for cell in taken]), reach([cell % SIDE for cell in taken])
    west, north, east, south = block
    across = len(columns) + (BESIDE if outside else 0)
    tile = min((east - west - 8) / across, (south - north - LABEL - 6) / len(rows), LARGEST)
    x = (west + east - across * tile) / 2
    y = (north + LABEL + south - len(rows) * tile) / 2
    return Plot(x, y, tile, rows, columns, settled(taken))


def reach(lines: list[int]) -> range:
    """All lines with a card and, as long as the square can still grow, one more on either side."""
    if not lines:
        return range(SIDE // 2 - 1, SIDE // 2 + 2)
    grows = max(lines) - min(lines) < 2
    return range(min(lines) - grows, max(lines) + grows + 1)


def settled(taken: list[int]) -> bool:
    rows, columns = {cell // SIDE for cell in taken}, {cell % SIDE for cell in taken}
    return bool(taken) and max(rows) - min(rows) == 2 and max(columns) - min(columns) == 2
