"""Small counts in a player's panel: a sign, and how many."""

from __future__ import annotations

from carreau.draw.scene import Player
from carreau.draw.sign import sign, token
from carreau.draw.svg import Markup, label
from carreau.draw.text import SMALL, text_width

SIGN = 11.0
ROW = 15.0  # from one row to the next
BETWEEN = 5.0


def draw_counts(player: Player, x: float, y: float, room: float) -> list[Markup]:
    """In as many rows as it takes."""
    drawn = []
    for i, row in enumerate(count_rows(player, room)):
        east, south = x, y + ROW * i
        for colour, text in row:
            place = east + SIGN / 2, south, SIGN
            drawn.append(token(*place) if colour == "token" else sign(colour, *place, stroke="var(--ink)"))
            drawn.append(label(east + SIGN + 2, south + 4, text, SMALL, text_anchor="start"))
            east += count_width(text) + BETWEEN
    return drawn


def count_width(text: str) -> float:
    return SIGN + 2 + text_width(text, SMALL)


def count_rows(player: Player, room: float) -> list[list[tuple[str, str]]]:
    rows: list[list[tuple[str, str]]] = []
    left = 0.0
    for count in player.counts:
        if not rows or left < count_width(count[1]):
            rows.append([])
            left = room
        rows[-1].append(count)
        left -= count_width(count[1]) + BETWEEN
    return rows
