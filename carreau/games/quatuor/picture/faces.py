"""Quatuor's cards: one bold silhouette in each corner, filled in its colour, the colour's sign cut out of it.

A card can be read from both ends: its upper objects stand upright, its lower ones on their heads. At the middle of each side
it has half a ring; where two cards meet the halves close, and the joint's dot goes into the ring.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from carreau.draw.numeral import numeral
from carreau.draw.sign import OUTLINES
from carreau.draw.svg import Markup, circle, group, join, line, move, number, path, rect

from ..constants import CARDS
from ..rules.cards import COLOURS, DECK, OBJECTS, Mark

RATIO = 1.4
MILLIMETRES = 56.0  # a card's width when printed
HEIGHT = 100 * RATIO

CORNERS = ((26, 35.5, 0), (74, 35.5, 0), (26, HEIGHT - 35.5, 2), (74, HEIGHT - 35.5, 2))  # x, y, quarter turns
RING = 8.0  # the radius of the ring around the middle of a joint
SIGN = 15.5  # how wide the signs are


class Drawing(NamedTuple):
    """An object around 0, 0, about 42 wide and 54 high."""

    outline: str
    sign: tuple[float, float]  # where the colour's sign is cut out
    hole: str = ""  # what else is cut out


DRAWINGS = {
    "kite": Drawing(
        "M0-28L17.5-10L0 12L-17.5-10ZM-1.6 10.5H1.6C1.8 13.6 5 14.8 5 17.6L11.4 14.2V23.4L4.4 20.2C3 22.2 .6 23-2.2 22.6"
        "L-3.6 29.2L-11.4 23.6L-5 18.8C-1.2 20.4 1.8 19.8 2 17.8C2.2 15.6-1.6 14.6-1.6 10.5Z",
        (0, -9.5),
    ),
    "boat": Drawing(
        "M-1.3-24H1.3L9.7-21L1.3-18V-16.4H13.2C16.2-10 17.2-3.4 16.4 4.5H-16.4C-17.2-3.4-16.2-10-13.2-16.4H-1.3ZM-1.5 4.5"
        "H1.5V9.2H13.8C16.3 9.2 17.8 7.9 18.6 5.4H20.7C20.7 15.8 14.6 22.5 6.7 22.5H-6.7C-14.6 22.5-20.7 15.8-20.7 5.4"
        "H-18.6C-17.8 7.9-16.3 9.2-13.8 9.2H-1.5Z",
        (0, -6),
    ),
    "key": Drawing(
        "M0-26.3C8.3-26.3 14.5-20.3 14.5-12.4C14.5-6.2 10.3-1.1 4.3 .6V4.7H7V8.8H3.9V11.5H12.8V17.3H9.4V14.9H7.9V19.4"
        "H12.8V25.2H3.9V25.9C3.9 27.6 2.3 28.2 0 28.2S-3.9 27.6-3.9 25.9V8.8H-7V4.7H-4.3V.6C-10.3-1.1-14.5-6.2-14.5-12.4"
        "C-14.5-20.3-8.3-26.3 0-26.3Z",
        (0, -12.4),
    ),
    "fish": Drawing(
        "M-21-.7C-18-8.2-13.1-12.9-7.4-14.6C-4.2-20 1.7-21.7 7.7-20.3C5.9-17.8 5.4-15.1 5.9-12.8C8.9-10.7 11.1-8 12.6-5"
        "C14.4-9.6 17.1-12.6 21.3-13.9C20-9.6 18.6-5.4 18.6-1C18.6 3.4 20 7.6 21.3 11.9C17.1 10.6 14.4 7.6 12.6 3"
        "C9.4 8.9 4 12.4-1.7 13C-.3 15.1 0 17.3-.5 19.5C-4.7 18.8-8.1 16.5-9.2 12.3C-14.6 10.1-18.6 5.7-21-.7Z",
        (-1.6, -0.8),
        "M-15-3.4A1.7 1.7 0 1 1-14.9-3.4Z",
    ),
    "cup": Drawing(
        "M-18.6-8.6H11.8V-6.9C17.2-7.6 20.3-4.3 19.9 .2C19.4 5.7 15.1 8.9 9.6 8.9C7.7 12 5.1 14.3 2.4 15.5H-9.1"
        "C-15.2 12.6-18.6 6.4-18.6-1.4ZM-20.7 17.9H13.9C13.4 21.7 10.8 23.6 7 23.6H-13.8C-17.6 23.6-20.1 21.7-20.7 17.9Z"
        "M-11.2-12.2C-14.5-15.8-8.5-17.9-11.4-22.4L-8.6-23.7C-4.7-18.2-10.5-16.2-8.5-12.7ZM-1.1-12.2"
        "C-4.3-15.8 1.7-17.9-1.2-22.4L1.5-23.7C5.5-18.2-.4-16.2 1.7-12.7Z",
        (-3.4, 2.6),
        "M11.8-3.3C15.1-4 16.7-2.4 16.5 .2C16.1 3.3 14.1 5.2 11.3 5.3C11.7 3.8 11.8 1.4 11.8-3.3Z",
    ),
}


def faces() -> dict[str, Markup]:
    """Every symbol of the sheet by name: a card's number, or back."""
    return {**{str(card): face(card) for card in range(CARDS)}, "back": back()}


