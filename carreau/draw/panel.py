"""The players: a panel each, with name, points, facts and small cards."""

from __future__ import annotations

from functools import lru_cache

from carreau.draw.card import place_piece
from carreau.draw.counts import ROW, draw_counts
from carreau.draw.form import EDGE, Form
from carreau.draw.scene import Piece, Player, Scene
from carreau.draw.sign import sign
from carreau.draw.svg import Fragments, Markup, join, label, move, opening, rect
from carreau.draw.text import LARGE, NORMAL, SMALL, shortened, text_width, wrapped

PAD = EDGE
SIGN = 13.0
KEPT = 2000  # parts of panels
TALL = 80.0  # from this height on, cards go below the facts; in a lower panel, beside them


def draw_players(scene: Scene, places: Form) -> list[Fragments | Piece]:
    """Each panel, and the cards on it."""
    drawn: list[Fragments | Piece] = []
    for player, (west, north, east, south) in zip(scene.players, places.panels):
        width, height = east - west, south - north
        drawn += [
            draw_player(scene, player, (west, north), width, height),
            *small_cards(scene, player, (west, north), width, height),
        ]
    return drawn


def draw_player(scene: Scene, player: Player, at: tuple[float, float], width: float, height: float) -> Fragments:
    begun = opening(
        "g", id=f"player-{player.seat}", class_="player", role="img", aria_label=player.spoken, transform=move(*at)
    )  # fmt: skip
    cards = cards_width(scene, player, width, height) if player.pieces else 0.0
    return (
        begun,
        *draw_back(player.acting, width, height),
        draw_name(player.name, player.points, player.you, player.colours, width, 20 if height >= 40 else height / 2 + 5),
        *draw_facts(player.facts, width, height, cards),
        *draw_counts(player.counts, PAD, 49 if player.facts else 33, width - 2 * PAD),
        "</g>",
    )


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


def card_size(scene: Scene, height: float) -> float:
    taken = 60 + (ROW if any(player.counts and player.facts for player in scene.players) else 0)
    return (min(46.0, height - taken) if height >= TALL else min(18.0, height - 28)) / (100 * scene.ratio)


def card_step(scene: Scene, player: Player, width: float, height: float) -> float:
    """From one small card to the next: side by side, or overlapping if there are many."""
    size = card_size(scene, height)
    room = (width - 2 * PAD) * (1 if height >= TALL or not player.facts else 0.55) - 100 * size
    return min(106 * size, room / max(1, len(player.pieces) - 1))


def cards_width(scene: Scene, player: Player, width: float, height: float) -> float:
    return card_step(scene, player, width, height) * (len(player.pieces) - 1) + 100 * card_size(scene, height)


def small_cards(scene: Scene, player: Player, at: tuple[float, float], width: float, height: float) -> list[Piece]:
    if not player.pieces or height < 40:
        return []
    size, step = card_size(scene, height), card_step(scene, player, width, height)
    start = PAD if height >= TALL else width - PAD - cards_width(scene, player, width, height)
    x, y = at[0] + start + 50 * size, at[1] + height - 5 - 50 * scene.ratio * size
    return [place_piece(piece, x + i * step, y, size, step < 100 * size) for i, piece in enumerate(player.pieces)]
