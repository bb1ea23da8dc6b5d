"""Buttons: for everything that is neither a card nor a cell."""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache

from carreau.draw.scene import Box, Scene
from carreau.draw.svg import Fragments, label, move, opening, rect
from carreau.draw.text import NORMAL, SMALL, shortened, text_width

BUTTON = 44.0  # a finger's height
BETWEEN = 8.0
COLUMN = 176.0  # how wide they are beside a hand


def button_rows(scene: Scene, room: float) -> list[list[tuple[str, str]]]:
    """The buttons in rows, each as full as its words allow."""
    rows: list[list[tuple[str, str]]] = []
    for tap, words in scene.buttons:
        if rows and max(needed(other) for _, other in [*rows[-1], (tap, words)]) * (len(rows[-1]) + 1) <= room:
            rows[-1].append((tap, words))
        else:
            rows.append([(tap, words)])
    return rows


def needed(words: str) -> float:
    return text_width(words, NORMAL, bold=True) + 24 + BETWEEN


def draw_button_rows(scene: Scene, live: Set[str], box: Box) -> list[Fragments]:
    """Rows at the bottom of a box."""
    west, _, east, south = box
    rows = button_rows(scene, east - west)
    drawn = []
    for i, row in enumerate(rows):
        width = (east - west - BETWEEN * (len(row) - 1)) / len(row)
        y = south - (len(rows) - i) * (BUTTON + BETWEEN) + BETWEEN
        for k, (tap, words) in enumerate(row):
            drawn.append(draw_button(scene, tap, words, live, west + k * (width + BETWEEN), y, width))
    return drawn


def draw_button_column(scene: Scene, live: Set[str], box: Box) -> list[Fragments]:
    """One below the other at the right of a box; in several columns if there are many."""
    _, north, east, south = box
    rows = max(1, min(len(scene.buttons), int((south - north + BETWEEN) / (BUTTON + BETWEEN))))
    columns = button_columns(scene, south - north)
    top = (north + south - rows * (BUTTON + BETWEEN) + BETWEEN) / 2
    drawn = []
    for i, (tap, words) in enumerate(scene.buttons):
        column, row = divmod(i, rows)
        x = east - (columns - column) * (COLUMN + BETWEEN) + BETWEEN
        drawn.append(draw_button(scene, tap, words, live, x, top + row * (BUTTON + BETWEEN), COLUMN))
    return drawn


def button_columns(scene: Scene, tall: float) -> int:
    rows = max(1, int((tall + BETWEEN) / (BUTTON + BETWEEN)))
    return -(-len(scene.buttons) // rows)


def draw_button(scene: Scene, tap: str, words: str, live: Set[str], x: float, y: float, width: float) -> Fragments:
    return button_markup(tap, words, tap in live, tap in scene.quiet, x, y, width)


@lru_cache(2000)
def button_markup(tap: str, words: str, can: bool, quiet: bool, x: float, y: float, width: float) -> Fragments:
    back, ink, edge = ("accent", "on-accent", "edge") if can else ("felt", "soft", "edge")
    if can and quiet:
        back, ink, edge = "paper", "accent", "accent"
    shape = rect(1, 1, width - 2, BUTTON - 2, rx=BUTTON / 2 - 1, fill=f"var(--{back})", stroke=f"var(--{edge})", stroke_width=2)
    size = NORMAL if text_width(words, NORMAL, bold=True) <= width - 20 else SMALL
    said = shortened(words, width - 16, size, bold=True)
    text = label(width / 2, BUTTON / 2 + size * 0.36, said, size, fill=f"var(--{ink})", font_weight=600)
    begun = opening(
        "g", id=f"button-{tap.replace(' ', '-')}", class_="button can" if can else "button", role="img", aria_label=words,
        data_tap=tap, transform=move(x, y),
    )  # fmt: skip
    return begun, shape, f"{text}</g>"
