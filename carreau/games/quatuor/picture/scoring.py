"""What is drawn when a deal or a match has ended."""

from __future__ import annotations

from typing import Any

from carreau.draw.svg import Markup, rect

from ..constants import EMPTY, SQUARE
from .board import Layout
from .faces import HEIGHT


def frame(s: Any, layout: Layout) -> Markup:
    """Around what decided: the square, or the card that emptied a hand."""
    if s.acting or s.ended not in (SQUARE, EMPTY):
        return Markup("")
    places = [layout.middle(cell) for cell in (layout.laid if s.ended == SQUARE else [s.last])]
    (west, north), (east, south) = min(places), max(places)
    size = east - west + 100, south - north + HEIGHT
    return rect(west - 50, north - HEIGHT / 2, *size, rx=6.0, fill="none", stroke="var(--gold)", stroke_width=7, data_lit="end")
