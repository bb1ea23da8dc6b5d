"""The cards of Dominos florentins: pietra dura. Four marbles meet in the middle, gold where they differ, gems in settings."""

from __future__ import annotations

from itertools import groupby

from carreau.core.grid import STEPS
from carreau.draw.sign import OUTLINES
from carreau.draw.svg import Markup, group, join, move, path, rect

from ..constants import HUES, SIDES
from ..rules.cards import DECK, LETTERS
from .stones import GOLD, gem, marble, turned

RATIO = 1.0
MILLIMETRES = 56.0  # a card's width when printed

ALL_SIDES = range(SIDES)
INK = "var(--card-ink)"

# A triangle's way along the card's edge, corners rounded: where it begins, to the next corner, and half around that one.
EDGE = (
    ("M50 50L1.8 1.8A6 6 0 0 1 6 0", "H94", "A6 6 0 0 1 98.2 1.8"),
    ("M50 50L98.2 1.8A6 6 0 0 1 100 6", "V94", "A6 6 0 0 1 98.2 98.2"),
    ("M50 50L98.2 98.2A6 6 0 0 1 94 100", "H6", "A6 6 0 0 1 1.8 98.2"),
    ("M50 50L1.8 98.2A6 6 0 0 1 0 94", "V6", "A6 6 0 0 1 1.8 1.8"),
)
ONWARDS = ("A6 6 0 0 1 100 6", "A6 6 0 0 1 94 100", "A6 6 0 0 1 0 94", "A6 6 0 0 1 6 0")  # around the corner after a side
SEAM = ("M50 50L98.2 1.8", "M50 50L98.2 98.2", "M50 50L1.8 98.2", "M50 50L1.8 1.8")  # from the middle to that corner

BLACK_VEINS = "M0 62l14 4 9 10 16 3 8 21M100 24l-13 9-5 15 4 17-9 15 3 20M33 100l6-21"


def faces() -> dict[str, Markup]:
    """Every symbol of the sheet by name: a card as its four triangles, black-red and so on, or back."""
    blacks = {f"black-{hue}": black(hue) for hue in HUES}
    return {**{name: face(name) for name in DECK}, **blacks, "back": back()}


def deck() -> list[str]:
    """The face of every card of the box, for printing."""
    return [*DECK, *(f"black-{hue}" for hue in HUES)]


def face(name: str) -> Markup:
    hues = [HUES[LETTERS.index(letter.lower())] for letter in name]
    grounds = [path(outline(run), fill=f"var(--{hues[run[0]]})") for run in runs(hues)]
    stones = [marble(hue, [side for side in ALL_SIDES if hues[side] == hue]) for hue in dict.fromkeys(hues)]
    gems = [gem(hues[side], *at(side, 33.5), side) for side in ALL_SIDES if name[side].isupper()]
    return join(plate("var(--card)"), group(*grounds, opacity=".88"), *stones, seams(hues), signs(hues), *gems, rim())


def at(side: int, distance: float) -> tuple[float, float]:
    """The place this far from the middle towards a side."""
    down, right = STEPS[side]
    return 50 + right * distance, 50 + down * distance


def runs(hues: list[str]) -> list[list[int]]:
    """Neighbouring sides of one colour together."""
    start = next(side for side in ALL_SIDES if hues[side] != hues[side - 1])
    around = [(start + i) % SIDES for i in ALL_SIDES]
    return [list(run) for _, run in groupby(around, key=hues.__getitem__)]


def outline(run: list[int]) -> str:
    """From the middle along the card's edge and back."""
    start, _, _ = EDGE[run[0]]
    way = "".join(EDGE[side][1] + (ONWARDS[side] if side != run[-1] else EDGE[side][2]) for side in run)
    return start + way + "Z"


def signs(hues: list[str]) -> Markup:
    """The colours' signs around the middle."""
    shapes = [path(OUTLINES[hues[side]], transform=move(*at(side, 13), side, 0.54)) for side in ALL_SIDES]
    return group(*shapes, fill="var(--card)", stroke=INK, stroke_width="1.4")


def seams(hues: list[str]) -> Markup:
    """Gold along the diagonals where the colours differ."""
    lines = "".join(SEAM[side] for side in ALL_SIDES if hues[side] != hues[(side + 1) % SIDES])
    return join(path(lines, stroke=INK, stroke_width="3", opacity=".5"), path(lines, stroke=GOLD, stroke_width="1.7"))


def plate(colour: str) -> Markup:
    return rect(0, 0, 100, 100, rx=6.0, fill=colour)


def rim() -> Markup:
    return rect(0.4, 0.4, 99.2, 99.2, rx=5.6, fill="none", stroke=INK, stroke_width=0.8, opacity=".3")


def black(hue: str) -> Markup:
    """Black marble with one small triangle in its owner's colour, to the north."""
    veins = path(BLACK_VEINS, fill="none", stroke="#FFFFFF59", stroke_width=".8")
    lattice = path("M50 36L74 60L50 84L26 60ZM50 31L79 60L50 89L21 60Z", fill="none", stroke=GOLD)
    corner = path("M22 .6H78L50 28Z", fill=f"var(--{hue})", stroke=GOLD, stroke_width="2")
    small = path(OUTLINES[hue], transform=move(50, 10, 0, 0.55), fill="var(--card)", stroke=INK, stroke_width="1.4")
    large = path(OUTLINES[hue], transform=move(50, 60, 0, 1.25), fill=f"var(--{hue})", stroke="#FFF6DC", stroke_width="1.8")
    return join(plate("#1B1A1D"), veins, lattice, corner, small, large, frame())


def back() -> Markup:
    """A star of two squares around four points; the same from all four sides."""
    star = path("M50 16L84 50L50 84L16 50ZM26 26H74V74H26Z", fill="none", stroke=GOLD, stroke_width="1.6")
    points = path(four("50,50 43,43 50,29 57,43"), fill="var(--back-line)")
    shaded = path(four("50,50 50,29 57,43"), fill="#0003")
    leaves = path(four("10,10 22,14 26,26 14,22"), fill="var(--back-line)", fill_opacity=".35")
    return join(plate("var(--back)"), leaves, star, points, shaded, frame())


def four(lines: str) -> str:
    """Path data at all four sides."""
    return "".join(turned(lines, side) for side in ALL_SIDES)


def frame() -> Markup:
    return join(rect(4, 4, 92, 92, rx=4.0, fill="none", stroke=GOLD, stroke_width=1.2), rim())
