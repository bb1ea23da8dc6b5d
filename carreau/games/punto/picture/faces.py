"""Punto's cards: white, large round pips in the pattern of dice, the colour's sign in two corners and cut out of every pip."""

from __future__ import annotations

from carreau.draw.sign import OUTLINES, sign
from carreau.draw.svg import Markup, Point, circle, group, join, move, path, polygon, rect

from ..constants import COLOURS, VALUES
from ..rules.cards import KIND_NAMES, NAMES

RATIO = 1.0
MILLIMETRES = 56.0  # a card's width when printed

NEAR, HALF, FAR = 25.5, 50.0, 74.5
PAIRS = [
    ((NEAR, FAR), (FAR, NEAR)), ((NEAR, NEAR), (FAR, FAR)), ((NEAR, HALF), (FAR, HALF)), ((HALF, NEAR), (HALF, FAR)),
]  # fmt: skip
RADIUS = {1: 20.0, 2: 14.0, 3: 14.0, 4: 13.0, 5: 12.5}  # of a pip, by value; the others are SMALLEST
SMALLEST = 11.3
CUT = 0.042  # of a pip's radius: how large its sign is, in tenths of the sign's outline


def faces() -> dict[str, Markup]:
    """Every symbol of the sheet by name: a card's name, back, and edge-red for a red card of which only the edge is seen."""
    cards = {name: face(COLOURS[kind // VALUES], kind % VALUES + 1) for kind, name in enumerate(KIND_NAMES)}
    return {**cards, **{f"edge-{colour}": edge(colour) for colour in COLOURS}, "back": back()}


def face(colour: str, value: int) -> Markup:
    radius = RADIUS.get(value, SMALLEST)
    circles = [circle(x, y, radius) for x, y in pips(value)]
    discs = group(*circles, fill=f"var(--{colour})", stroke="var(--card-ink)", stroke_width=0.7)
    cuts = group(*(cut(colour, x, y, radius) for x, y in pips(value)), fill="var(--card)")
    return join(paper("card"), discs, cuts, sign(colour, 10.5, 10.5, 13), sign(colour, 89.5, 89.5, 13))


def pips(value: int) -> list[Point]:
    """Where the pips are: pairs around the middle, and one in the middle if the value is odd."""
    return [place for pair in PAIRS[: value // 2] for place in pair] + [(HALF, HALF)] * (value % 2)


def cut(colour: str, x: float, y: float, radius: float) -> Markup:
    """A sign cut out of a pip."""
    return path(OUTLINES[colour], transform=move(x, y, 0, radius * CUT))


def paper(colour: str) -> Markup:
    return rect(0.5, 0.5, 99, 99, rx=6.0, fill=f"var(--{colour})", stroke="var(--card-line)")


def edge(colour: str) -> Markup:
    """A covered card: the part that peeks out shows its colour."""
    return rect(0.5, 0.5, 99, 99, rx=6.0, fill=f"var(--{colour})", stroke="var(--card)", stroke_width=1.2)


# the back: the four signs around a pip, in a lattice


def back() -> Markup:
    frame = rect(6, 6, 88, 88, rx=3.0, fill="none", stroke="var(--back-line)", stroke_width=0.9)
    field = group(lattice(), fill="none", stroke="var(--back-line)", stroke_width=0.7, opacity="0.32")
    return join(paper("back"), field, frame, medallion())


def lattice() -> Markup:
    """Diagonals within the frame."""
    steps = range(-77, 88, 11)
    falling = "".join(f"M{max(6, 6 + d)} {max(6, 6 - d)}L{min(94, 94 + d)} {min(94, 94 - d)}" for d in steps)
    rising = "".join(f"M{max(6, 6 + d)} {min(94, 94 + d)}L{min(94, 94 + d)} {max(6, 6 + d)}" for d in steps)
    return path(falling + rising)


def medallion() -> Markup:
    diamond = polygon(((50, 14), (86, 50), (50, 86), (14, 50)), fill="var(--back)", stroke="var(--back-line)", stroke_width=1.2)
    places = zip(COLOURS, ((50, 29), (71, 50), (50, 71), (29, 50)))
    signs = [path(OUTLINES[colour], transform=move(x, y, 0, 0.62)) for colour, (x, y) in places]
    pip = [circle(50, 50, 8.5), circle(50, 50, 3.4, fill="var(--back)")]
    return join(diamond, group(*signs, *pip, fill="var(--back-line)"))


def deck() -> list[str]:
    """The face of every card of the box, for printing."""
    return list(NAMES)
