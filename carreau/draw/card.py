"""Cards, and the places where they lie."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from typing import Any

from carreau.draw.scene import Piece, Scene, Spot
from carreau.draw.svg import Fragments, Markup, join, move, opening, path, rect, use

CORNER = 6.0  # of a card, in hundredths of its width
ACCENT, LAST, FREE = 2.5, 2.0, 1.5  # pixels
MANY = 20_000  # cards and spots whose markup is kept: all tables of a game have the same ones
PIECE, SPOT = (attrgetter(*(field.name for field in fields(kind))) for kind in (Piece, Spot))


def draw_piece(scene: Scene, piece: Piece, live: dict[str, str], scale: float = 1) -> Fragments:
    """A card where it lies, with its name and what a tap on it means. `scale` is that of the group around it."""
    return piece_markup(scene.game, scene.ratio, PIECE(piece), live.get(piece.tap), scale)


@lru_cache(MANY)
def piece_markup(game: str, ratio: float, fields: tuple[Any, ...], action: str | None, scale: float) -> Fragments:
    piece, can = Piece(*fields), action is not None
    begun = opening(
        "g", id=piece.id,
        class_=" ".join(["card", *(["can"] if can else []), *(["last"] if piece.last else [])]),
        role="img", aria_label=piece.name, data_tap=piece.tap or None, data_action=action or None,
        data_from=piece.origin or None, opacity="0.5" if piece.dim else None,
        transform=move(piece.x, piece.y, piece.turned, piece.size),
    )  # fmt: skip
    card = look(game, ratio, piece.face, 1 / (scale * piece.size), piece.raised, piece.last, can, piece.mark)
    return begun, f"{card}</g>"


@lru_cache(MANY)
def look(game: str, ratio: float, face: str, pixel: float, raised: bool, last: bool, can: bool, mark: Markup) -> Markup:
    """A card around 0, 0: its shadow, its face, and around it highlights in lines of constant width."""
    height = 100 * ratio
    parts = [use(f"{game}-{face}", -50, -height / 2, 100, height)]
    if raised:
        rim = rect(-50 - pixel, -height / 2 - pixel, 100 + 2 * pixel, height + 2 * pixel, rx=CORNER, fill="var(--card)")
        parts = [rect(-49, -height / 2 + 3, 100, height, rx=CORNER, fill="var(--shade)"), rim, *parts]
    if last:  # dark and light, so that it shows on every card
        parts += [frame(height, LAST * pixel, "card-ink"), frame(height, pixel, "card", LAST * pixel)]
    if can:
        parts.append(frame(height, ACCENT * pixel, "accent", LAST * pixel if last else 0))
    return join(*parts, mark)


def frame(height: float, width: float, colour: str, inset: float = 0) -> Markup:
    """Just inside the edge, so that neighbours do not hide it."""
    edge = inset + width / 2
    return rect(
        -50 + edge, -height / 2 + edge, 100 - 2 * edge, height - 2 * edge, rx=max(1.0, CORNER - edge / 2), fill="none",
        stroke=f"var(--{colour})", stroke_width=width,
    )  # fmt: skip


def place_piece(piece: Piece, x: float, y: float, size: float, raised: bool = False) -> Piece:
    placed = object.__new__(Piece)
    vars(placed).update(vars(piece), x=x, y=y, size=size, raised=raised)  # many times quicker than dataclasses.replace
    return placed


def draw_spot(spot: Spot, live: dict[str, str], scale: float = 1) -> Fragments:
    """A free place; the accent says that something can be laid there."""
    return spot_markup(SPOT(spot), live.get(spot.tap), scale)


@lru_cache(MANY)
def spot_markup(fields: tuple[Any, ...], action: str | None, scale: float) -> Fragments:
    spot, can = Spot(*fields), action is not None
    begun = opening(
        "g", id=spot.id, class_="spot can" if can else "spot", role="img", aria_label=spot.name, data_tap=spot.tap,
        data_action=action or None, transform=move(spot.x, spot.y),
    )  # fmt: skip
    return begun, f"{free_place(spot.width, spot.height, spot.outline, can, scale)}</g>"


@lru_cache(1000)
def free_place(width: float, height: float, outline: str, can: bool, scale: float) -> Markup:
    look = {
        "fill": "var(--accent)" if can else "none",
        "fill_opacity": "0.1" if can else None,
        "stroke": "var(--accent)" if can else "var(--line)",
        "stroke_width": FREE / scale,
    }
    if outline:
        return path(outline, **look)
    return rect(-width / 2 + 5, -height / 2 + 5, width - 10, height - 10, rx=CORNER, **look)
