"""What has won a round of Punto: the rows that counted, drawn on the table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from carreau.core.state import is_resting
from carreau.draw.numeral import numeral
from carreau.draw.sign import OUTLINES
from carreau.draw.svg import Markup, circle, group, join, move, path, rect

from .. import show
from ..rules.cards import VALUE
from ..rules.layout import DIRECTIONS
from ..rules.lines import BY_LINE, LINE, OWNER, owner, run, side_of, sides, window
from .board import PITCH, middle, tops


@dataclass(frozen=True)
class Row:
    """Cards of one colour side by side: a line or a series."""

    side: int  # whose colour it is
    cells: tuple[int, ...]
    points: int


@dataclass(frozen=True)
class Score:
    """What decided a round: the rows that count, and the numbers that were compared."""

    rows: tuple[Row, ...]  # all that were looked at, of every side
    winner: int  # the side, or -1
    why: str  # line, most, lowest or void
    mine: int = 0  # the winner's number: cards in line, series, or points of the series that decided
    other: int = 0  # the next best side's


def is_settled(s: Any) -> bool:
    """Whether the round that lies on the table has ended."""
    return bool(s.over or s.phase or is_resting(s))


def own_colours(s: Any, seat: int) -> list[int]:
    """The colours with which a seat makes lines (P2, P5, P13)."""
    return [colour for colour in range(4) if OWNER[sides(s), colour] == side_of(s, seat)]


# finding, with the rules' own eyes


def score(s: Any) -> Score:
    """What decided the round that has just ended."""
    winner = side_of(s, int(s.winner)) if s.winner >= 0 else -1
    if s.ended == BY_LINE:
        rows = lines(s)
        return Score(rows, winner, "line", max(len(row.cells) for row in rows))
    rows = series(s)
    if winner < 0:
        return Score(rows, winner, "void")
    counts = Counter(row.side for row in rows)
    mine, other = counts.pop(winner), max(counts.values(), default=0)
    if mine > other:
        return Score(rows, winner, "most", mine, other)
    tied = [points_of(rows, side) for side, count in counts.items() if count == mine]
    return Score(rows, winner, "lowest", *first_difference(points_of(rows, winner), min(tied)))


def points_of(rows: tuple[Row, ...], side: int) -> list[int]:
    return sorted(row.points for row in rows if row.side == side)


def first_difference(one: list[int], other: list[int]) -> tuple[int, int]:
    """P17: the lowest series that are not equal."""
    return next(pair for pair in zip(one, other, strict=True) if pair[0] != pair[1])


def lines(s: Any) -> tuple[Row, ...]:
    """The lines through the card laid last (P12)."""
    spot = show.spot(int(s.last) - 1)
    ways = [(way, run(s, spot, -way), run(s, spot, way)) for way in DIRECTIONS.tolist()]
    long = [(way, before, before + 1 + after) for way, before, after in ways if before + 1 + after >= LINE[sides(s)]]
    return tuple(row_of(s, spot - before * way, way, length) for way, before, length in long)


def series(s: Any) -> tuple[Row, ...]:
    """Every series of every side (P16)."""
    spots, length = [show.spot(cell) for cell in tops(s)], int(LINE[sides(s)]) - 1
    found = [(spot, way) for spot in spots if owner(s, spot) >= 0 for way in DIRECTIONS.tolist() if window(s, spot, way)]
    return tuple(row_of(s, spot, way, length) for spot, way in found)


def row_of(s: Any, first: int, way: int, length: int) -> Row:
    spots = [first + i * way for i in range(length)]
    points = sum(int(VALUE[s.top[spot] - 1]) for spot in spots)
    return Row(int(owner(s, first)), tuple(map(show.cell_at, spots)), points)


# drawing


def draw_score(s: Any) -> Markup:
    """The rest of the table recedes; what counted is outlined, the winner's in gold, with the points where they decided."""
    result = score(s)
    others = [row for row in result.rows if row.side != result.winner]
    mine = [row for row in result.rows if row.side == result.winner]
    counted = {cell for row in result.rows for cell in row.cells}
    badges = [badge(row, row.side == result.winner) for row in others + mine] if result.why in ("lowest", "void") else []
    outlines = [outline(row, "card", 11) for row in others + mine]
    outlines += [*(outline(row, "soft", 5) for row in others), *(outline(row, "gold", 6) for row in mine)]
    stars = [star(x + 46, y - 46, 1) for x, y in map(middle, taken(s))]
    return group(veil(s, counted), *outlines, *badges, *stars, pointer_events="none")


def veil(s: Any, counted: set[int]) -> Markup:
    """Over the whole layout but the cards that counted."""
    west, north, east, south = (place * PITCH for place in (s.west - 1, s.north - 1, s.east, s.south))
    whole = f"M{west - 9:g} {north - 9:g}H{east + 9:g}V{south + 9:g}H{west - 9:g}Z"
    corners = [(x - PITCH / 2, y - PITCH / 2) for x, y in map(middle, sorted(counted))]
    holes = "".join(f"M{x:g} {y:g}h{PITCH:g}v{PITCH:g}h{-PITCH:g}Z" for x, y in corners)
    return path(whole + holes, fill="var(--felt)", fill_rule="evenodd", opacity="0.62")


def outline(row: Row, colour: str, width: float) -> Markup:
    """Around the cards of a row: all together, or one by one where they touch only by their corners."""
    shapes = join(*(rect(x - 53, y - 53, 106, 106, rx=12.0) for x, y in map(middle, row.cells)))
    (x1, y1), (x2, y2) = middle(row.cells[0]), middle(row.cells[-1])
    if x1 == x2 or y1 == y2:
        shapes = rect(min(x1, x2) - 53, min(y1, y2) - 53, abs(x2 - x1) + 106, abs(y2 - y1) + 106, rx=14.0)
    return group(shapes, fill="none", stroke=f"var(--{colour})", stroke_width=width)


def badge(row: Row, won: bool) -> Markup:
    """The points of a series, at its beginning."""
    (x1, y1), (x2, y2) = middle(row.cells[0]), middle(row.cells[1])
    x, y = x1 - (x2 - x1) / 2, y1 - (y2 - y1) / 2
    disc = circle(x, y, 21, fill="var(--gold)" if won else "var(--soft)", stroke="var(--card)", stroke_width=3)
    return join(disc, numeral(str(row.points), x, y, 19, 1.9, "var(--paper)"))


def taken(s: Any) -> list[int]:
    """The cells of the cards that are set aside for the round that has just ended."""
    return [cell for cell, card in tops(s).items() if s.where[card] >= show.SET_ASIDE]


def star(x: float, y: float, size: float) -> Markup:
    """Marks a card that is set aside (P19)."""
    disc = circle(0, 0, 16, fill="var(--gold)", stroke="var(--card)", stroke_width=3)
    return group(disc, path(OUTLINES["purple"], fill="var(--card)"), transform=move(x, y, 0, size))
