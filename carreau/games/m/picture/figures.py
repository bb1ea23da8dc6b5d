"""The five impossible figures of M, around 0, 0 within a circle of radius 27, in lines that the card makes black and round;
nothing is filled unless it says so.

`hue` is the card's colour. Cube, triangle and Moebius band are named in the rulebook; fork and stairs are ours (M2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import cos, pi, sin

from carreau.draw.svg import Markup, Point, along, group, path

INK, LIGHT = "var(--card-ink)", "var(--card)"
MIDDLE = "translate(50 61)"  # of the sun on a card


def outlined(*parts: str, width: float = 2.4, **attributes: str) -> Markup:
    return group(*parts, **{"transform": MIDDLE, "stroke_width": width, **attributes})


def shape(*corners: Point) -> str:
    return along(corners) + "Z"


# the cube: bars, one of which passes in front of what it stands behind


def cube(hue: str) -> Markup:
    far, near = "M-20-8l12-12h28v28l-12 12m-28 0l12-12h28m0-28l-12 12m-16-12v28", "M-20-8h28v28h-28z"
    parts = [*bars(far, hue), *bars(near, LIGHT), *bars("M-8-16v20", hue)]
    return outlined(*parts, width=7.8, stroke_linecap="butt")


def bars(d: str, colour: str) -> tuple[Markup, Markup]:
    return path(d), path(d, stroke=colour, stroke_width=3.4)


# the triangle: three equal corners, each of which is sound

FACE = 6.0  # how wide a face of a bar is
HOLE = 2.3  # the side of the hole, in faces
CORNER = [(2, None, 1), (2, 1, None), (None, 1, 0), (None, 0, 0), (1, 0, None), (1, None, 2)]


def triangle(hue: str) -> Markup:
    fills = enumerate((LIGHT, hue, INK))
    return outlined(*(path(shape(*(around_hole(k, *corner) for corner in CORNER)), fill=fill) for k, fill in fills))


def around_hole(turn: int, *away: float | None) -> Point:
    """A point by how many faces it is away from the three sides of the hole; two say it."""
    third = -HOLE - sum(faces for faces in away if faces is not None)
    reach = [2 / 3 * FACE * ((third if faces is None else faces) + HOLE / 3) for faces in away]
    angles = [pi / 2 + 2 * pi / 3 * (side + turn) for side in range(3)]
    return sum(r * cos(a) for r, a in zip(reach, angles)), 4 + sum(r * sin(a) for r, a in zip(reach, angles))


# the Möbius strip: a strip of paper with half a turn in it


def moebius(hue: str) -> Markup:
    return outlined(
        path("M-25 -11C-23 -24 23 -24 25 -11V10C23 -3 -23 -3 -25 10Z", fill=INK),
        path("M-25 -11C-25 -1 -11 4 0 10C-9 16 -23 22 -25 10Z", fill=LIGHT),
        path("M0 10C9 16 23 22 25 10V-11C25 -1 11 4 0 10Z", fill=hue),
    )


# the fork: two square prongs that end as three round ones


def fork(hue: str) -> Markup:
    tip = "a4 4 0 0 0 0 8a4 4 0 0 0 0-8"
    return outlined(
        path("M-15-12h28v32h-28z", fill=LIGHT, stroke="none"),
        path("M-15 12H4l9 8h-28z", fill=hue, stroke="none"),
        path("M-15-4H4v8h-19zM-15-20h36l-8 8h-28z", fill=hue),
        path("M13-12l8-8v32l-8 8z", fill=INK),
        path("M-15-12h28v32h-28M4 4v8h-19", fill="none"),
        path(f"M-15-20{tip}m0 16{tip}m0 16{tip}"),
        fill=LIGHT,
    )


# the stairs: always up, and round again

LONG, SHORT = 4, 2  # steps on the two sides that come nearer, and on the two that go away
STEPS = 2 * (LONG + SHORT)
WAY = [(8, 6)] * LONG + [(-8, 6)] * LONG + [(-8, -6)] * SHORT + [(8, -6)] * SHORT
RISE = sum(south for _, south in WAY) // STEPS  # so that the last step leads to the first
TREAD, LEFT, RIGHT = "l8 6-8 6-8-6z", "l8 6v8l-8-6z", "l-8 6v8l8-6z"


def stairs(hue: str) -> Markup:
    away = (0, *range(2 * LONG + 1, STEPS))
    nearer = range(1, 2 * LONG + 1)
    return outlined(
        path(steps(LEFT, (*away, *range(1, LONG), 2 * LONG), -8), fill=hue),
        path(steps(RIGHT, range(LONG, STEPS), 8), fill=INK),
        path(steps(TREAD, away)),
        *(path(steps(TREAD, (step,))) for step in nearer),  # each covers the edge of the one before
        width=2,
        fill=LIGHT,
        transform=f"{MIDDLE}scale(.75)",
    )


def steps(face: str, which: Iterable[int], aside: int = 0) -> str:
    """A face of each of these steps, begun at its farthest corner or at the one to that side."""
    return "".join(f"M{x + aside} {y + abs(aside) * 6 // 8}{face}" for x, y in map(climbed, which))


def climbed(step: int) -> tuple[int, int]:
    return -8 + sum(east for east, _ in WAY[:step]), -24 + sum(south for _, south in WAY[:step]) - RISE * step


FIGURES: dict[str, Callable[[str], Markup]] = {
    "cube": cube, "triangle": triangle, "moebius": moebius, "fork": fork, "stairs": stairs,
}  # fmt: skip
