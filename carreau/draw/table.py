"""Draws a scene: phone portrait, wide, or as a rulebook's picture."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import lru_cache
from itertools import chain
from xml.sax.saxutils import escape

from carreau.draw.card import draw_pieces, draw_spot
from carreau.draw.form import Form, read_form
from carreau.draw.panel import draw_players
from carreau.draw.scene import Box, Piece, Scene
from carreau.draw.sheet import symbols
from carreau.draw.svg import EMPTY, Fragments, Markup, group, join, move, opening, rect, tag
from carreau.draw.text import FONT, paragraph
from carreau.draw.theme import resolve, stylesheet
from carreau.draw.tray import draw_tray

Layers = list[Fragments]  # of a drawing, the lowest first; each in its place, even if it is empty


def draw_table(scene: Scene, form: str, theme: str, sheet: bool) -> Markup:
    """A whole table. Theme auto follows the reader's system; otherwise colours are written out."""
    return draw_at(scene, read_form(form)(scene), theme, sheet)


def draw_at(scene: Scene, places: Form, theme: str, sheet: bool) -> Markup:
    faces = tag("defs", symbols(scene.game, scene.faces, scene.ratio, used(scene))) if sheet else EMPTY
    style = tag("style", Markup(stylesheet())) if theme == "auto" and sheet else EMPTY
    svg = Markup("".join(chain.from_iterable(draw_layers(scene, places, text_lines(scene), style, faces))))
    return svg if theme == "auto" else resolve(svg, theme)


def draw_layers(
    scene: Scene, places: Form, text: Sequence[str], style: Markup = EMPTY, faces: Markup = EMPTY
) -> Layers:  # fmt: skip
    """The drawing in fragments, most of which are the same from one drawing to the next: a tag, a card, a line of text."""
    live = scene.live()
    return [
        (beginning(scene.game, places.width, places.height), style, heading(scene.title)),
        ("<desc>", *map(escape, text), "</desc>", faces),
        ground(places.width, places.height, places.board),
        layer("players", draw_players(scene, places, live)),
        *board(scene, places, live),
        layer("guidance", [paragraph(scene.guidance, places.guidance)] if places.guidance[2] else []),
        layer("tray", tray(scene, places, live)),
        ("</svg>",),
    ]


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
    *lines, last = scene.sentences()
    return [*map(ended, lines), last]


@lru_cache(5000)
def ended(line: str) -> str:
    return f"{line}\n"


def layer(name: str, elements: Sequence[str]) -> Fragments:
    return (layer_tag(name), *elements, "</g>") if elements else ()


@lru_cache(5000)
def layer_tag(name: str, x: float = 0, y: float = 0, size: float = 1) -> str:
    """The tag that begins a layer, which is moved and scaled as one."""
    identity = "guidance" if name == "guidance" else None
    where = move(x, y, 0, size) if (x, y, size) != (0, 0, 1) else None
    return opening("g", id=identity, class_=name, transform=where)


@lru_cache(1000)
def ground(width: float, height: float, board: Box) -> Fragments:
    west, north, east, south = board
    felt = rect(west, north, east - west, south - north, rx=10.0, fill="var(--felt)", stroke="var(--edge)", stroke_width=1.5)
    return layer("ground", (rect(0, 0, width, height, fill="var(--paper)"), felt))


def board(scene: Scene, places: Form, live: Set[str]) -> Layers:
    """The board, as large as fits: what lies beneath the cards, the cards, free places, and what lies above."""
    x, y, size = board_place(scene.box, places.board, places.largest)
    over = group(scene.over, pointer_events="none") if scene.over else EMPTY  # taps go through it to what lies below
    return [
        (layer_tag("board", x, y, size), join(scene.under)),
        tuple(draw_pieces(scene, scene.pieces, live, size)),
        tuple([draw_spot(spot, live, size) for spot in scene.spots]),
        (over, "</g>"),
    ]


@lru_cache(1000)
def board_place(box: Box, within: Box, largest: float) -> tuple[float, float, float]:
    """Where the board begins, and its scale."""
    x0, y0, x1, y1 = box
    west, north, east, south = within
    size = min((east - west - 16) / (x1 - x0), (south - north - 16) / (y1 - y0), largest / 100)
    return (west + east - (x0 + x1) * size) / 2, (north + south - (y0 + y1) * size) / 2, size


def tray(scene: Scene, places: Form, live: Set[str]) -> list[str]:
    drawn: list[str] = []
    for one in draw_tray(scene, places, live):
        drawn += draw_pieces(scene, (one,), live) if isinstance(one, Piece) else one
    return drawn


def used(scene: Scene) -> list[str]:
    """The faces that this table needs."""
    pieces = [*scene.pieces, *scene.hand, *(piece for player in scene.players for piece in player.pieces)]
    return [piece.face for piece in pieces] + [pile.face for pile in scene.piles]
