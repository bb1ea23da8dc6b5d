"""Draws a scene: phone portrait, wide, or as a rulebook's picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carreau.draw.card import draw_piece, draw_spot
from carreau.draw.form import Form, read_form
from carreau.draw.panel import draw_players
from carreau.draw.scene import Piece, Scene
from carreau.draw.sheet import symbols
from carreau.draw.svg import EMPTY, Markup, group, move, rect, tag
from carreau.draw.text import FONT, paragraph
from carreau.draw.theme import resolve, stylesheet
from carreau.draw.tray import draw_tray


@dataclass(frozen=True)
class Layer:
    """A part of a table: cards and other elements, the lowest first, moved and scaled as one."""

    name: str
    elements: Sequence[Markup | Piece]
    x: float = 0
    y: float = 0
    size: float = 1


def draw_table(scene: Scene, form: str, theme: str, sheet: bool) -> Markup:
    """A whole table. Theme auto follows the reader's system; otherwise colours are written out."""
    places = read_form(form)(scene)
    return document(scene, places, [draw_layer(scene, layer) for layer in layers(scene, places)], theme, sheet)


def draw_layer(scene: Scene, layer: Layer) -> Markup:
    live = scene.live()
    drawn = [draw_piece(scene, one, live, layer.size) if isinstance(one, Piece) else one for one in layer.elements]
    identity = "guidance" if layer.name == "guidance" else None
    where = move(layer.x, layer.y, 0, layer.size) if (layer.x, layer.y, layer.size) != (0, 0, 1) else None
    return group(*drawn, id=identity, class_=layer.name, transform=where) if drawn else EMPTY


def layers(scene: Scene, places: Form) -> list[Layer]:
    live = scene.live()
    return [
        Layer("ground", [rect(0, 0, places.width, places.height, fill="var(--paper)"), felt(places)]),
        Layer("players", draw_players(scene, places)),
        board(scene, places, live),
        Layer("guidance", [paragraph(scene.guidance, places.guidance)] if places.guidance[2] else []),
        Layer("tray", draw_tray(scene, places, live)),
    ]


def felt(places: Form) -> Markup:
    west, north, east, south = places.board
    return rect(west, north, east - west, south - north, rx=10.0, fill="var(--felt)", stroke="var(--edge)", stroke_width=1.5)


def board(scene: Scene, places: Form, live: dict[str, str]) -> Layer:
    """The board, as large as fits."""
    west, north, east, south = places.board
    x0, y0, x1, y1 = scene.box
    size = min((east - west - 16) / (x1 - x0), (south - north - 16) / (y1 - y0), places.largest / 100)
    x = (west + east - (x0 + x1) * size) / 2
    y = (north + south - (y0 + y1) * size) / 2
    inside: list[Markup | Piece] = [
        scene.under,
        *scene.pieces,
        *(draw_spot(spot, live, size) for spot in scene.spots),
        group(scene.over, pointer_events="none") if scene.over else EMPTY,  # taps go through it to what lies below
    ]
    return Layer("board", inside, x, y, size)


def document(scene: Scene, places: Form, parts: list[Markup], theme: str, sheet: bool) -> Markup:
    faces = tag("defs", symbols(scene.game, scene.faces, scene.ratio, used(scene))) if sheet else EMPTY
    style = tag("style", Markup(stylesheet())) if theme == "auto" and sheet else EMPTY
    svg = tag(
        "svg", style, tag("title", scene.title), tag("desc", scene.text()), faces, *parts,
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {places.width:g} {places.height:g}", font_family=FONT, role="group",
        class_="table", data_game=scene.game,
    )  # fmt: skip
    return svg if theme == "auto" else resolve(svg, theme)


def used(scene: Scene) -> list[str]:
    """The faces that this table needs."""
    pieces = [*scene.pieces, *scene.hand, *(piece for player in scene.players for piece in player.pieces)]
    return [piece.face for piece in pieces] + [pile.face for pile in scene.piles]
