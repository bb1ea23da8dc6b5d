"""The six motifs, each from the azulejo tradition: a quarter of a figure in every corner of the tile, so that four tiles of
a motif complete it, and every line that leaves a tile goes on in the next.

A quarter is drawn around the corner 0, 0 of a tile of 100 by 100, and turned into the other corners.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from carreau.draw.svg import Markup, Point, join, path

COBALT = "#173F8A"  # as dark as ink in every theme
MIST = "#DDE7F4"  # cobalt thinned with water
SECOND = tuple(f"var(--{colour})" for colour in ("yellow", "green", "sky", "purple", "brown", "red"))  # per motif

CORNER = 6.0  # a tile's corners are round: what would reach into the corner follows them
COMMAND = re.compile(r"[A-Z][^A-Z]*")


@dataclass(frozen=True)
class Layer:
    """Path data and how it is painted. Fine details are left out of small tiles; a whole layer is a tile's, not a quarter's."""

    data: str
    look: dict[str, Any]
    fine: bool = False
    whole: bool = False


def ornament(motif: int) -> Markup:
    """A whole tile's pattern."""
    return join(*(path(spread(layer), **layer.look) for layer in QUARTERS[motif](SECOND[motif])))


def small_ornament(motif: int) -> Markup:
    """The same with smaller figures and without fine details, to leave room for a larger value."""
    layers = [layer for layer in QUARTERS[motif](SECOND[motif]) if not layer.fine]
    return join(*(path(spread(layer, 0.68), **layer.look) for layer in layers))


def spread(layer: Layer, size: float = 1) -> str:
    """A quarter in all four corners, scaled around its own corner."""
    commands = COMMAND.findall(layer.data)
    return layer.data if layer.whole else "".join(turned(command, turn, size) for turn in range(4) for command in commands)


def turned(command: str, turn: int, size: float) -> str:
    """An absolute command of path data, scaled and turned around the tile's middle by quarter turns."""
    letter, numbers = command[0], [float(n) for n in command[1:].split()]
    if letter == "A":
        rx, ry, tilt, large, sweep, x, y = numbers
        flags = f"{short(rx * size)} {short(ry * size)} {short(tilt)} {large:g} {sweep:g} "
        return letter + flags + pair(*rotate(x * size, y * size, turn))
    points = [rotate(x * size, y * size, turn) for x, y in zip(numbers[::2], numbers[1::2])]
    return letter + " ".join(pair(x, y) for x, y in points)


def rotate(x: float, y: float, turn: int) -> Point:
    for _ in range(turn):
        x, y = 100 - y, x
    return x, y


def pair(x: float, y: float) -> str:
    return f"{short(x)} {short(y)}"


def short(value: float) -> str:
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


# how it is painted


def filled(data: str, colour: str, line: float = 0, **kind: bool) -> Layer:
    edge = {"stroke": COBALT, "stroke_width": line, "stroke_linejoin": "round"} if line else {}
    return Layer(data, {"fill": colour, **edge}, **kind)


def drawn(data: str, width: float, colour: str = COBALT, **kind: bool) -> Layer:
    return Layer(data, {"fill": "none", "stroke": colour, "stroke_width": width}, **kind)


# points


def polar(radius: float, degrees: float) -> Point:
    return radius * cos(degrees * pi / 180), radius * sin(degrees * pi / 180)


def lines(*points: Point) -> str:
    return "M" + "L".join(pair(x, y) for x, y in points) + "Z"


def curve(points: Sequence[Point]) -> str:
    """A closed shape: where it begins, then three points for each curve."""
    rest = [" ".join(pair(*point) for point in points[i : i + 3]) for i in range(1, len(points), 3)]
    return "M" + pair(*points[0]) + "".join("C" + part for part in rest) + "Z"


def arc(radius: float, start: float = 0, end: float = 90) -> str:
    return f"M{pair(*polar(radius, start))}A{short(radius)} {short(radius)} 0 0 1 {pair(*polar(radius, end))}"


def disc(radius: float) -> str:
    return f"{arc(radius)}L0 {short(CORNER)}A{short(CORNER)} {short(CORNER)} 0 0 1 {short(CORNER)} 0Z"


def ringed(outer: float, inner: float) -> str:
    return f"{arc(outer)}L0 {short(inner)}A{short(inner)} {short(inner)} 0 0 0 {short(inner)} 0Z"


def aimed(points: Sequence[Point], degrees: float) -> list[Point]:
    """Points given along and across a direction."""
    c, s = polar(1, degrees)
    return [(along * c - across * s, along * s + across * c) for along, across in points]


def mirrored(half: Sequence[Point]) -> list[Point]:
    """A shape along an axis, given by one half."""
    return [*half, *((along, -across) for along, across in half[-2::-1])]


# the motifs


