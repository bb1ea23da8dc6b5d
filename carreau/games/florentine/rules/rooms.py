"""Rooms (D16, D17): joined triangles of one colour, kept up card by card as a forest of triangles (union by size)."""

from __future__ import annotations

from typing import Any

from carreau.core.compile import rule

from ..constants import SIDES
from .cards import COLOUR, GEM
from .grid import NEIGHBOUR


@rule
def room_of(s: Any, triangle: int) -> int:
    """The triangle that stands for the room; the way there is never longer than the logarithm of the room's size."""
    while s.root[triangle] != triangle:
        triangle = s.root[triangle]
    return triangle


@rule
def colour_at(s: Any, triangle: int) -> Any:
    cell = triangle // SIDES
    return COLOUR[s.card[cell], s.turned[cell], triangle % SIDES]


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


@rule
def count_closed(s: Any, cell: int) -> None:
    """Count what a card just laid has closed: each of its rooms once."""
    first = cell * SIDES
    for side in range(SIDES):
        earlier = 0
        while room_of(s, first + earlier) != room_of(s, first + side):
            earlier += 1
        if earlier == side:
            count_if_closed(s, first + side)


@rule
def count_if_closed(s: Any, triangle: int) -> None:
    """D17, D18: a closed room stays as it is, so its gems count at once."""
    room = room_of(s, triangle)
    if s.openings[room] == 0 and s.gems[room] > 0:
        for seat in range(s.players):
            if s.colour[seat] == colour_at(s, triangle):
                s.points[seat] += s.gems[room]
                s.rooms[seat] += 1
