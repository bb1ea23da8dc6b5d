"""M's table, unrolled from its ring: cards, free cells, the limit of six by six, lines that score."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from carreau.core.bits import count_bits, members
from carreau.core.kept import kept
from carreau.core.words import Words
from carreau.draw.board import Board, lettering
from carreau.draw.hold import open_card
from carreau.draw.scene import Box, Piece
from carreau.draw.sign import token
from carreau.draw.svg import Markup, Point, group, join, label, line, path, rect

from ..constants import LIMIT, SIDE
from ..rules import CHOOSE, TAKE
from ..rules.cards import KIND_NAMES, KINDS, TENTH
from ..rules.grid import AROUND, GRID, LINES
from ..rules.layout import lines_through
from ..show import occupied, surroundings
from ..words.sentences import kind_words

BOARD = Board(GRID)
CARD = 0.95  # of a cell
MARGIN, TEXT = 26.0, 22.0
LOCK = "M-8 0v-5a8 8 0 0 1 16 0v5M-11 0h22v15h-22z"


@dataclass(frozen=True)
class Unrolled:
    """The rows and columns that are shown, with numbers that run on past the end of the ring: a cell keeps its place as long as
    the first line stays."""

    rows: range
    columns: range
    full: tuple[int, int]  # how many rows and columns hold cards

    @property
    def box(self) -> Box:
        return BOARD.box(self.rows, self.columns, 0)

    def middle(self, cell: int) -> Point:
        row, column = divmod(cell, SIDE)
        north, west = self.rows.start, self.columns.start
        return (west + (column - west) % SIDE) * 100.0 + 50, (north + (row - north) % SIDE) * 100.0 + 50


def unroll(s: Any) -> Unrolled:
    rows, columns = occupied(s)
    return Unrolled(*surroundings(s), (len(rows), len(columns)))


# cards


def pieces(s: Any, seat: int, at: Unrolled, words: Words) -> list[Piece]:
    scoring = {cell for number in lines_now(s) for cell in cells_of(s, number)}
    return [piece(s, seat, cell, at, scoring, words) for cell in members(s.laid)]


def piece(s: Any, seat: int, cell: int, at: Unrolled, scoring: set[int], words: Words) -> Piece:
    card, last = s.table[cell], s.cell == cell
    locked = s.phase == TAKE and cell in scoring and not s.free >> cell & 1
    origin = f"player-{s.trigger}" if last and s.trigger != seat else ""
    dim = bool(scoring) and cell not in scoring
    return laid_card(card, KINDS[s.deck][card], cell, at.middle(cell), locked, origin, last and s.phase != TAKE, dim, words)


@kept
def laid_card(
    card: int, kind: int, cell: int, place: Point, locked: bool, origin: str, last: bool, dim: bool, words: Words
) -> Piece:
    name, (x, y) = words.say("{card} on {cell}", card=kind_words(kind, words), cell=GRID.name(cell)), place
    return open_card(
        card,
        KIND_NAMES[kind],
        words.say("{card}, cannot be taken", card=name) if locked else name,
        x=x,
        y=y,
        size=CARD,
        tap=GRID.name(cell),
        origin=origin,
        last=last,
        dim=dim,
        mark=padlock() if locked else Markup(""),
    )


@cache
def padlock() -> Markup:
    back = rect(-21, -21, 42, 42, rx=21.0, fill="var(--card)", stroke="var(--card-ink)", stroke_width=2)
    lock = path(LOCK, fill="none", stroke="var(--card-ink)", stroke_width=5, stroke_linejoin="round", transform="translate(0 -3)")
    return group(back, lock, transform="translate(27 27) scale(.85)")


# the limit, and names of rows and columns


@kept
def ground(at: Unrolled) -> Markup:
    west, north, _, _ = at.box
    columns = [(100 * column + 50, GRID.letters[column % SIDE]) for column in at.columns]
    rows = [(100 * row + 50, str(row % SIDE + 1)) for row in at.rows]
    return join(lettering(columns, rows, west - 13, north - 9, TEXT), limits(at))


def limits(at: Unrolled) -> Markup:
    """M9: solid where the cards already fill six lines, dashed where there is room for just one more."""
    west, north, east, south = at.box
    drawn = []
    across = (west, north, east, north), (west, south, east, south)
    down = (west, north, west, south), (east, north, east, south)
    for held, ends in zip(at.full, (across, down)):
        if held >= LIMIT - 1:
            dash = None if held == LIMIT else "4 10"
            drawn += [line(*end, stroke_dasharray=dash) for end in ends]
    return group(*drawn, stroke="var(--soft)", stroke_width=4, stroke_linecap="round") if drawn else Markup("")


# lines that score


def lines_now(s: Any) -> list[int]:
    """The line that scores, or those between which a player chooses."""
    if s.phase == CHOOSE:
        return list(lines_through(s.cell))
    return [int(s.line)] if s.line >= 0 else []


def cells_of(s: Any, number: int) -> list[int]:
    """The cells of a line that hold a card."""
    return members(s.laid & LINES[number])


def line_value(s: Any, number: int) -> int:
    """What the cards of a line are worth together."""
    return sum(10 * int(TENTH[s.table[cell]]) for cell in cells_of(s, number))


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
    value = label(x, y + 9, str(line_value(s, number)), 25, fill="var(--felt)", font_weight=700)
    return group(frame, tab, value, data_lit=f"line-{number}")


# what laying would bring


def tokens_for(s: Any, seat: int, cell: int) -> int:
    """M10: one for each neighbour beyond the first, as long as the others have any."""
    others: int = sum(s.tokens[: s.players]) - s.tokens[seat]
    return min(count_bits(s.laid & AROUND[cell]) - 1, others)


def promise(cell: int, at: Unrolled, tokens: int, lines: set[int]) -> Markup:
    """In a free cell: the tokens it gives, and golden bars along a line that a card would make score."""
    return promises(at.middle(cell), tokens, tuple(sorted(lines)))


@kept
def promises(place: Point, tokens: int, lines: tuple[int, ...]) -> Markup:
    x, y = place
    coins = [token(x + 25 * (i - (tokens - 1) / 2), y, 24) for i in range(tokens)]
    ways = [(1, 0) if number < SIDE else (0, 1) for number in lines]
    ends = [(dx * a, dy * a, dx * b, dy * b) for dx, dy in ways for a, b in ((-38, -24), (24, 38))]
    bars = [line(x + x1, y + y1, x + x2, y + y2) for x1, y1, x2, y2 in ends]
    return join(group(*bars, stroke="var(--gold)", stroke_width=9, stroke_linecap="round") if bars else "", *coins)
