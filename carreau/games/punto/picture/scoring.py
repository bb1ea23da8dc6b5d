"""What has won a round of Punto, drawn on the table: the rows that counted."""

from __future__ import annotations

from typing import Any

from carreau.draw.numeral import numeral
from carreau.draw.sign import OUTLINES
from carreau.draw.svg import Markup, circle, group, join, move, path, rect

from ..rules.layout import SET_ASIDE, tops
from ..rules.score import Row, score
from .board import BOARD, PITCH


def draw_score(s: Any) -> Markup:
    """The rest of the table recedes; what counted is outlined, the winner's in gold, with the points where they decided."""
    result = score(s)
    others = [row for row in result.rows if row.side != result.winner]
    mine = [row for row in result.rows if row.side == result.winner]
    counted = {cell for row in result.rows for cell in row.cells}
    badges = [badge(row, row.side == result.winner) for row in others + mine] if result.why in ("lowest", "void") else []
    outlines = [outline(row, "card", 11) for row in others + mine]
    outlines += [*(outline(row, "soft", 5) for row in others), *(outline(row, "gold", 6) for row in mine)]
    stars = [star(x + 46, y - 46, 1) for x, y in map(BOARD.middle, taken(s))]
    return group(veil(s, counted), *outlines, *badges, *stars, pointer_events="none")


def veil(s: Any, counted: set[int]) -> Markup:
    """Over the whole layout except the cards that counted."""
    west, north, east, south = BOARD.box(range(s.north - 1, s.south), range(s.west - 1, s.east), margin=9)
    corners = [(x - PITCH / 2, y - PITCH / 2) for x, y in map(BOARD.middle, sorted(counted))]
    holes = "".join(f"M{x:g} {y:g}h{PITCH:g}v{PITCH:g}h{-PITCH:g}Z" for x, y in corners)
    whole = f"M{west:g} {north:g}H{east:g}V{south:g}H{west:g}Z"
    return path(whole + holes, fill="var(--felt)", fill_rule="evenodd", opacity="0.62")


def outline(row: Row, colour: str, width: float) -> Markup:
    """Around the cards of a row: all together, or one by one where they touch only by their corners."""
    (x1, y1), *_, (x2, y2) = middles = [BOARD.middle(cell) for cell in row.cells]
    if x1 == x2 or y1 == y2:
        shapes = rect(min(x1, x2) - 53, min(y1, y2) - 53, abs(x2 - x1) + 106, abs(y2 - y1) + 106, rx=14.0)
    else:
        shapes = join(*(rect(x - 53, y - 53, 106, 106, rx=12.0) for x, y in middles))
    lit = f"{row.cells[0]}-{row.cells[-1]}" if colour == "gold" else None
    return group(shapes, fill="none", stroke=f"var(--{colour})", stroke_width=width, data_lit=lit)


def badge(row: Row, won: bool) -> Markup:
    """The points of a series, at its beginning."""
    (x1, y1), (x2, y2), *_ = map(BOARD.middle, row.cells)
    x, y = x1 - (x2 - x1) / 2, y1 - (y2 - y1) / 2
    disc = circle(x, y, 21, fill="var(--gold)" if won else "var(--soft)", stroke="var(--card)", stroke_width=3)
    return join(disc, numeral(str(row.points), x, y, 19, 1.9, "var(--paper)"))


def taken(s: Any) -> list[int]:
    """The cells of the cards that are set aside for the round that has just ended."""
    return [cell for cell, card in tops(s).items() if s.where[card] >= SET_ASIDE]


def star(x: float, y: float, size: float) -> Markup:
    """Marks a card that is set aside (P19)."""
    disc = circle(0, 0, 16, fill="var(--gold)", stroke="var(--card)", stroke_width=3)
    return group(disc, path(OUTLINES["purple"], fill="var(--card)"), transform=move(x, y, 0, size))
