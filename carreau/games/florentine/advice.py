"""What helps bots to play Dominos florentins: gems count in closed rooms, and promise more the fewer openings are left."""

from __future__ import annotations

import numpy as np

from carreau.core.compile import rule
from carreau.core.leaders import share_softly
from carreau.core.quick import quick_below, quick_next

from .constants import ASIDE, DRAWING, EDGING, PLACES, SIDES
from .rules import parts_of
from .rules.grid import TRIANGLES
from .rules.rooms import colour_at, room_of

CLOSING = np.array([1.0, 0.6, 0.4, 0.27, 0.18, 0.12, 0.08, 0.05])  # how likely a room closes, by its openings
MANY = len(CLOSING) - 1
TRIES = 12  # of so many moves, the quick player of a review takes the best


@rule
def policy(s, seat, actions, n, chance):
    """Prefer laying to putting aside, and a black card where it closes a room."""
    k = quick_below(chance, n)
    if s.phase == DRAWING:
        for _ in range(3):
            if actions[k] % PLACES != ASIDE:
                return k
            chance = quick_next(chance)
            k = quick_below(chance, n)
    elif s.phase == EDGING:
        return best_edge(s, actions, n)
    return k


@rule
def best_edge(s, actions, n):
    best, most = 0, -1
    for k in range(n):
        _, side, cell = parts_of(actions[k])
        if cell != ASIDE:
            room = room_of(s, cell * SIDES + side)
            gems = s.gems[room] if s.openings[room] == 1 else 0
            if gems > most:
                best, most = k, gems
    return best


@rule
def evaluate(s, out):
    """Gems in closed rooms, and those that open rooms promise."""
    for seat in range(s.players):
        out[seat] = s.points[seat] + 0.2 * s.rooms[seat]
    for triangle in range(TRIANGLES):
        if s.root[triangle] == triangle and s.gems[triangle] and s.openings[triangle]:
            add_promise(s, triangle, out)
    share_softly(out, s.players, 1.2 + 0.05 * s.left)


@rule
def add_promise(s, room, out):
    for seat in range(s.players):
        if s.colour[seat] == colour_at(s, room):
            out[seat] += s.gems[room] * CLOSING[min(s.openings[room], MANY)]
