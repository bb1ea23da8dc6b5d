"""Text in boxes. No font is measured, because every reader has a different one: widths are estimated on the safe side."""

from __future__ import annotations

from functools import lru_cache

from carreau.draw.scene import Box
from carreau.draw.svg import Markup, join, label

FONT = "system-ui,'Segoe UI',Roboto,'Helvetica Neue','DejaVu Sans',sans-serif"
SMALL, NORMAL, LARGE = 11.0, 14.0, 17.0  # the three sizes

NARROW = frozenset("iljtfrI.,:;'’·!|()[] ")
BROAD = frozenset("mwMWÀÉÈGOQCD%@—…")
LINES = 1.2  # from one line to the next, by the size


@lru_cache(10_000)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """About how wide a text is, in the widest of the usual fonts."""
    letters = sum(0.37 if letter in NARROW else 0.86 if letter in BROAD else 0.63 for letter in text)
    return letters * size * (1.09 if bold else 1)


def shortened(text: str, room: float, size: float, bold: bool = False) -> str:
    """As much of a text as there is room for."""
    if text_width(text, size, bold) <= room:
        return text
    while text and text_width(text + "…", size, bold) > room:
        text = text[:-1]
    return text.rstrip(" ·,") + "…"


def wrapped(text: str, room: float, size: float, bold: bool = False) -> list[str]:
    """A text in lines that fit, as even as they can be."""
    lines = filled(text, room, size, bold)
    if len(lines) < 2:
        return lines
    for share in (0.5, 0.6, 0.7, 0.8, 0.9):
        even = filled(text, max(room * share, text_width(text, size, bold) / len(lines)), size, bold)
        if len(even) == len(lines) and all(text_width(line, size, bold) <= room for line in even):
            return even
    return lines


def filled(text: str, room: float, size: float, bold: bool) -> list[str]:
    lines: list[str] = []
    for word in text.split(" "):
        if lines and text_width(f"{lines[-1]} {word}", size, bold) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


@lru_cache(2000)
def paragraph(text: str, box: Box, bold: bool = True) -> Markup:
    """A sentence in the middle of a box, as large as fits."""
    west, north, east, south = box
    for size in (LARGE, NORMAL, SMALL):
        lines = wrapped(text, east - west, size, bold)
        if len(lines) * size * LINES <= south - north:
            break
    first = (north + south - (len(lines) - 1) * size * LINES) / 2 + size * 0.36
    rows = [
        label((west + east) / 2, first + i * size * LINES, line, size, font_weight=600 if bold else None)
        for i, line in enumerate(lines)
    ]
    return join(*rows)
