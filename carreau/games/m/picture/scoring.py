"""The final scoring of M, beside or beneath the cards: tokens, colours for and against, totals (M21)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.seats import leaders
from carreau.draw.scene import Box
from carreau.draw.sign import sign, token
from carreau.draw.svg import Markup, group, join, label, move, rect
from carreau.draw.text import NORMAL, SMALL, shortened

from ..rules.cards import COLOUR_NAMES
from .players import colour_points, signed

ROW, NAME, COLUMN, TOTAL = 22.0, 88.0, 33.0, 46.0  # in pixels
WIDTH = NAME + COLUMN * (1 + len(COLOUR_NAMES)) + TOTAL
PHONE, WIDE = (328.0, 330.0), (590.0, 420.0)  # roughly the room there is


def place(box: Box, players: int, form: str) -> tuple[float, float, float]:
    """Where the scoring goes, in the board's units, and how many of them a pixel is there."""
    west, north, east, south = box
    height = ROW * (players + 1)
    if form != "wide":
        size = max((south - north) / (PHONE[1] - height - 12), (east - west) / PHONE[0])
        return (west + east - WIDTH * size) / 2, south + 12 * size, size
    size = max((east - west) / (WIDE[0] - WIDTH - 24), (south - north) / WIDE[1])
    return east + 24 * size, (north + south - height * size) / 2, size


def widened(box: Box, players: int, form: str) -> Box:
    west, north, east, south = box
    x, y, size = place(box, players, form)
    return min(west, x), min(north, y), max(east, x + WIDTH * size), max(south, y + ROW * (players + 1) * size)


def table(s: Any, box: Box, names: Sequence[str], form: str) -> Markup:
    x, y, size = place(box, int(s.players), form)
    rows = [row(s, k, names[k], k in leaders(s)) for k in range(s.players)]
    return group(head(), *rows, transform=move(x, y, 0, size))


def column(i: int) -> float:
    return NAME + COLUMN * (i + 0.5)


def head() -> Markup:
    signs = [sign(colour, column(i), ROW / 2, 13, stroke="var(--ink)") for i, colour in enumerate(COLOUR_NAMES, 1)]
    return join(token(column(0), ROW / 2, 14), *signs)


def row(s: Any, seat: int, name: str, won: bool) -> Markup:
    """What counts for a player is bold, what counts against is not."""
    edge, weight = ("var(--gold)", 700) if won else ("var(--edge)", None)
    values = enumerate([10 * s.tokens[seat], *colour_points(s, seat)])
    return group(
        rect(0, 1, WIDTH, ROW - 2, rx=6.0, fill="var(--paper)", stroke=edge, stroke_width=2),
        label(7, 15, shortened(name, NAME - 12, SMALL, bold=won), SMALL, text_anchor="start", font_weight=weight),
        *(amount(column(i), value) for i, value in values if value),
        label(WIDTH - 7, 16, signed(s.points[seat]), NORMAL, text_anchor="end", font_weight=700),
        transform=move(0, ROW * (seat + 1)),
    )


def amount(x: float, value: int) -> Markup:
    fill, weight = ("var(--ink)", 700) if value > 0 else ("var(--soft)", None)
    return label(x, 15, signed(value), SMALL, fill=fill, font_weight=weight)
