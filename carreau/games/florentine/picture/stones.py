"""Marbles and gems: what the faces are inlaid with.

Everything is drawn for the north triangle of a card 100 wide, whose corners are 0 0, 100 0 and 50 50. Veins leave a triangle
at right angles and at places that lie alike on both sides, so they run on into any triangle of the same colour.
"""

from __future__ import annotations

from itertools import pairwise

from carreau.draw.svg import Markup, circle, group, join, move, path

GOLD = "#E3BE62"
LIGHT, SHADE = "#fff8", "#0004"  # on facets

# Clouds, dark veins and light veins of each marble: each its own, so that the stones differ even without their colours.
MARBLES = {
    "red": (  # Levanto: a broken white net over dark clouds
        "6,0 24,0 30,8 24,15 / 76,0 94,0 85,10 78,14 / 36,24 50,20 60,28 54,38 44,40",
        "42,0 35,2 29,7 25,14 20,20 / 58,0 64,5 68,12 80,20 / 31,8 21,4 10,4",
        "18,0 18,16 28,28 36,36 / 82,0 79,10 70,28 64,36 / 27,26 31,17 39,15 57,12 62,5 / 70,26 76,13 87,6 92,2",
    ),
    "blue": (  # Bardiglio: long waves
        "22,0 34,0 44,18 46,46 38,22 / 66,0 78,0 72,20 54,46 62,22",
        "44,0 43,8 32,24 32,32 / 56,0 58,14 66,28 68,32",
        "28,0 34,10 40,21 44,44 / 72,0 72,12 66,29 56,44 / 12,0 17,5 23,17 24,24 / 88,0 83,6 77,15 76,24",
    ),
    "green": (  # serpentine of Prato: broken stone, healed
        "15,0 30,0 27,7 31,15 22,14 / 70,0 85,0 78,9 73,14 / 40,16 52,12 66,20 62,30 42,36",
        "15,0 27,13 31,25 40,40 / 85,0 78,9 72,20 60,40 / 22,14 32,15 44,0 / 56,0 60,7 73,14",
        "30,0 25,2 17,12 18,18 / 70,0 78,4 82,18 / 42,13 40,20 33,33 / 50,12 58,20 69,22 67,33",
    ),
    "yellow": (  # Siena: threads that branch
        "10,0 24,0 36,19 28,20 20,10 / 76,0 90,0 66,24 69,9",
        "24,0 27,5 36,19 35,26 40,40 / 76,0 69,9 66,24 60,40 / 30,12 17,6 12,6 / 66,22 73,16 86,8 / 35,22 38,17 47,8",
        "48,0 38,9 33,21 30,30 / 52,0 53,9 57,18 70,30",
    ),
}  # fmt: skip
TONES = {  # deep and pale
    "red": ("#5E1500", "#FFE9DA"),
    "blue": ("#002A4D", "#DDF1FF"),
    "green": ("#00301F", "#D3F5E2"),
    "yellow": ("#7A4A00", "#FFF8D8"),
}


def marble(hue: str, sides: list[int]) -> Markup:
    """The veining of triangles of one colour."""
    clouds, dark, light = ("".join(turned(lines, side) for side in sides) for lines in MARBLES[hue])
    deep, pale = TONES[hue]
    return join(
        path(clouds, fill=f"{deep}2B"),
        group(path(dark, stroke=f"{deep}99", stroke_width=".8"), path(light, stroke=f"{pale}CC"), fill="none"),
    )


def turned(lines: str, side: int) -> str:
    """Path data of the north's lines as they lie at another side."""
    return "".join(steps([turn(point, side) for point in line.split()]) for line in lines.split(" / "))


def turn(point: str, side: int) -> tuple[int, int]:
    x, y = (int(number) for number in point.split(","))
    for _ in range(side):
        x, y = 100 - y, x
    return x, y


def steps(points: list[tuple[int, int]]) -> str:
    """A path as short as it can be written: the first point, then the way to each next one."""
    ways = [f"{x - x0} {y - y0}" for (x0, y0), (x, y) in pairwise(points)]
    return f"M{points[0][0]} {points[0][1]}l{' '.join(ways)}".replace(" -", "-")


SETTING = {"stroke": GOLD, "stroke_width": "1.8"}
GEMS = {  # the stone, then its facets: path data and colour
    "red": (  # jade: an octagon with a table and eight facets
        ("M-4.4-10.5H4.4L10.5-4.4V4.4L4.4 10.5H-4.4L-10.5 4.4V-4.4Z", "#1E9C66"),
        ("M-4.4-10.5H4.4L2.5-6H-2.5L-6-2.5V2.5L-10.5 4.4V-4.4Z", LIGHT),
        ("M4.4 10.5H-4.4L-2.5 6H2.5L6 2.5V-2.5L10.5-4.4V4.4Z", SHADE),
        ("M-6-2.5L-2.5-6H2.5L-6 2.5Z", "#C9FFE48C"),
    ),
    "blue": (  # amber: a drop, its point outwards, cut to a keel
        ("M0-12.5C4-6 9-2 9 3.5A9 8.5 0 0 1-9 3.5C-9-2-4-6 0-12.5Z", "#F59A0B"),
        ("M0-12.5C-4-6-9-2-9 3.5L-4.5 3.5L0-5Z", LIGHT),
        ("M9 3.5A9 8.5 0 0 1-9 3.5L-4.5 3.5L0 8L4.5 3.5Z", SHADE),
        ("M0-5L-4.5 3.5L0 8Z", "#FFEFB0CC"),
    ),
    "green": (  # ruby: a heart-cut
        ("M0 11.5L-9.5 1.5C-13.5-4-6.5-12 0-6C6.5-12 13.5-4 9.5 1.5Z", "#D0103F"),
        ("M0-6C-6.5-12-13.5-4-9.5 1.5L-5.5-.5L-4-4.5L0-2Z", LIGHT),
        ("M9.5 1.5L0 11.5L-9.5 1.5L-5.5-.5L0 5.5L5.5-.5Z", SHADE),
        ("M-5.5-.5L-4-4.5L0-2L0 5.5Z", "#FFC2D18C"),
    ),
    "yellow": (  # lapis lazuli: a cabochon, round and smooth, with specks of pyrite
        ("M-12 0A12 9.5 0 0 1 12 0A12 9.5 0 0 1-12 0Z", "#2344B4"),
        ("M-12 0A12 9.5 0 0 0 12 0A12 6 0 0 1-12 0Z", SHADE),
        ("M-8-2.5A9 6 0 0 1 3-6.5A10 5 0 0 0-8-2.5Z", "#fffc"),
        ("M2 1h1.4v1.4h-1.4ZM6-2h1v1h-1ZM-4 2h1.2v1.2h-1.2ZM-1-2.5h1v1h-1Z", "#FFDF80"),
    ),
}


def gem(hue: str, x: float, y: float, turned: int = 0) -> Markup:
    """The gem of a colour in its setting, about 24 wide."""
    stone, *facets = GEMS[hue]
    cut = join(path(stone[0], fill=stone[1], **SETTING), *(path(outline, fill=colour) for outline, colour in facets))
    return group(circle(0, 0, 13.6, fill=SHADE), cut, transform=move(x, y, turned))