def face(card: int) -> Markup:
    marks = [group(mark(kind), transform=move(x, y, turned)) for kind, (x, y, turned) in zip(DECK[card], CORNERS)]
    inked = group(*marks, stroke="var(--card-ink)", stroke_width=1.1, stroke_linejoin="round")
    return join(paper("card"), cream(), rings(), inked, number_plate(card))


def paper(colour: str) -> Markup:
    return rect(0.5, 0.5, 99, HEIGHT - 1, rx=6.0, fill=f"var(--{colour})", stroke="var(--card-line)")


def cream() -> Markup:
    return rect(1, 1, 98, HEIGHT - 2, rx=5.5, fill="#E8B84A", fill_opacity="0.1")


def rings() -> Markup:
    """Half a ring at the middle of each side."""
    wide, middle = 2 * RING, HEIGHT / 2
    arc = f"a{RING} {RING} 0 0"
    data = (
        f"M{50 - RING} .5{arc} 0 {wide} 0M99.5 {middle - RING}{arc} 0 0 {wide}"
        f"M{50 - RING} {HEIGHT - 0.5}{arc} 1 {wide} 0M.5 {middle - RING}{arc} 1 0 {wide}"
    )
    return path(data, fill="none", stroke="var(--card-line)", stroke_width=1.2)


@cache
def mark(kind: Mark) -> Markup:
    """An object in its colour."""
    drawing, colour = DRAWINGS[OBJECTS[kind[0]]], COLOURS[kind[1]]
    holes = [path(drawing.hole, fill="var(--card)")] if drawing.hole else []
    sign = path(OUTLINES[colour], transform=move(*drawing.sign, 0, SIGN / 20), fill="var(--card)")
    return join(path(drawing.outline, fill=f"var(--{colour})"), *holes, sign)


def number_plate(card: int) -> Markup:
    """The card's number; the line beneath says which way up it is."""
    beneath = line(46.5, 75.2, 53.5, 75.2, stroke="var(--card-ink)", stroke_width=0.8)
    return group(numeral(str(card), 50, 69, 7, 1.2), beneath, opacity="0.62")


def quarters(radius: float) -> list[str]:
    """The quarters of a dot from its middle, as path data: north-west, north-east, south-west, south-east."""
    r, ways = number(radius), ((-1, -1, 1), (1, -1, 0), (-1, 1, 0), (1, 1, 1))  # x, y, and how their arcs run
    return [f"h{number(x * radius)}a{r} {r} 0 0 {sweep} {number(-x * radius)} {number(y * radius)}z" for x, y, sweep in ways]


def back() -> Markup:
    """A lattice of flowers with four petals, and the joint's dot in the middle."""
    petals = "q4-5.4 0-10.8-4 5.4 0 10.8 5.4-4 10.8 0-5.4 4-10.8 0 4 5.4 0 10.8-4-5.4 0-10.8-5.4-4-10.8 0 5.4 4 10.8 0"
    places = [(x, y) for row in range(9) for x in ((22, 50, 78), (36, 64))[row % 2] for y in [14 + 14 * row]]
    flowers = "".join(f"M{x} {y}{petals}" for x, y in places)
    inside = [
        path(flowers, fill="var(--back-line)", fill_opacity="0.2"),
        circle(50, HEIGHT / 2, 21, fill="var(--back)", stroke="var(--back-line)", stroke_width=1.5),
        circle(50, HEIGHT / 2, 16, fill="var(--back-line)"),
        *(path(f"M50 {number(HEIGHT / 2)}{data}", fill=f"var(--{colour})") for colour, data in zip(COLOURS, quarters(13))),
        circle(50, HEIGHT / 2, 13, fill="none", stroke="var(--card-ink)", stroke_width=1.2),
        rect(6, 6, 88, HEIGHT - 12, rx=4.0, fill="none", stroke="var(--back-line)", stroke_width=1.5),
    ]
    return join(paper("back"), *inside)


def deck() -> list[str]:
    """The face of every card of the box, for printing."""
    return [str(card) for card in range(CARDS)]