def star(colour: str) -> list[Layer]:
    """A compass rose of eight rays, each half cobalt and half gold."""
    tip, dent, other = (30.5, 30.5), polar(22, 22.5), polar(22, 67.5)
    east, middle, south = (CORNER, 0.0), polar(CORNER, 45), (0.0, CORNER)
    dark = lines(east, (50, 0), dent) + lines(middle, tip, other)
    light = lines(middle, dent, tip) + lines(south, other, (0, 50))
    return [
        filled(lines((50, 0), (40, 20), tip, (20, 40), (0, 50), other, tip, dent), MIST, fine=True),
        drawn("M50 0L40 20L50 30M0 50L20 40L30 50", 1.4, fine=True),
        filled(light, colour, 1.2),
        filled(dark, COBALT, 1.2),
        filled(disc(9), "var(--card)"),
        drawn(arc(9), 1.6),
    ]


PETAL = mirrored([(9, 0), (14, -9), (24, -16), (36, -13), (42, -11), (45, -4), (41, 0)])
SEPAL = mirrored([(8, 0), (14, -6), (22, -6), (28, 0)])


def rose(colour: str) -> list[Layer]:
    """A rosette of eight notched petals, small white ones upon them."""
    angles = (22.5, 67.5)
    return [
        filled("".join(curve(aimed(PETAL, angle)) for angle in angles), colour, 1.6),
        filled("".join(curve(aimed(SEPAL, angle)) for angle in angles), "var(--card)", 1.2, fine=True),
        filled(disc(11), COBALT),
        filled("M50 0L43 7L50 14ZM0 50L7 43L14 50Z", COBALT, fine=True),
    ]


def fan(colour: str) -> list[Layer]:
    """Quarter circles: bands around the corner, the broadest one pleated like a fan."""
    pleat = 90 / 5
    starts = [pleat * i + pleat / 4 for i in range(5)]
    pleats = [lines(polar(18, a), polar(37, a), polar(37, a + pleat / 2), polar(18, a + pleat / 2)) for a in starts]
    return [
        filled(ringed(48, 40), COBALT),
        filled(ringed(37, 18), MIST, fine=True),
        filled("".join(pleats), colour),
        drawn(arc(36.5) + arc(18), 1.6, fine=True),
        filled(disc(13), COBALT),
    ]


LOBE = mirrored([(11, 0), (17, -10), (34, -13), (52, 0)])
LEAFLET = [(9.0, 4.0), (17, -1), (36, 1), (47, 14), (37, 19), (20, 17), (9, 4)]


def leaf(colour: str) -> list[Layer]:
    """A fleuron: a leaf towards the middle of the tile, between two smaller ones."""
    veins = "M12 12L31 31M16 6Q30 6 39 11M6 16Q6 30 11 39"
    return [
        filled(curve(LEAFLET) + curve([(y, x) for x, y in LEAFLET]), COBALT),
        filled(curve(aimed(LOBE, 45)), colour, 1.6),
        drawn(veins, 1.5, "var(--card)", fine=True),
        filled(disc(12), "var(--card)"),
        drawn(arc(12), 1.6),
        filled(disc(8.5), colour),
        filled("M50 0L46 5L50 10ZM0 50L5 46L10 50Z", colour, fine=True),
    ]


def knot(colour: str) -> list[Layer]:
    """A looped square woven with a ring, over and under by turns."""
    rope = "M10 0L10 24A14 14 0 1 0 24 10L0 10"
    return [
        drawn(arc(34), 8),
        drawn(arc(34), 4.6, MIST),
        drawn(rope, 8.4),
        drawn(rope, 5, colour),
        drawn("M10 4L10 16" + arc(34, 59, 79), 8, fine=True),
        drawn("M10 3L10 17", 5, colour, fine=True),
        drawn(arc(34, 55, 83), 4.6, MIST, fine=True),
    ]


def wave(colour: str) -> list[Layer]:
    """Waves that swell from side to side, and a pearl of foam where four tiles meet."""
    crests = "".join(swell(y, 0.6, 13, 9, 16, 0 if y else CORNER) for y in range(0, 100, 25))
    troughs = "".join(swell(y, 11.5, 18, 19, 25) for y in range(0, 100, 25))
    return [
        filled(troughs, colour, whole=True),
        filled(crests, COBALT, whole=True),
        filled(disc(15), "var(--card)"),
        drawn(arc(15) + arc(9), 2),
    ]


def swell(y: float, upper: float, upper_middle: float, lower: float, lower_middle: float, inset: float = 0) -> str:
    """Between two lines, both highest at the sides, so that the next tile continues them."""
    side, middle, low, deep = (short(y + height) for height in (upper, upper_middle, lower, lower_middle))
    west, east = short(inset), short(100 - inset)
    there = f"M{west} {side}C20 {side} 30 {middle} 50 {middle}S80 {side} {east} {side}"
    return f"{there}V{low}C80 {low} 70 {deep} 50 {deep}S20 {low} {west} {low}Z"


QUARTERS: tuple[Callable[[str], list[Layer]], ...] = (star, leaf, wave, knot, fan, rose)
