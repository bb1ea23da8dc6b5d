"""What lies before a player: the hand, the piles and the buttons."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import fields
from functools import lru_cache
from math import ceil
from operator import attrgetter
from typing import Any

from carreau.draw.button import COLUMN, button_columns, button_rows, draw_button_column, draw_button_rows
from carreau.draw.card import ACCENT, CORNER, frame, place_piece
from carreau.draw.form import EDGE, Form
from carreau.draw.scene import Box, Piece, Pile, Scene
from carreau.draw.svg import Fragments, Markup, group, label, move, opening, rect, use
from carreau.draw.text import SMALL, shortened

FINGER = 44.0  # pixels: cards in a hand overlap rather than get narrower
GAP = 6.0  # between the cards of a hand
PILE = attrgetter(*(field.name for field in fields(Pile)))
CAPTION = 16.0  # beneath a pile


def draw_tray(scene: Scene, places: Form, live: Set[str]) -> list[Fragments | Piece]:
    """The piles on the left, the hand in the middle, the buttons on the right or, on a phone, below."""
    west, north, east, south = places.tray
    if south - north < 1:
        return []
    if places.narrow:
        buttons = draw_button_rows(scene, live, places.tray)
        south -= len(button_rows(scene, east - west)) * 52
    else:
        buttons = draw_button_column(scene, live, places.tray)
        east -= button_columns(scene, south - north) * (COLUMN + EDGE)
    piles, left = draw_piles(scene, live, (west, north, east, south))
    return [*piles, *placed_hand(scene, (left, north, east, south)), *buttons]


# piles


def draw_piles(scene: Scene, live: Set[str], box: Box) -> tuple[list[Fragments], float]:
    """The piles, and where they end."""
    if not scene.piles:
        return [], box[0]
    captions = any(pile.label for pile in scene.piles)
    middles, y, size, step, end = pile_places(len(scene.piles), captions, bool(scene.hand), scene.ratio, box)
    return [draw_pile(scene, pile, live, x, y, size, step) for pile, x in zip(scene.piles, middles)], end


@lru_cache(1000)
def pile_places(
    count: int, captions: bool, hand: bool, ratio: float, box: Box
) -> tuple[list[float], float, float, float, float]:  # fmt: skip
    """The middles of the piles, their size, how far they are apart, and where they end."""
    west, north, east, south = box
    caption = CAPTION if captions else 0
    room = (east - west) * (0.6 if hand else 1) / count
    size = min((south - north - caption - 10) / (100 * ratio), 0.72, (room - 16) / 100)
    step = min(max(100 * size + 16, 64), room)
    return [west + step * (i + 0.5) for i in range(count)], (north + south - caption) / 2, size, step, west + step * count + EDGE


def draw_pile(scene: Scene, pile: Pile, live: Set[str], x: float, y: float, size: float, step: float) -> Fragments:
    """The top card, the edges of those below, how many there are and what the pile is."""
    return pile_markup(scene.game, scene.ratio, PILE(pile), pile.tap in live, x, y, size, step)


@lru_cache(5000)
def pile_markup(
    game: str, ratio: float, fields: tuple[Any, ...], can: bool, x: float, y: float, size: float, step: float
) -> Fragments:  # fmt: skip
    pile = Pile(*fields)
    height = 100 * ratio
    around = {"rx": CORNER, "stroke": "var(--card-line)"}
    heap = [
        rect(-50 + 3.5 * i, -height / 2 + 3.5 * i, 100, height, fill="var(--card)", **around)
        for i in range(min(3, max(0, pile.count - 1)), 0, -1)
    ]
    top = (
        use(f"{game}-{pile.face}", -50, -height / 2, 100, height)
        if pile.count
        else rect(-49, -height / 2 + 1, 98, height - 2, rx=CORNER, fill="none", stroke="var(--line)", stroke_width=1.5 / size)
    )
    ring = [frame(height, ACCENT / size, "accent")] if can else []
    card = group(*heap, top, *ring, transform=move(0, 0, 0, size))
    below = label(0, height / 2 * size + 18, shortened(pile.label, step - 4, SMALL), SMALL, fill="var(--soft)")
    begun = opening(
        "g", id=pile.id, class_="pile can" if can else "pile", role="img", aria_label=pile.name, data_tap=pile.tap or None,
        transform=move(x, y),
    )  # fmt: skip
    return begun, card, *badge(pile.count, 50 * size, -height / 2 * size), f"{below}</g>"


def badge(count: int, x: float, y: float) -> list[Markup]:
    """How many, on the pile's corner."""
    digits = str(count)
    half = 6 + 4 * len(digits)
    return [
        rect(x - half - 2, y - 5, 2 * half, 19, rx=9.5, fill="var(--ink)", stroke="var(--paper)", stroke_width=1.5),
        label(x - 2, y + 9, digits, SMALL, fill="var(--paper)", font_weight=700),
    ]


# the hand


def placed_hand(scene: Scene, box: Box) -> list[Piece]:
    places = hand_places(len(scene.hand), scene.ratio, box) if scene.hand else ()
    return [place_piece(piece, *place) for piece, place in zip(scene.hand, places)]


@lru_cache(1000)
def hand_places(count: int, ratio: float, box: Box) -> list[tuple[float, float, float, bool]]:
    """Where each card lies, its size, and whether it lies on another: in one row if enough of every card stays visible,
    otherwise in several."""
    west, north, east, south = box
    rows = hand_rows(count, ratio, box)
    per = ceil(count / rows)
    size = row_size(count, ratio, box, rows)
    if rows == 1 and 100 * size < FINGER:
        size = min(FINGER / 100, (south - north - GAP) / (100 * ratio))
    step = min(100 * size + GAP, (east - west - 100 * size) / max(1, per - 1))
    places = []
    for i in range(count):
        row, column = divmod(i, per)
        x = (west + east) / 2 + (column - (min(per, count - row * per) - 1) / 2) * step
        y = (north + south) / 2 + (row - (rows - 1) / 2) * (100 * ratio * size + GAP)
        places.append((x, y, size, step < 100 * size))
    return places


def hand_rows(count: int, ratio: float, box: Box) -> int:
    """The number of rows that makes the cards largest; if they are still too small, one row of overlapping cards."""
    best = max(range(1, count + 1), key=lambda rows: (row_size(count, ratio, box, rows), -rows))
    strip = (box[2] - box[0] - FINGER) / max(1, count - 1)
    return best if 100 * row_size(count, ratio, box, best) > 0.8 * FINGER or strip < FINGER / 2 else 1


def row_size(count: int, ratio: float, box: Box, rows: int) -> float:
    """How large the cards of a hand can be in this many rows; 1 is 100 pixels wide."""
    west, north, east, south = box
    per = ceil(count / rows)
    tall = ((south - north) / rows - GAP) / (100 * ratio)
    across = ((east - west) / per - GAP) / 100
    return min(tall, across, 1.1)
