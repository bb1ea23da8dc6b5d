"""Cards, and the places where they lie."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass, replace
from functools import lru_cache

from carreau.draw.scene import Piece, Scene, Spot
from carreau.draw.svg import Fragments, Markup, join, move, opening, path, rect, shown, use

CORNER = 6.0  # of a card, in hundredths of its width
ACCENT, LAST, FREE = 2.5, 2.0, 1.5  # pixels


def draw_pieces(scene: Scene, pieces: Iterable[Piece], live: Set[str], scale: float = 1) -> list[str]:
    """Cards where they lie, with their names and what a tap on them means; `scale` is that of the group around them.

    With every move a whole board is drawn, so the markup of each card has to be found quickly.
    """
    idle, can = look_of(scene.game, scene.ratio, False, scale), look_of(scene.game, scene.ratio, True, scale)
    drawn: list[str] = []
    for piece in pieces:
        look = can if piece.tap in live else idle
        markup = piece.looks.get(look)
        if markup is None:
            markup = piece.looks[look] = piece_markup(piece, look)
        drawn += markup
    return drawn


@dataclass(frozen=True, eq=False)  # each is itself: then it is quick to look something up by it
class Look:
    """What markup depends on, besides a card."""

    game: str
    ratio: float
    can: bool  # whether a tap leads to an action
    scale: float  # of the group around it


@lru_cache(1000)
def look_of(game: str, ratio: float, can: bool, scale: float) -> Look:
    return Look(game, ratio, can, scale)


def piece_markup(piece: Piece, at: Look) -> Fragments:
    """In two fragments if it is highlighted, because others are highlighted in the same way."""
    kind = f"card{' can' if at.can else ''}{' last' if piece.last else ''}"
    more = [  # written out, because this is most of what is drawn anew
        f' data-tap="{shown(piece.tap)}"' if piece.tap else "",
        f' data-from="{shown(piece.origin)}"' if piece.origin else "",
        ' opacity="0.5"' if piece.dim else "",
    ]
    place = move(piece.x, piece.y, piece.turned, piece.size)
    begun = f'<g id="{shown(piece.id)}" class="{kind}" role="img" aria-label="{shown(piece.name)}"{"".join(more)}'
    below, above = highlights(at.ratio, 1 / (at.scale * piece.size), piece.raised, piece.last, at.can)
    card = f'{begun} transform="{place}">{below}{face(at.game, piece.face, at.ratio)}'
    end = f"{above}{join(piece.mark)}</g>"
    return (card, end) if above else (f"{card}{end}",)


def look(game: str, ratio: float, name: str, pixel: float, raised: bool, last: bool, can: bool, mark: Markup) -> Markup:
    """A card around 0, 0."""
    below, above = highlights(ratio, pixel, raised, last, can)
    return join(below, face(game, name, ratio), above, mark)


@lru_cache(1000)
def face(game: str, name: str, ratio: float) -> Markup:
    return use(f"{game}-{name}", -50, -50 * ratio, 100, 100 * ratio)


@lru_cache(1000)
def highlights(ratio: float, pixel: float, raised: bool, last: bool, can: bool) -> tuple[Markup, Markup]:
    """What is drawn beneath a card's face, its shadow, and what above: lines of constant width around it."""
    height = 100 * ratio
    below, above = [], []
    if raised:
        rim = rect(-50 - pixel, -height / 2 - pixel, 100 + 2 * pixel, height + 2 * pixel, rx=CORNER, fill="var(--card)")
        below = [rect(-49, -height / 2 + 3, 100, height, rx=CORNER, fill="var(--shade)"), rim]
    if last:  # dark and light, so that it shows on every card
        above += [frame(height, LAST * pixel, "card-ink"), frame(height, pixel, "card", LAST * pixel)]
    if can:
        above.append(frame(height, ACCENT * pixel, "accent", LAST * pixel if last else 0))
    return join(*below), join(*above)


def frame(height: float, width: float, colour: str, inset: float = 0) -> Markup:
    """Just inside the edge, so that neighbours do not hide it."""
    edge = inset + width / 2
    return rect(
        -50 + edge, -height / 2 + edge, 100 - 2 * edge, height - 2 * edge, rx=max(1.0, CORNER - edge / 2), fill="none",
        stroke=f"var(--{colour})", stroke_width=width,
    )  # fmt: skip


def place_piece(piece: Piece, x: float, y: float, size: float, raised: bool = False) -> Piece:
    place = x, y, size, raised
    placed: Piece | None = piece.looks.get(place)
    if placed is None:
        placed = piece.looks[place] = replace(piece, x=x, y=y, size=size, raised=raised)
    return placed


def draw_spot(spot: Spot, live: Set[str], scale: float = 1) -> str:
    """A free place; the accent says that something can be laid there."""
    look = spot.tap in live, scale
    drawn: str | None = spot.looks.get(look)
    if drawn is None:
        drawn = spot.looks[look] = spot_markup(spot, *look)
    return drawn


def spot_markup(spot: Spot, can: bool, scale: float) -> str:
    begun = opening(
        "g", id=spot.id, class_="spot can" if can else "spot", role="img", aria_label=spot.name, data_tap=spot.tap,
        transform=move(spot.x, spot.y),
    )  # fmt: skip
    return f"{begun}{free_place(spot.width, spot.height, spot.outline, can, scale)}</g>"


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
