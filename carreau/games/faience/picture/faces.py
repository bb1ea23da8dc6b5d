"""Faïence's cards: glazed tiles, cobalt on white with a second colour for each motif, the value in a cartouche."""

from __future__ import annotations

from carreau.draw.numeral import numeral
from carreau.draw.sign import star
from carreau.draw.svg import Markup, along, circle, join, move, path, rect

from ..rules.cards import COPIES, KINDS, LOWEST, VALUES, kind_name
from .ornament import COBALT, Layer, arc, disc, ornament, small_ornament, spread

RATIO = 1.0
MILLIMETRES = 63.0  # a card's width when printed

NIGHT = "#0E2450"  # the ground of a negative value


def faces() -> dict[str, Markup]:
    """Every symbol of the sheet by name: a card's name, the same for a small area, or back."""
    cards = {face_name(kind): face(kind) for kind in range(KINDS)}
    small = {f"{face_name(kind)}-small": small_face(kind) for kind in range(KINDS)}
    return {**cards, **small, "back": back()}


def face_name(kind: int) -> str:
    """A card's name without the plus sign, which no id may have."""
    return kind_name(kind).replace("+", "")


def face(kind: int) -> Markup:
    value = kind % VALUES + LOWEST
    return join(tile(), ornament(kind // VALUES), rim(), cartouche(value, 1.12))


def small_face(kind: int) -> Markup:
    value = kind % VALUES + LOWEST
    return join(tile(stroke="var(--card-line)"), small_ornament(kind // VALUES), cartouche(value, 1.6))


def tile(**line: str) -> Markup:
    return rect(0.5, 0.5, 99, 99, rx=6.0, fill="var(--card)", **line)


def rim() -> Markup:
    return rect(0.5, 0.5, 99, 99, rx=6.0, fill="none", stroke="var(--card-line)")


def cartouche(value: int, size: float) -> Markup:
    """Light for what is worth something, dark for what costs."""
    x, y = 20 * size, 15.5 * size
    bow = 5 * size
    outline = (
        f"M{50 - x + bow:g} {50 - y:g}H{50 + x - bow:g}A{bow:g} {bow:g} 0 0 0 {50 + x:g} {50 - y + bow:g}V{50 + y - bow:g}"
        f"A{bow:g} {bow:g} 0 0 0 {50 + x - bow:g} {50 + y:g}H{50 - x + bow:g}A{bow:g} {bow:g} 0 0 0 {50 - x:g} {50 + y - bow:g}"
        f"V{50 - y + bow:g}A{bow:g} {bow:g} 0 0 0 {50 - x + bow:g} {50 - y:g}Z"
    )
    ground, ink, line = (NIGHT, "#FFFFFF", "var(--card)") if value < 0 else ("var(--card)", COBALT, COBALT)
    text = f"{value:+d}".replace("-", "−") if value else "0"
    return join(path(outline, fill=ground, stroke=line, stroke_width=2), numeral(text, 50, 50, 17 * size, 1.9, ink))


def back() -> Markup:
    """White on cobalt: a star in a ring, quarter circles in the corners."""
    rays = along(star(8, 30, 13)) + "Z"
    corners = spread(Layer(arc(22) + arc(28) + disc(12), {}))
    return join(
        rect(0.5, 0.5, 99, 99, rx=6.0, fill=COBALT),
        path(corners, fill="none", stroke="#FFFFFF", stroke_width=2.2, opacity="0.85"),
        circle(50, 50, 37, fill="none", stroke="#FFFFFF", stroke_width=1.4, opacity="0.85"),
        path(rays, fill="#FFFFFF", transform=move(50, 50)),
        circle(50, 50, 8, fill=COBALT),
        circle(50, 50, 3.5, fill="#FFFFFF"),
        rim(),
    )


def deck() -> list[str]:
    """The face of every card of the box, for printing."""
    return [face_name(kind) for kind in range(KINDS) for _ in range(COPIES[kind % VALUES])]
