"""Leaflets: what a family reads before it plays, in two minutes; the numbered rules are in the rulebook.

Each has the same sections in the same order, and its pictures are examples, like those of the rulebook.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from carreau.core.game import Game

SECTIONS = {
    "en": ("The aim", "Your turn", "The end", "Scoring"),
    "fr": ("Le but", "Votre tour", "La fin", "Les points"),
}
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)


def read_leaflet(game: Game, language: str) -> str:
    """The leaflet of a game in Markdown; empty if it has none in this language."""
    file = game.texts / f"leaflet.{language}.md"
    return file.read_text(encoding="utf-8") if file.exists() else ""


def headings(leaflet: str) -> list[str]:
    return HEADING.findall(leaflet)
