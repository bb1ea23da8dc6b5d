"""Faïence's cards: glazed tiles, cobalt on white with a second colour for each motif, the value in a cartouche."""

from __future__ import annotations

from carreau.draw.numeral import numeral
from carreau.draw.sign import star
from carreau.draw.svg import Markup, along, circle, join, move, path, rect

from ..constants import KINDS
from ..rules.cards import CARD_NAMES, kind_name, motif_and_value
from ..words.sentences import signed
from .ornament import COBALT, Layer, arc, disc, ornament, small_ornament, spread

RATIO = 1.0
MILLIMETRES = 63.0  # a card's width when printed

NIGHT = "#0E2450"  # the ground of a negative value


def face_name(name: str) -> str:
    """A card's name without the plus sign, which no id may have."""
    return name.replace("+", "")


FACES = tuple(map(face_name, CARD_NAMES))  # by card


def faces() -> dict[str, Markup]:
    """Every symbol of the sheet by name: a card's name, the same for a small area, or back."""
    cards = {face_name(kind_name(kind)): motif_and_value(kind) for kind in range(KINDS)}
    large = {name: face(*card) for name, card in cards.items()}
    small = {f"{name}-small": small_face(*card) for name, card in cards.items()}
    return {**large, **small, "back": back()}


def deck() -> list[str]:
    """The face of every card of the box, for printing."""
    return list(FACES[1:])


def face(motif: int, value: int) -> Markup:
    return join(tile(), ornament(motif), rim(), cartouche(value, 1.12))


def small_face(motif: int, value: int) -> Markup:
    return join(tile(stroke="var(--card-line)"), small_ornament(motif), cartouche(value, 1.6))


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
    return join(path(outline, fill=ground, stroke=line, stroke_width=2), numeral(signed(value), 50, 50, 17 * size, 1.9, ink))


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
