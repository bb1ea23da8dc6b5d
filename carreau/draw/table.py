"""Draws a scene: phone portrait, wide, or as a rulebook's picture."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple
from xml.sax.saxutils import escape

from carreau.draw.card import draw_piece, draw_spot
from carreau.draw.form import Form, read_form
from carreau.draw.panel import draw_players
from carreau.draw.scene import Box, Piece, Scene
from carreau.draw.sheet import symbols
from carreau.draw.svg import EMPTY, Fragments, Markup, group, join, move, opening, rect, tag, wrap
from carreau.draw.text import FONT, paragraph
from carreau.draw.theme import resolve, stylesheet
from carreau.draw.tray import draw_tray


class Layer(NamedTuple):
    """A part of a table: cards and other elements, the lowest first, moved and scaled as one."""

    name: str
    elements: Sequence[Fragments | Piece]
    x: float = 0
    y: float = 0
    size: float = 1


def draw_table(scene: Scene, form: str, theme: str, sheet: bool) -> Markup:
    """A whole table. Theme auto follows the reader's system; otherwise colours are written out."""
    return draw_at(scene, read_form(form)(scene), theme, sheet)


def draw_at(scene: Scene, places: Form, theme: str, sheet: bool) -> Markup:
    faces = tag("defs", symbols(scene.game, scene.faces, scene.ratio, used(scene))) if sheet else EMPTY
    style = tag("style", Markup(stylesheet())) if theme == "auto" and sheet else EMPTY
    svg = Markup("".join(fragments(scene, places, style, faces)))
    return svg if theme == "auto" else resolve(svg, theme)


def fragments(scene: Scene, places: Form, style: Markup = EMPTY, faces: Markup = EMPTY) -> Fragments:
    """The drawing in pieces, most of which are the same from one drawing to the next: a tag, a card, a line of text."""
    live = scene.live()
    text = wrap("<desc>", [escape(line) for line in text_lines(scene)], "</desc>")
    head = [part for part in (style, heading(scene.title), *text, faces) if part]
    parts = [draw_layer(scene, layer, live) for layer in layers(scene, places, live)]
    return (beginning(scene.game, places.width, places.height), *head, *chain.from_iterable(parts), "</svg>")


@lru_cache(1000)
def beginning(game: str, width: float, height: float) -> str:
    return opening(
        "svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width:g} {height:g}", font_family=FONT, role="group",
        class_="table", data_game=game,
    )  # fmt: skip


@lru_cache(1000)
def heading(title: str) -> Markup:
    return tag("title", title)


def text_lines(scene: Scene) -> list[str]:
    """The table in sentences, as lines with their ends."""
    return scene.text().splitlines(keepends=True)


def draw_layer(scene: Scene, layer: Layer, live: dict[str, str]) -> Fragments:
    if not layer.elements:
        return ()
    drawn: list[str] = []
    for one in layer.elements:
        drawn += draw_piece(scene, one, live, layer.size) if isinstance(one, Piece) else one
    return wrap(layer_tag(layer.name, layer.x, layer.y, layer.size), drawn, "</g>")


@lru_cache(5000)
def layer_tag(name: str, x: float, y: float, size: float) -> str:
    identity = "guidance" if name == "guidance" else None
    where = move(x, y, 0, size) if (x, y, size) != (0, 0, 1) else None
    return opening("g", id=identity, class_=name, transform=where)


def layers(scene: Scene, places: Form, live: dict[str, str]) -> list[Layer]:
    return [
        Layer("ground", [ground(places.width, places.height, places.board)]),
        Layer("players", draw_players(scene, places)),
        board(scene, places, live),
        Layer("guidance", [(paragraph(scene.guidance, places.guidance),)] if places.guidance[2] else []),
        Layer("tray", draw_tray(scene, places, live)),
    ]


@lru_cache(1000)
def ground(width: float, height: float, board: Box) -> Fragments:
    west, north, east, south = board
    felt = rect(west, north, east - west, south - north, rx=10.0, fill="var(--felt)", stroke="var(--edge)", stroke_width=1.5)
    return rect(0, 0, width, height, fill="var(--paper)"), felt


def board(scene: Scene, places: Form, live: dict[str, str]) -> Layer:
    """The board, as large as fits."""
    west, north, east, south = places.board
    x0, y0, x1, y1 = scene.box
    size = min((east - west - 16) / (x1 - x0), (south - north - 16) / (y1 - y0), places.largest / 100)
    x = (west + east - (x0 + x1) * size) / 2
    y = (north + south - (y0 + y1) * size) / 2
    inside: list[Fragments | Piece] = [
        (join(scene.under),),
        *scene.pieces,
        *(draw_spot(spot, live, size) for spot in scene.spots),
        (group(scene.over, pointer_events="none") if scene.over else EMPTY,),  # taps go through it to what lies below
    ]
    return Layer("board", inside, x, y, size)


def used(scene: Scene) -> list[str]:
    """The faces that this table needs."""
    pieces = [*scene.pieces, *scene.hand, *(piece for player in scene.players for piece in player.pieces)]
    return [piece.face for piece in pieces] + [pile.face for pile in scene.piles]
