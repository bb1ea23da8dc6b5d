"""What is written on the table: whose area it is and what it is worth, and what the piles are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.words import Words
from carreau.draw.svg import Markup, circle, group, join, label, rect
from carreau.draw.text import shortened, text_width

from ..show import worth
from ..words.sentences import signed
from .board import Layout, Plot
from .ornament import COBALT

EDGE = 1.6  # how far a card of a pile looks out from under the next
FIGURES = "font-variant-numeric:tabular-nums"


def heading(s: Any, seat: int, you: int, plot: Plot, words: Words, names: Sequence[str]) -> Markup:
    """Above an area: whose it is, who holds FIRST, and what it is worth."""
    y = plot.north - 8
    size = 10.0 if plot.small else 12.0
    chips = [words.say("FIRST"), "1"] if s.first == seat and not s.over else [""]
    chip, points, room = fitting(chips, sums(s, seat, words), names[seat], plot.east - plot.west, size)
    left = plot.west + (chip_width(chip, size) + 4 if chip else 0)
    name = label(
        left, y, shortened(names[seat], room, size, bold=seat == you), size, text_anchor="start",
        font_weight=700 if seat == you else 500,
    )  # fmt: skip
    worth = label(plot.east, y, points, size, text_anchor="end", font_weight=600, style=FIGURES) if points else Markup("")
    return group(first_chip(plot.west, y, size, chip) if chip else Markup(""), name, worth)


def fitting(chips: list[str], sums: list[str], name: str, width: float, size: float) -> tuple[str, str, float]:
    """The longest sum, then the longest chip, that leave room for the name; and how much there is."""
    wanted = text_width(name, size, bold=True)
    for points in sums:
        for chip in chips:
            room = width - text_width(points, size, bold=True) - (chip_width(chip, size) + 4 if chip else 0) - 4
            if room >= wanted:
                return chip, points, room
    return chip, points, room


def sums(s: Any, seat: int, words: Words) -> list[str]:
    """What an area is worth, more and less fully."""
    if not s.laid[seat]:
        return [""]
    points = worth(s, seat)
    values, zones, total = number(points["values"]), points["zones"], number(points["values"] + points["zones"])
    long = words.say("values {values} + zones {zones} = {total}", values=values, zones=zones, total=total)
    return [long, f"{values} + {zones} = {total}", total]


def chip_width(text: str, size: float) -> float:
    return text_width(text, size * 0.78, bold=True) + size * 0.5


def first_chip(x: float, y: float, size: float, text: str) -> Markup:
    """The card FIRST."""
    width = chip_width(text, size)
    back = rect(x, y - size * 0.9, width, size * 1.2, rx=size * 0.3, fill=COBALT)
    return join(back, label(x + width / 2, y - 0.02 * size, text, size * 0.78, fill="#FFFFFF", font_weight=700))


def number(value: int) -> str:
    return str(value).replace("-", "−")


def last_round(s: Any, seat: int, plot: Plot, words: Words) -> Markup:
    """In an area that is still empty: what the round before has brought."""
    if not s.ended or s.laid[seat]:
        return Markup("")
    values, zones = s.values[seat], s.zones[seat]
    x, y, size = (plot.west + plot.east) / 2, (plot.north + plot.south) / 2, plot.tile
    small = max(min(size * 0.24, 13), 8.5)
    parts = words.say("values {values}", values=number(values)), words.say("zones {zones}", zones=zones)
    return join(
        label(x, y - size * 0.5, words.say("Round {round}", round=s.begun - 1), small, fill="var(--soft)"),
        label(x, y + size * 0.16, signed(values + zones), min(size * 0.6, 34), font_weight=700, style=FIGURES),
        *(label(x, y + size * 0.62 + i * small * 1.2, part, small, fill="var(--soft)") for i, part in enumerate(parts)),
    )


# piles


def heaps(s: Any, places: Layout) -> Markup:
    """The edges of the cards beneath the uppermost ones."""
    return join(*(edges(x, y, places.pile_size, n) for (x, y), n in zip(places.piles, (s.left, s.thrown))))


def edges(x: float, y: float, size: float, count: int) -> Markup:
    steps = range(min(3, max(0, count - 1)), 0, -1)
    west, north, radius = x - size / 2, y - size / 2, size * 0.06
    look = {"rx": radius, "fill": "var(--card)", "stroke": "var(--card-line)", "stroke_width": 0.7}
    return join(*(rect(west + EDGE * i, north + EDGE * i, size, size, **look) for i in steps))


def captions(s: Any, places: Layout, words: Words) -> Markup:
    names = words.say("Draw pile"), words.say("Discard")
    counts = s.left, s.thrown
    found = [caption(x, y, places.pile_size, *facts) for (x, y), *facts in zip(places.piles, names, counts)]
    up = sum(1 for card in s.up if card)
    if up:
        x = sum(place[0] for place in places.piles[2 : 2 + up]) / up
        y = max(place[1] for place in places.piles[2 : 2 + up])
        found.append(label(x, y + places.pile_size / 2 + 12, words.say("to lay"), 10, fill="var(--soft)"))
    return join(*found)


def caption(x: float, y: float, size: float, name: str, count: int) -> Markup:
    """What a pile is called, and its number in the corner."""
    right, top = x + size * 0.42, y - size * 0.42
    badge = (
        circle(right, top, 8.5, fill="var(--ink)"),
        label(right, top + 3.6, str(count), 10, fill="var(--paper)", font_weight=700),
    )
    return join(*badge, label(x, y + size / 2 + 14, name, 10, fill="var(--soft)"))
