"""A whole match as one moving drawing: every element is there once, with the times at which it is visible, and
cards glide from place to place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from carreau.draw.card import look
from carreau.draw.form import Form, read_form
from carreau.draw.panel import above_cards, draw_panel
from carreau.draw.scene import Piece, Scene
from carreau.draw.sheet import symbols
from carreau.draw.svg import Fragments, Markup, group, join, number, tag
from carreau.draw.table import board_place, draw_at, ground, used
from carreau.draw.text import FONT, paragraph
from carreau.draw.theme import resolve
from carreau.draw.tray import draw_tray

GLIDE = 0.35  # seconds that a card takes to its new place
WANDER = 1.3  # how much larger the frame that holds all pictures may be
REST = 3.0  # seconds that the last picture stays
NAMED = re.compile(r' id="([^"]*)"| role="img"| aria-label="[^"]*"| data-[a-z]+="[^"]*"| class="[^"]*"')
EASE = "0 0 .3 1"

Place = tuple[float, float, float, float]  # x, y, degrees, size


def steady(scenes: Sequence[Scene], form: str) -> tuple[list[Scene], Form]:
    """The scenes without what only a player needs, all in one form, and in one frame unless the board moves too far."""
    boxes = [scene.box for scene in scenes]
    west, north = (min(box[i] for box in boxes) for i in (0, 1))
    east, south = (max(box[i] for box in boxes) for i in (2, 3))
    widest, highest = max(box[2] - box[0] for box in boxes), max(box[3] - box[1] for box in boxes)
    near = east - west <= WANDER * widest and south - north <= WANDER * highest
    calm = [
        scene.with_(box=(west, north, east, south) if near else scene.box, choices=(), spots=(), buttons=()) for scene in scenes
    ]
    return calm, min((read_form(form)(scene) for scene in calm), key=lambda places: places.board[3] - places.board[1])


def pictures(scenes: Sequence[Scene], form: str, theme: str) -> list[Markup]:
    """The same as single drawings."""
    calm, places = steady(scenes, form)
    return [draw_at(scene, places, theme, sheet=True) for scene in calm]


def film(scenes: Sequence[Scene], form: str, theme: str, seconds: float) -> Markup:
    """An SVG that plays itself, again and again."""
    calm, places = steady(scenes, form)
    reel = Reel(len(calm), seconds)
    below: dict[Markup, list[int]] = {}  # elements, with the pictures in which they are seen
    above: dict[Markup, list[int]] = {}
    cards: dict[str, Track] = {}
    for i, scene in enumerate(calm):
        for layer in layers(scene, places):
            for element in layer.elements:
                if isinstance(element, Piece):
                    cards.setdefault(element.id, Track()).add(i, scene, element, layer)
                elif markup := Markup("".join(element)):
                    shown = group(markup, transform=around(layer)) if layer.size != 1 else markup
                    (above if layer.name in ("guidance", "tray") else below).setdefault(shown, []).append(i)
    parts = [
        *(reel.seen(element, when) for element, when in below.items()),
        *(track.drawn(reel, places, cards) for track in sorted(cards.values(), key=lambda track: track.laid)),
        *(reel.seen(element, when) for element, when in above.items()),
    ]
    return resolve(document(calm, places, parts), theme)


class Layer(NamedTuple):
    """A part of a table: cards and other elements, the lowest first, moved and scaled as one."""

    name: str
    elements: Sequence[Fragments | Piece]
    x: float = 0
    y: float = 0
    size: float = 1


def layers(scene: Scene, places: Form) -> list[Layer]:
    panels: list[Fragments | Piece] = []
    for player, box in zip(scene.players, places.panels):
        panel, cards = draw_panel(player, box, scene.ratio, above_cards(scene))
        panels += [panel, *cards]
    return [
        Layer("ground", [ground(places.width, places.height, places.board)]),
        Layer("players", panels),
        Layer(
            "board", [(scene.under,), *scene.pieces, (scene.over,)], *board_place(scene.box, places.board, places.largest)
        ),
        Layer("guidance", [(paragraph(scene.guidance, places.guidance),)] if places.guidance[2] else []),
        Layer("tray", draw_tray(scene, places, frozenset())),
    ]  # fmt: skip


def around(layer: Layer) -> str:
    return f"translate({number(layer.x)} {number(layer.y)}) scale({layer.size:.4g})"


def document(scenes: Sequence[Scene], places: Form, parts: list[Markup]) -> Markup:
    last = scenes[-1]
    faces = list(dict.fromkeys(face for scene in scenes for face in used(scene)))
    return tag(
        "svg", tag("title", last.title), tag("desc", last.text()), tag("defs", symbols(last.game, last.faces, last.ratio, faces)),
        *(anonymous(part) for part in parts),
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {places.width:g} {places.height:g}", font_family=FONT,
    )  # fmt: skip


def anonymous(part: Markup) -> Markup:
    """Without the ids and names that single drawings need: here the same element appears in many states."""
    return Markup(NAMED.sub(lambda found: found[0] if found[1] and f"#{found[1]}" in part else "", part))


@dataclass(frozen=True)
class Reel:
    """The times of the pictures, as fractions of the whole film."""

    pictures: int
    seconds: float

    @property
    def total(self) -> float:
        return self.pictures * self.seconds + REST

    def at(self, picture: int, later: float = 0) -> str:
        return f"{min(1, (picture * self.seconds + later) / self.total):.5f}".rstrip("0").rstrip(".")

    def seen(self, element: str, when: Sequence[int]) -> Markup:
        """An element that is visible in some of the pictures."""
        if len(when) == self.pictures:
            return Markup(element)
        shown = set(when)
        turns = [i for i in range(self.pictures) if i == 0 or (i in shown) != (i - 1 in shown)]
        values = ";".join("inline" if i in shown else "none" for i in turns)
        blink = self.animation("animate", "display", values, [self.at(i) for i in turns], calcMode="discrete")
        return group(blink, Markup(element), display=None if 0 in shown else "none")

    def glide(self, kind: str, values: Sequence[str], child: Markup) -> Markup:
        """A group that is moved, turned or scaled from picture to picture."""
        if len(set(values)) == 1:
            return group(child, transform=f"{kind}({values[0]})")
        keys, times = [values[0]], ["0"]
        for i in range(1, len(values)):
            if values[i] != values[i - 1]:
                keys += [values[i - 1], values[i]]
                times += [self.at(i), self.at(i, min(GLIDE, self.seconds))]
        keys.append(values[-1])
        times.append("1")
        eases = ";".join([EASE] * (len(keys) - 1))
        moved = self.animation(
            "animateTransform", "transform", ";".join(keys), times, type=kind, calcMode="spline", keySplines=eases
        )
        return group(moved, child, transform=f"{kind}({values[0]})")

    def animation(self, name: str, what: str, values: str, times: Sequence[str], **more: str) -> Markup:
        return tag(
            name, attributeName=what, values=values, keyTimes=";".join(times), dur=f"{self.total:g}s", repeatCount="indefinite",
            **more,
        )  # fmt: skip


@dataclass
class Track:
    """One card through the film: where it lies in each picture, what it looks like, and when it came to the board."""

    places: dict[int, Place] = field(default_factory=dict)
    looks: dict[Markup, list[int]] = field(default_factory=dict)
    origins: dict[int, str] = field(default_factory=dict)
    laid: int = -1

    def add(self, picture: int, scene: Scene, piece: Piece, layer: Layer) -> None:
        size = piece.size * layer.size
        x, y = layer.x + piece.x * layer.size, layer.y + piece.y * layer.size
        self.places[picture] = (x, y, piece.turned * 90, size)
        shown = group(
            look(scene.game, scene.ratio, piece.face, 1 / size, piece.raised, piece.last, False, piece.mark),
            opacity="0.5" if piece.dim else None,
        )
        self.looks.setdefault(shown, []).append(picture)
        self.origins[picture] = piece.origin
        if layer.name == "board" and self.laid < 0:
            self.laid = picture

    def drawn(self, reel: Reel, places: Form, cards: dict[str, Track]) -> Markup:
        where = self.everywhere(reel.pictures, places, cards)
        card = join(*(reel.seen(shown, when) for shown, when in self.looks.items()))
        card = reel.glide("scale", [f"{size:.4g}" for *_, size in where], card)
        card = reel.glide("rotate", [number(degrees) for _, _, degrees, _ in where], card)
        return reel.glide("translate", [f"{number(x)} {number(y)}" for x, y, *_ in where], card)

    def everywhere(self, pictures: int, places: Form, cards: dict[str, Track]) -> list[Place]:
        """Its place in every picture; while it is not visible, where it comes from next, or else where it was last."""
        found: list[Place] = []
        for i in range(pictures):
            if i in self.places:
                found.append(self.places[i])
            elif i + 1 in self.places and self.origins[i + 1]:
                found.append(self.origin(i, places, cards))
            else:
                found.append(found[-1] if found else self.places[min(self.places)])
        return found

    def origin(self, picture: int, places: Form, cards: dict[str, Track]) -> Place:
        """The place that its next picture names: another card's, a player's, or the piles'."""
        name = self.origins[picture + 1]
        _, _, degrees, size = self.places[picture + 1]
        if name in cards and picture in cards[name].places:
            return cards[name].places[picture]
        kind, _, seat = name.partition("-")
        if kind == "player" and places.panels:
            west, north, east, south = places.panels[int(seat)]
            return (west + east) / 2, (north + south) / 2, degrees, size / 3
        return places.tray[0] + 40, (places.tray[1] + places.tray[3]) / 2, degrees, size
