"""What wins a round of Punto, found again on the table of a view, and drawn on it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from carreau.draw.numeral import numeral
from carreau.draw.sign import OUTLINES
from carreau.draw.svg import Markup, circle, group, join, move, path, rect
from carreau.games.punto import show
from carreau.games.punto.board import PITCH, middle, tops
from carreau.games.punto.cards import COLOUR, VALUE
from carreau.games.punto.lines import LINE, OWNER

BY_LINE, BY_SERIES = 1, 2  # how a round ended
STEPS = ((0, 1), (1, -1), (1, 0), (1, 1))  # rows and columns: east, south-west, south, south-east


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
    return bool(s.over or s.phase or (s.count and s.ended and s.ended_ply == s.ply))


def count_sides(s: Any) -> int:
    return 2 if s.teams else int(s.players)


def side_of(s: Any, seat: int) -> int:
    return seat % 2 if s.teams else seat


def own_colours(s: Any, seat: int) -> list[int]:
    """The colours with which a seat makes lines (P2, P5, P13)."""
    return [colour for colour in range(4) if OWNER[count_sides(s), colour] == side_of(s, seat)]


# finding


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
    cards, cell = tops(s), int(s.last) - 1
    found = []
    for row, column in STEPS:
        cells = [*run(cards, cell, -row, -column)[::-1], cell, *run(cards, cell, row, column)]
        if len(cells) >= LINE[count_sides(s)]:
            found.append(row_of(s, cards, cells))
    return tuple(found)


def series(s: Any) -> tuple[Row, ...]:
    """Every series of every side (P16)."""
    cards, length = tops(s), int(LINE[count_sides(s)]) - 1
    windows = [[cell, *run(cards, cell, *step)[: length - 1]] for cell in cards for step in STEPS]
    rows = [row_of(s, cards, cells) for cells in windows if len(cells) == length]
    return tuple(row for row in rows if row.side >= 0)


def run(cards: dict[int, int], cell: int, down: int, right: int) -> list[int]:
    """The cells that follow one in a direction and show its colour."""
    colour = COLOUR[cards[cell]]
    row, column = divmod(cell, show.SIDE)
    found: list[int] = []
    while True:
        row, column = row + down, column + right
        cell = row * show.SIDE + column
        if not 0 <= column < show.SIDE or cell not in cards or COLOUR[cards[cell]] != colour:
            return found
        found.append(cell)


def row_of(s: Any, cards: dict[int, int], cells: list[int]) -> Row:
    side = int(OWNER[count_sides(s), COLOUR[cards[cells[0]]]])
    return Row(side, tuple(cells), sum(int(VALUE[cards[cell]]) for cell in cells))


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
