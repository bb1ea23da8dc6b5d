"""Colour is never the only mark: each has a sign, the same on cards, scores, log and buttons."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from carreau.draw.svg import Markup, along, circle, join, move, number, path

GLYPHS = {"red": "●", "blue": "▲", "green": "■", "yellow": "◆", "purple": "★", "sky": "✚", "brown": "⬟"}


def ring(corners: int, radius: float, start: float = -pi / 2) -> list[tuple[float, float]]:
    return [(radius * cos(start + 2 * pi * k / corners), radius * sin(start + 2 * pi * k / corners)) for k in range(corners)]


def star(points: int, outer: float, inner: float) -> list[tuple[float, float]]:
    tips, dents = ring(points, outer), ring(points, inner, -pi / 2 + pi / points)
    return [corner for pair in zip(tips, dents) for corner in pair]


CROSS = [(-3, -9), (3, -9), (3, -3), (9, -3), (9, 3), (3, 3), (3, 9), (-3, 9), (-3, 3), (-9, 3), (-9, -3), (-3, -3)]

OUTLINES = {  # around 0, 0 within a circle of radius 10, of about the same weight
    "red": "M-8.5 0a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0 -17 0Z",
    "blue": along([(0, -9), (9.5, 7.5), (-9.5, 7.5)]) + "Z",
    "green": along([(-7.5, -7.5), (7.5, -7.5), (7.5, 7.5), (-7.5, 7.5)]) + "Z",
    "yellow": along([(0, -10), (8.5, 0), (0, 10), (-8.5, 0)]) + "Z",
    "purple": along(star(5, 10, 4.2)) + "Z",
    "sky": along([(float(x), float(y)) for x, y in CROSS]) + "Z",
    "brown": along(ring(5, 9.5)) + "Z",
}


def token(x: float, y: float, size: float) -> Markup:
    """A coin, for what players hold and pay."""
    coin = circle(x, y, size * 0.45, fill="var(--gold)", stroke="var(--card-ink)", stroke_width=size * 0.06)
    return join(coin, circle(x, y, size * 0.22, fill="none", stroke="var(--card)", stroke_width=size * 0.1))


def sign(colour: str, x: float, y: float, size: float, **attributes: Any) -> Markup:
    """A colour's sign, `size` wide, in that colour unless told otherwise; thin edges keep yellow visible on white."""
    attributes = {"fill": f"var(--{colour})", "stroke": "var(--card-ink)", "stroke_width": number(1.2), **attributes}
    return path(OUTLINES[colour], transform=move(x, y, 0, size / 20), **attributes)
