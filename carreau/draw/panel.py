"""The players: a panel each, with name, points, facts and small cards."""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache
from typing import NamedTuple

from carreau.draw.card import draw_pieces, place_piece
from carreau.draw.counts import ROW, draw_counts
from carreau.draw.form import EDGE, Form
from carreau.draw.scene import Box, Piece, Player, Scene
from carreau.draw.sign import sign
from carreau.draw.svg import Fragments, Markup, Point, join, label, move, opening, rect
from carreau.draw.text import LARGE, NORMAL, SMALL, shortened, text_width, wrapped

PAD = EDGE
SIGN = 13.0
KEPT = 2000  # parts of panels
TALL = 80.0  # from this height on, cards go below the facts; in a lower panel, beside them


def draw_players(scene: Scene, places: Form, live: Set[str]) -> list[str]:
    """Each panel, and the cards on it."""
    drawn: list[str] = []
    above = above_cards(scene)
    for player, box in zip(scene.players, places.panels):
        look = scene.game, scene.ratio, box, above, tuple([piece.tap in live for piece in player.pieces])
        panel = player.looks.get(look)
        if panel is None:
            back, cards = draw_panel(player, box, scene.ratio, above)
            panel = player.looks[look] = (*back, *draw_pieces(scene, cards, live))
        drawn += panel
    return drawn


def above_cards(scene: Scene) -> float:
    """The height that small cards leave for the rest, on high panels."""
    return 60 + (ROW if any(player.counts and player.facts for player in scene.players) else 0)


def draw_panel(player: Player, box: Box, ratio: float, above: float) -> tuple[Fragments, list[Piece]]:
    """A player, and the cards on their panel."""
    west, north, east, south = box
    width, height = east - west, south - north
    row = card_row(player, width, height, ratio, above)
    return draw_player(player, (west, north), width, height, row), small_cards(player, (west, north), width, height, ratio, row)


def draw_player(player: Player, at: Point, width: float, height: float, row: Row) -> Fragments:
    begun = opening(
        "g", id=f"player-{player.seat}", class_="player", role="img", aria_label=player.spoken, transform=move(*at)
    )  # fmt: skip
    name = draw_name(player.name, player.points, player.you, player.colours, width, 20 if height >= 40 else height / 2 + 5)
    return (
        begun, *draw_back(player.acting, width, height), name, *draw_facts(player.facts, width, height, row.width),
        *draw_counts(player.counts, PAD, 49 if player.facts else 33, width - 2 * PAD), "</g>",
    )  # fmt: skip


@lru_cache(KEPT)
def draw_back(acting: bool, width: float, height: float) -> Fragments:
    back = rect(0.75, 0.75, width - 1.5, height - 1.5, rx=8.0, fill="var(--felt)", stroke="var(--edge)", stroke_width=1.5)
    if not acting:
        return (back,)
    around = rect(1, 1, width - 2, height - 2, rx=8.0, fill="none", stroke="var(--ink)", stroke_width=2)
    return back, join(around, rect(3, height * 0.2, 2.5, height * 0.6, rx=1.25, fill="var(--ink)"))


@lru_cache(KEPT)
def draw_name(name: str, points: str, you: bool, colours: tuple[str, ...], width: float, y: float) -> Markup:
    """The colours' signs, the name, the points."""
    size = SIGN if width > 100 else 11.0
    signs = [sign(colour, PAD + size / 2 + (size + 3) * i, y - 5, size, stroke="var(--ink)") for i, colour in enumerate(colours)]
    left = PAD + (size + 3) * len(signs) + (2 if signs else 0)
    won = label(width - PAD, y + 1, points, LARGE, text_anchor="end", font_weight=700, style="font-variant-numeric:tabular-nums")
    room = width - left - PAD - (text_width(points, LARGE, bold=True) + 4 if points else 0)
    letters = NORMAL if text_width(name, NORMAL, bold=you) <= room else SMALL
    said = shortened(name, room, letters, bold=you)
    return join(
        *signs, label(left, y, said, letters, text_anchor="start", font_weight=700 if you else 500),
        won if points else Markup(""),
    )  # fmt: skip


@lru_cache(KEPT)
def draw_facts(facts: tuple[str, ...], width: float, height: float, cards: float) -> Fragments:
    """Beside small cards that take `cards` of the width; 0 if there are none."""
    if height < 40 or not facts:
        return ()
    room = width - 2 * PAD
    text = " · ".join(facts)
    if height >= TALL or not cards:
        most = 2 if height >= TALL else 1
        lines = wrapped(text, room, SMALL)
        lines = [*lines[: most - 1], shortened(" ".join(lines[most - 1 :]), room, SMALL)] if len(lines) > most else lines
    else:
        lines = [shortened(text, room - cards - 4, SMALL)]
    return tuple(label(PAD, 37 + 13 * i, line, SMALL, text_anchor="start", fill="var(--soft)") for i, line in enumerate(lines))


class Row(NamedTuple):
    """The small cards on a panel."""

    size: float  # of a card
    step: float  # from one to the next: side by side, or overlapping if there are many
    width: float  # of all; 0 if there are none


def card_row(player: Player, width: float, height: float, ratio: float, above: float) -> Row:
    size = (min(46.0, height - above) if height >= TALL else min(18.0, height - 28)) / (100 * ratio)
    room = (width - 2 * PAD) * (1 if height >= TALL or not player.facts else 0.55) - 100 * size
    step = min(106 * size, room / max(1, len(player.pieces) - 1))
    return Row(size, step, step * (len(player.pieces) - 1) + 100 * size if player.pieces else 0.0)


def small_cards(player: Player, at: Point, width: float, height: float, ratio: float, row: Row) -> list[Piece]:
    if not player.pieces or height < 40:
        return []
    start = PAD if height >= TALL else width - PAD - row.width
    x, y = at[0] + start + 50 * row.size, at[1] + height - 5 - 50 * ratio * row.size
    return [place_piece(piece, x + i * row.step, y, row.size, row.step < 100 * row.size) for i, piece in enumerate(player.pieces)]
