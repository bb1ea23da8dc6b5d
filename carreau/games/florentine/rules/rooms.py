"""Rooms (D16, D17): joined triangles of one colour, kept up card by card as a forest of triangles (union by size)."""

from __future__ import annotations

from typing import Any

from carreau.core.compile import rule

from .cards import COLOUR, GEM
from .grid import NEIGHBOUR, SIDES


@rule
def room_of(s: Any, triangle: int) -> int:
    """The triangle that stands for the room; the way there is never longer than the logarithm of the room's size."""
    while s.root[triangle] != triangle:
        triangle = s.root[triangle]
    return triangle


@rule
def join(s: Any, triangle: int, other: int) -> None:
    large, small = room_of(s, triangle), room_of(s, other)
    if large == small:
        return
    if s.triangles[large] < s.triangles[small]:
        large, small = small, large
    s.root[small] = large
    s.triangles[large] += s.triangles[small]
    s.gems[large] += s.gems[small]
    s.openings[large] += s.openings[small]
    s.triangles[small], s.gems[small], s.openings[small] = 0, 0, 0


@rule
def wall_off(s: Any, triangle: int) -> None:
    """The triangle no longer faces an empty place."""
    s.openings[room_of(s, triangle)] -= 1


@rule
def add_triangles(s: Any, card: int, turned: int, cell: int) -> None:
    """A card's four triangles, joined with each other and with those that they touch."""
    first = cell * SIDES
    for side in range(SIDES):
        s.root[first + side] = first + side
        s.triangles[first + side] = 1
        s.gems[first + side] = GEM[card, turned, side]
        s.openings[first + side] = 1
    for side in range(SIDES):
        following = (side + 1) % SIDES
        if COLOUR[card, turned, side] == COLOUR[card, turned, following]:
            join(s, first + side, first + following)
        other = NEIGHBOUR[cell, side]
        if other >= 0 and s.card[other] >= 0:
            facing = other * SIDES + (side + 2) % SIDES
            wall_off(s, first + side)
            wall_off(s, facing)
            join(s, first + side, facing)
