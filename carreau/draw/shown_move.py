"""A move drawn on a table before it is played: the card with a ring around it, an arrow, and the card as it would lie there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot

from carreau.draw.card import CORNER, face, frame
from carreau.draw.form import read_form
from carreau.draw.scene import Box, Choice, Piece, Scene, Spot
from carreau.draw.svg import EMPTY, Markup, along, group, join, move, path, polygon, rect
from carreau.draw.table import board_place
from carreau.draw.tray import draw_tray

RING, DARK, LIGHT = 5.0, 7.5, 1.5  # in hundredths of a card's width
GHOST = 0.8  # how much of a card that does not lie there yet can be seen
HEAD = 15.0  # of the arrow
NEAR = 30.0  # what lies no further away lies in the same place


@dataclass(frozen=True)
class Place:
    """Where something lies on the board, in hundredths of a card's width."""

    x: float
    y: float
    width: float
    height: float


def with_move(scene: Scene, own: Scene, laid: Sequence[Piece], form: str) -> Scene:
    """A scene with a move drawn on it.

    Args:
        scene: What is shown.
        own: The same table for the seat whose move it is, with this move as its only choice.
        laid: The pieces that lie there after the move: how a card would be turned.
        form: How the scene will be drawn.
    """
    if not own.choices:
        return scene
    steps = [found for taps in steps_of(own.choices[0]) if (found := list(meant(own, taps)))]
    sources = {step[0].id for step in steps if isinstance(step[0], Piece)}
    wider = with_rings(scene, sources).with_(box=union(scene.box, own.box) if scene.pieces or scene.spots else own.box)
    drawn = [drawn_step(wider, step, laid, form) for step in steps]
    return wider.with_(over=join(wider.over, *drawn))


def steps_of(choice: Choice) -> Sequence[Sequence[str]]:
    return choice.steps or (choice.taps,)


def meant(own: Scene, taps: Iterable[str]) -> Iterator[Piece | Spot]:
    """What the taps of one step mean, in their order: the card first, then its place."""
    for tap in taps:
        shown = [piece for player in own.players for piece in player.pieces]
        here: list[Piece | Spot] = [*own.hand, *own.spots, *reversed(own.pieces), *shown]
        yield from [one for one in here if one.tap == tap][:1]


def union(one: Box, other: Box) -> Box:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


# the card


def with_rings(scene: Scene, ids: set[str]) -> Scene:
    """With a ring around some cards, wherever they lie."""

    def ringed(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
        return tuple(
            replace(piece, mark=join(piece.mark, ring(100 * scene.ratio))) if piece.id in ids else piece for piece in pieces
        )

    players = tuple(replace(player, pieces=ringed(player.pieces)) for player in scene.players)
    return scene.with_(hand=ringed(scene.hand), pieces=ringed(scene.pieces), players=players)


def ring(height: float) -> Markup:
    """Dark, gold and light, so that it shows on every card."""
    gold = frame(height, RING, "gold", (DARK - RING) / 2)
    return join(frame(height, DARK, "card-ink"), gold, frame(height, LIGHT, "card", DARK))


# its place, and the way there


def drawn_step(scene: Scene, step: Sequence[Piece | Spot], laid: Sequence[Piece], form: str) -> Markup:
    if len(step) < 2:
        return EMPTY
    source, target = step[0], place_of(step[1], scene.ratio)
    there = ghost(scene, source, target, laid)
    start = start_of(scene, source, form)
    return group(there, arrow(start, target) if start else EMPTY, class_="shown-move")


def place_of(one: Piece | Spot, ratio: float) -> Place:
    if isinstance(one, Spot):
        return Place(one.x, one.y, one.width, one.height)
    return Place(one.x, one.y, 100 * one.size, 100 * ratio * one.size)


def ghost(scene: Scene, source: Piece | Spot, target: Place, laid: Sequence[Piece]) -> Markup:
    """The card as it would lie there, in a dashed frame."""
    piece = next((one for one in laid if one.last and hypot(one.x - target.x, one.y - target.y) < NEAR), None)
    if piece is None and isinstance(source, Piece):
        piece = replace(source, x=target.x, y=target.y, size=min(1.0, target.width / 100))
    if piece is None:
        return dashed(target)
    card = group(face(scene.game, piece.face, scene.ratio), opacity=GHOST)
    place = move(piece.x, piece.y, piece.turned, piece.size)
    tall = 100 * scene.ratio
    return group(card, outline(100, tall), transform=place)


def dashed(target: Place) -> Markup:
    return group(outline(target.width, target.height), transform=move(target.x, target.y))


def outline(width: float, height: float) -> Markup:
    at = -width / 2, -height / 2, width, height
    under = rect(*at, rx=CORNER, fill="none", stroke="var(--card-ink)", stroke_width=DARK)
    return join(under, rect(*at, rx=CORNER, fill="none", stroke="var(--gold)", stroke_width=RING, stroke_dasharray="14 8"))


def start_of(scene: Scene, source: Piece | Spot, form: str) -> tuple[float, float] | None:
    """Where the arrow begins, in the measures of the board: at a card on it, or above one in the hand."""
    if any(piece.id == source.id for piece in scene.pieces):
        return source.x, source.y
    places = read_form(form)(scene)
    x, y, size = board_place(scene.box, places.board, places.largest)
    held = [one for one in draw_tray(scene, places, frozenset()) if isinstance(one, Piece) and one.id == source.id]
    if not held:
        return None
    top = held[0].y - 50 * scene.ratio * held[0].size
    return (held[0].x - x) / size, (top - y) / size


def arrow(start: tuple[float, float], target: Place) -> Markup:
    """From a card to the edge of its place."""
    dx, dy = target.x - start[0], target.y - start[1]
    length = hypot(dx, dy)
    ux, uy = (dx / length, dy / length) if length else (0.0, 0.0)
    free = length - reach(ux, uy, target) - 4
    if free < 2 * HEAD:
        return EMPTY
    tip, neck = (start[0] + ux * free, start[1] + uy * free), (start[0] + ux * (free - HEAD), start[1] + uy * (free - HEAD))
    head = [tip, (neck[0] - uy * HEAD * 0.7, neck[1] + ux * HEAD * 0.7), (neck[0] + uy * HEAD * 0.7, neck[1] - ux * HEAD * 0.7)]
    looks = {"stroke_linecap": "round", "fill": "none"}
    shaft = along([start, neck])
    return join(
        path(shaft, stroke="var(--card-ink)", stroke_width=DARK, **looks), polygon(head, fill="var(--card-ink)",
        stroke="var(--card-ink)", stroke_width=DARK / 2, stroke_linejoin="round"),
        path(shaft, stroke="var(--gold)", stroke_width=RING - 1, **looks), polygon(head, fill="var(--gold)"),
    )  # fmt: skip


def reach(ux: float, uy: float, target: Place) -> float:
    """From the middle of a place to its edge, in a direction."""
    across = target.width / 2 / abs(ux) if ux else float("inf")
    down = target.height / 2 / abs(uy) if uy else float("inf")
    return min(across, down)
