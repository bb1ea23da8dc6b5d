"""What simulations count in Dominos florentins: cards left over, closed rooms and their sizes, gems, black cards."""

from __future__ import annotations

from typing import Any

from carreau.core.bits import count_bits
from carreau.core.compile import rule
from carreau.core.share import Share

from .constants import ASIDE, BLACK, EDGING, SIDES
from .rules import parts_of
from .rules.grid import TRIANGLES
from .rules.rooms import room_of

COLUMNS = (
    "seats", "left over", "laid aside", "rooms", "triangles", "2", "3-4", "5-6", "7-8", "9 and more",
    "rooms with gems", "gems", "gems of seat 0", "gems of seat 1", "gems of seat 2", "gems of seat 3",
    "black cards put", "black gems",
)  # fmt: skip
SIZES = COLUMNS[5:10]
(
    SEATS, LEFT_OVER, LAID_ASIDE, ROOMS, ROOM_TRIANGLES, FIRST_SIZE, _, _, _, _,
    ROOMS_WITH_GEMS, GEMS, FIRST_SEAT, _, _, _, PUT, BLACK_GEMS,
) = range(len(COLUMNS))  # fmt: skip
LARGEST = len(SIZES) - 1


@rule
def tally(s, seat, action, out):
    card, turned, cell = parts_of(action)
    if card != BLACK:
        out[LAID_ASIDE] += cell == ASIDE
    elif s.phase == EDGING and cell != ASIDE:
        room = room_of(s, cell * SIDES + turned)
        out[PUT] += 1
        out[BLACK_GEMS] += s.gems[room] if s.openings[room] == 0 else 0
    if s.over:
        tally_end(s, out)


@rule
def tally_end(s, out):
    out[LEFT_OVER] += count_bits(s.open)
    for triangle in range(TRIANGLES):
        if s.root[triangle] == triangle and s.openings[triangle] == 0:
            out[ROOMS] += 1
            out[ROOM_TRIANGLES] += s.triangles[triangle]
            out[FIRST_SIZE + min((s.triangles[triangle] - 1) // 2, LARGEST)] += 1
    out[SEATS] += s.players
    for seat in range(s.players):
        out[ROOMS_WITH_GEMS] += s.rooms[seat]
        out[GEMS] += s.points[seat]
        out[FIRST_SEAT + seat] += s.points[seat]


@rule
def card_laid(action):
    """The card that an action lays; -1 for none."""
    card, _, cell = parts_of(action)
    return card if card != BLACK and cell != ASIDE else -1


def report(totals: dict[str, float], matches: int) -> dict[str, Any]:
    seats = round(totals["seats"] / matches)
    return {
        "cards left over": totals["left over"] / matches,
        "cards laid aside": totals["laid aside"] / matches,
        "closed rooms": totals["rooms"] / matches,
        "triangles per closed room": totals["triangles"] / max(1, totals["rooms"]),
        **{f"closed rooms of {size} triangles": Share(totals[size], totals["rooms"]) for size in SIZES},
        "closed rooms with gems per player": totals["rooms with gems"] / totals["seats"],
        "gems per player": totals["gems"] / totals["seats"],
        **{f"gems of seat {seat}": totals[f"gems of seat {seat}"] / matches for seat in range(seats)},
        "black cards put per player": totals["black cards put"] / totals["seats"],
        "gems decided by black cards": Share(totals["black gems"], totals["gems"]),
    }
