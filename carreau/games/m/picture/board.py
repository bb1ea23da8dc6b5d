"""M's table, unrolled from its ring: cards, free cells, the limit of six by six, lines that score."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from carreau.core.words import Words
from carreau.draw.scene import Box, Piece, Spot
from carreau.draw.sign import token
from carreau.draw.svg import EMPTY as NOTHING
from carreau.draw.svg import Markup, group, join, label, line, path, rect

from ..rules.cards import TENTH
from ..rules.grid import CELL_NAMES, CELLS, COLUMN_LETTERS, LIMIT, SIDE
from ..rules.places import EMPTY
from ..show import card_name, occupied, rimmed
from ..words.sentences import card_words, crossing

LAY, CHOOSE, TAKE = range(3)
CARD = 0.95  # of a cell
MARGIN, TEXT = 26.0, 22.0
LOCK = "M-8 0v-5a8 8 0 0 1 16 0v5M-11 0h22v15h-22z"


@dataclass(frozen=True)
class Unrolled:
    """The rows and columns that are shown, and where: a cell keeps its place for as long as the first line stays."""

    rows: list[int]
    columns: list[int]
    north: int  # the number of the first row shown; -1 is the last but one of a turn round the ring
    west: int
    full: tuple[int, int]  # how many rows and columns hold cards

    @property
    def box(self) -> Box:
        west, north = self.west * 100.0, self.north * 100.0
        return west, north, west + 100 * len(self.columns), north + 100 * len(self.rows)

    def middle(self, cell: int) -> tuple[float, float]:
        row, column = divmod(cell, SIDE)
        return (self.west + self.columns.index(column)) * 100.0 + 50, (self.north + self.rows.index(row)) * 100.0 + 50


def unroll(s: Any) -> Unrolled:
    rows, columns = occupied(s)
    shown = rimmed(rows), rimmed(columns)
    north, west = (first[0] - (len(first) < LIMIT) for first in (rows, columns))
    return Unrolled(*shown, north, west, (len(rows), len(columns)))


# cards and cells


def pieces(s: Any, seat: int, at: Unrolled, words: Words) -> list[Piece]:
    cells = [cell for cell in range(CELLS) if s.table[cell] != EMPTY]
    scoring = {cell for number in lines_now(s) for cell in cells_of(s, number)}
    return [piece(s, seat, cell, at, scoring, words) for cell in cells]


def piece(s: Any, seat: int, cell: int, at: Unrolled, scoring: set[int], words: Words) -> Piece:
    card = int(s.table[cell])
    x, y = at.middle(cell)
    name = words.say("{card} on {cell}", card=card_words(s, card, words), cell=CELL_NAMES[cell])
    last = bool(s.cell == cell)
    locked = s.phase == TAKE and cell in scoring and not int(s.free) >> cell & 1
    return Piece(
        f"c{card}",
        card_name(s, card),
        words.say("{card}, cannot be taken", card=name) if locked else name,
        x,
        y,
        size=CARD,
        tap=CELL_NAMES[cell],
        origin=f"player-{s.trigger}" if last and s.trigger != seat else "",
        last=last and s.phase != TAKE,
        dim=bool(scoring) and cell not in scoring,
        mark=padlock() if locked else NOTHING,
    )


@cache
def padlock() -> Markup:
    back = rect(-21, -21, 42, 42, rx=21.0, fill="var(--card)", stroke="var(--card-ink)", stroke_width=2)
    lock = path(LOCK, fill="none", stroke="var(--card-ink)", stroke_width=5, stroke_linejoin="round", transform="translate(0 -3)")
    return group(back, lock, transform="translate(27 27) scale(.85)")


def spots(cells: Iterable[int], at: Unrolled, words: Words) -> list[Spot]:
    names = {cell: CELL_NAMES[cell] for cell in cells}
    return [Spot(f"at-{name}", words.say("free cell {cell}", cell=name), *at.middle(cell), name) for cell, name in names.items()]


# the limit, and names of rows and columns


def ground(at: Unrolled) -> Markup:
    return join(*labels(at), *limits(at))


def labels(at: Unrolled) -> list[Markup]:
    west, north, _, _ = at.box
    across = [(west + 100 * i + 50, north - 9, COLUMN_LETTERS[column]) for i, column in enumerate(at.columns)]
    down = [(west - 13, north + 100 * i + 57, str(row + 1)) for i, row in enumerate(at.rows)]
    return [label(x, y, name, TEXT, fill="var(--soft)") for x, y, name in across + down]


def limits(at: Unrolled) -> list[Markup]:
    """M9: solid where the cards fill six lines already, dashed where one more is all there is room for."""
    west, north, east, south = at.box
    drawn = []
    across = (west, north, east, north), (west, south, east, south)
    down = (west, north, west, south), (east, north, east, south)
    for held, ends in zip(at.full, (across, down)):
        if held >= LIMIT - 1:
            dash = None if held == LIMIT else "4 10"
            drawn += [line(*end, stroke_dasharray=dash) for end in ends]
    return [group(*drawn, stroke="var(--soft)", stroke_width=4, stroke_linecap="round")] if drawn else []


# lines that score


def lines_now(s: Any) -> list[int]:
    """The line that scores, or those between which a player chooses."""
    if s.phase == CHOOSE:
        return list(crossing(s))
    return [int(s.line)] if s.line >= 0 else []


def cells_of(s: Any, number: int) -> list[int]:
    """The cells of a line that hold a card."""
    return [cell for cell in range(CELLS) if s.table[cell] != EMPTY and number in (cell // SIDE, SIDE + cell % SIDE)]


def line_value(s: Any, number: int) -> int:
    """What the cards of a line are worth together."""
    return sum(10 * int(TENTH[s.table[cell]]) for cell in cells_of(s, number))


def bands(s: Any, at: Unrolled) -> Markup:
    return join(*(band(s, at, number) for number in lines_now(s)))


def band(s: Any, at: Unrolled, number: int) -> Markup:
    """A golden frame around the cards of a line, with their value on a tab at its end."""
    middles = [at.middle(cell) for cell in cells_of(s, number)]
    west, east = (end(x for x, _ in middles) for end in (min, max))
    north, south = (end(y for _, y in middles) for end in (min, max))
    frame = rect(
        west - 49, north - 49, east - west + 98, south - north + 98, rx=9.0, fill="none", stroke="var(--gold)", stroke_width=6
    )
    x, y = (east + 80, north) if number < SIDE else (west, south + 68)
    tab = rect(x - 32, y - 17, 64, 34, rx=17.0, fill="var(--gold)", stroke="var(--felt)", stroke_width=3)
    return join(frame, tab, label(x, y + 9, str(line_value(s, number)), 25, fill="var(--felt)", font_weight=700))


# what laying would bring


def promised(cell: int, at: Unrolled, tokens: int, lines: set[int]) -> Markup:
    """In a free cell: the tokens it gives, and golden bars along a line that a card would make score."""
    x, y = at.middle(cell)
    coins = [token(x + 25 * (i - (tokens - 1) / 2), y, 24) for i in range(tokens)]
    ways = [(1, 0) if number < SIDE else (0, 1) for number in sorted(lines)]
    ends = [(dx * a, dy * a, dx * b, dy * b) for dx, dy in ways for a, b in ((-38, -24), (24, 38))]
    bars = [line(x + x1, y + y1, x + x2, y + y2) for x1, y1, x2, y2 in ends]
    return join(group(*bars, stroke="var(--gold)", stroke_width=9, stroke_linecap="round") if bars else NOTHING, *coins)
