"""Cards, and the places where they lie."""

from __future__ import annotations

from dataclasses import replace

from carreau.draw.scene import Piece, Scene, Spot
from carreau.draw.svg import Markup, group, move, path, rect, use

CORNER = 6.0  # of a card, in hundredths of its width
ACCENT, LAST, FREE = 2.5, 2.0, 1.5  # pixels


def draw_piece(scene: Scene, piece: Piece, live: dict[str, str], scale: float = 1) -> Markup:
    """A card where it lies, with its name and what a tap on it means. `scale` is that of the group around it."""
    can = piece.tap in live
    return group(
        *look(scene, piece, can, scale), id=piece.id,
        class_=" ".join(["card", *(["can"] if can else []), *(["last"] if piece.last else [])]),
        role="img", aria_label=piece.name, data_tap=piece.tap or None, data_action=live.get(piece.tap) or None,
        data_from=piece.origin or None, opacity="0.5" if piece.dim else None,
        transform=move(piece.x, piece.y, piece.turned, piece.size),
    )  # fmt: skip


def look(scene: Scene, piece: Piece, can: bool, scale: float) -> list[Markup]:
    """A card around 0, 0: its shadow, its face, and around it highlights in lines of constant width."""
    height = 100 * scene.ratio
    pixel = 1 / (scale * piece.size)
    parts = [use(f"{scene.game}-{piece.face}", -50, -height / 2, 100, height)]
    if piece.raised:
        rim = rect(-50 - pixel, -height / 2 - pixel, 100 + 2 * pixel, height + 2 * pixel, rx=CORNER, fill="var(--card)")
        parts = [rect(-49, -height / 2 + 3, 100, height, rx=CORNER, fill="var(--shade)"), rim, *parts]
    if piece.last:  # dark and light, so that it shows on every card
        parts += [frame(height, LAST * pixel, "card-ink"), frame(height, pixel, "card", LAST * pixel)]
    if can:
        parts.append(frame(height, ACCENT * pixel, "accent", LAST * pixel if piece.last else 0))
    if piece.mark:
        parts.append(piece.mark)
    return parts


def frame(height: float, width: float, colour: str, inset: float = 0) -> Markup:
    """Just inside the edge, so that neighbours do not hide it."""
    edge = inset + width / 2
    return rect(
        -50 + edge, -height / 2 + edge, 100 - 2 * edge, height - 2 * edge, rx=max(1.0, CORNER - edge / 2), fill="none",
        stroke=f"var(--{colour})", stroke_width=width,
    )  # fmt: skip


def place_piece(piece: Piece, x: float, y: float, size: float, raised: bool = False) -> Piece:
    return replace(piece, x=x, y=y, size=size, raised=raised)


def draw_spot(spot: Spot, live: dict[str, str], scale: float = 1) -> Markup:
    """A free place; the accent says that something can be laid there."""
    can = spot.tap in live
    look = {
        "fill": "var(--accent)" if can else "none",
        "fill_opacity": "0.1" if can else None,
        "stroke": "var(--accent)" if can else "var(--line)",
        "stroke_width": FREE / scale,
    }
    width, height = spot.width, spot.height
    shape = (
        path(spot.outline, **look)
        if spot.outline
        else rect(-width / 2 + 5, -height / 2 + 5, width - 10, height - 10, rx=CORNER, **look)
    )
    return group(
        shape, id=spot.id, class_="spot can" if can else "spot", role="img", aria_label=spot.name, data_tap=spot.tap,
        data_action=live.get(spot.tap) or None, transform=move(spot.x, spot.y),
    )  # fmt: skip
