"""Small counts in a player's panel: a sign, and how many."""

from __future__ import annotations

from functools import lru_cache

from carreau.draw.sign import sign, token
from carreau.draw.svg import Fragments, Markup, group, label
from carreau.draw.text import SMALL, text_width

Counts = tuple[tuple[str, str], ...]  # (a colour or "token", how much)
SIGN = 11.0
ROW = 15.0  # from one row to the next
BETWEEN = 5.0


@lru_cache(2000)
def draw_counts(counts: Counts, x: float, y: float, room: float) -> Fragments:
    """In as many rows as it takes."""
    drawn: list[str] = []
    for i, row in enumerate(count_rows(counts, room)):
        east, south = x, y + ROW * i
        for colour, text in row:
            place = east + SIGN / 2, south, SIGN
            drawn.append(purse(text, *place) if colour == "token" else sign(colour, *place, stroke="var(--ink)"))
            drawn.append(label(east + SIGN + 2, south + 4, text, SMALL, text_anchor="start"))
            east += count_width(text) + BETWEEN
    return tuple(drawn)


def purse(amount: str, x: float, y: float, size: float) -> Markup:
    """A token, with how many there are: a page shows how they go from one player to another."""
    return group(token(x, y, size), data_passed=amount)


def count_width(text: str) -> float:
    return SIGN + 2 + text_width(text, SMALL)


def count_rows(counts: Counts, room: float) -> list[list[tuple[str, str]]]:
    rows: list[list[tuple[str, str]]] = []
    left = 0.0
    for count in counts:
        if not rows or left < count_width(count[1]):
            rows.append([])
            left = room
        rows[-1].append(count)
        left -= count_width(count[1]) + BETWEEN
    return rows
