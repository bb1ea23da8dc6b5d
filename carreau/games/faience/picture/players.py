"""What stands beside the players, and above their areas: who holds FIRST, hands, and what an area is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.kept import kept
from carreau.core.state import is_resting
from carreau.core.words import Words
from carreau.draw import hold
from carreau.draw.scene import Piece, Player
from carreau.draw.svg import EMPTY, Markup, group, join, label, rect
from carreau.draw.text import shortened, text_width

from ..show import Area, worth
from ..words.sentences import card_words, number, signed
from .board import Plot
from .faces import FACES
from .ornament import COBALT

FIGURES = "font-variant-numeric:tabular-nums"


def player(s: Any, k: int, seat: int, words: Words, names: Sequence[str], form: str) -> Player:
    facts = facts_of(s, k, words, form)
    pieces = held_cards(s, k, words) if k != seat and form == "wide" and not is_resting(s) else ()
    points = words.count("{n} point", "{n} points", s.points[k])
    spoken = words.say("{name}: {points}, {facts}.", name=names[k], points=points, facts=", ".join(facts))
    return hold.player(s, k, seat, names, number(s.points[k]), spoken, facts=facts, pieces=pieces)


def facts_of(s: Any, k: int, words: Words, form: str) -> tuple[str, ...]:
    """What stands beside a player's name; between two rounds, what the last one brought."""
    brought = signed(s.values[k] + s.zones[k])
    if is_resting(s):
        return (words.say("this round: {points}", points=brought),)
    first = [words.say("FIRST")] if holds_first(s, k) else []
    last = [words.say("last round: {points}", points=brought)] if s.ended and form == "wide" else []
    return *first, words.count("{n} in hand", "{n} in hand", s.held[k]), *last


def holds_first(s: Any, k: int) -> bool:
    return bool(s.first == k and not s.over)


def held_cards(s: Any, k: int, words: Words) -> tuple[Piece, ...]:
    """Another player's hand: backs, unless every card is known."""
    cards = s.hand[k][: s.held[k]]
    if all(cards):
        return tuple(open_piece(card, words) for card in cards)
    return hold.backs(k, len(cards), words)


@kept
def open_piece(card: int, words: Words, tap: str = "", origin: str = "") -> Piece:
    return hold.open_card(card, FACES[card], card_words(card, words), tap=tap, origin=origin)


# above an area, or in it


@kept
def heading(name: str, you: bool, first: bool, area: Area, plot: Plot, words: Words) -> Markup:
    """Whose area it is, who holds FIRST, and what it is worth."""
    y, size, bold = plot.north - 8, 10.0 if plot.small else 12.0, you
    chips = [words.say("FIRST"), "1"] if first else [""]
    chip, points, room = fitting(chips, sums(area, words), name, plot.east - plot.west, size)
    name = shortened(name, room, size, bold=bold)
    return group(
        first_chip(plot.west, y, size, chip) if chip else EMPTY,
        label(plot.west + chip_room(chip, size), y, name, size, text_anchor="start", font_weight=700 if bold else 500),
        label(plot.east, y, points, size, text_anchor="end", font_weight=600, style=FIGURES) if points else EMPTY,
    )


def fitting(chips: list[str], sums: list[str], name: str, width: float, size: float) -> tuple[str, str, float]:
    """The longest sum, then the longest chip, that leaves room for the name; and how much room that is."""
    wanted = text_width(name, size, bold=True)
    for points in sums:
        for chip in chips:
            room = width - text_width(points, size, bold=True) - chip_room(chip, size) - 4
            if room >= wanted:
                return chip, points, room
    return chip, points, room


def sums(area: Area, words: Words) -> list[str]:
    """What an area is worth, the longest form first."""
    if not area.laid:
        return [""]
    points = worth(area)
    values, zones, total = number(points.values), points.zones, number(sum(points))
    long = words.say("values {values} + zones {zones} = {total}", values=values, zones=zones, total=total)
    return [long, f"{values} + {zones} = {total}", total]


def chip_width(text: str, size: float) -> float:
    return text_width(text, size * 0.78, bold=True) + size * 0.5


def chip_room(text: str, size: float) -> float:
    return chip_width(text, size) + 4 if text else 0


def first_chip(x: float, y: float, size: float, text: str) -> Markup:
    """The card FIRST."""
    width = chip_width(text, size)
    back = rect(x, y - size * 0.9, width, size * 1.2, rx=size * 0.3, fill=COBALT)
    return join(back, label(x + width / 2, y - 0.02 * size, text, size * 0.78, fill="#FFFFFF", font_weight=700))


def last_round(s: Any, k: int, plot: Plot, words: Words) -> Markup:
    """In an area that is still empty: what the last round brought."""
    if not s.ended or s.laid[k]:
        return EMPTY
    values, zones = s.values[k], s.zones[k]
    x, y, size = (plot.west + plot.east) / 2, (plot.north + plot.south) / 2, plot.tile
    small = max(min(size * 0.24, 13), 8.5)
    parts = words.say("values {values}", values=number(values)), words.say("zones {zones}", zones=zones)
    return join(
        label(x, y - size * 0.5, words.say("Round {round}", round=s.begun - 1), small, fill="var(--soft)"),
        label(x, y + size * 0.16, signed(values + zones), min(size * 0.6, 34), font_weight=700, style=FIGURES),
        *(label(x, y + size * 0.62 + i * small * 1.2, part, small, fill="var(--soft)") for i, part in enumerate(parts)),
    )
