"""What simulations count in Faïence: rounds, where points come from, zones, and where cards are taken from."""

from __future__ import annotations

from typing import Any

from carreau.core.compile import rule
from carreau.core.share import Share

from .constants import BY_LIMIT, DROP, PLACES, SQUARE, TAKE

SIZES = tuple(f"zones of {size + 1}" for size in range(SQUARE))
COLUMNS = ("turns", "taken", "rounds", "unfinished", "areas", "values", "zones", "limit", *SIZES)
TURNS, TAKEN, ROUNDS, UNFINISHED, AREAS, VALUES, ZONES, LIMIT, FIRST_SIZE = range(9)


@rule
def tally(s, seat, action, out):
    place = action % PLACES
    if place >= TAKE:
        out[TURNS] += 1
        out[TAKEN] += place == TAKE
    if s.scored == s.ply:
        count_round(s, out)


@rule
def count_round(s, out):
    out[ROUNDS] += 1
    out[UNFINISHED] += s.ended == BY_LIMIT
    most = s.points[0]
    for other in range(s.players):
        out[AREAS] += 1
        out[VALUES] += s.values[other]
        out[ZONES] += s.zones[other]
        most = max(most, s.points[other])
    for size in range(SQUARE):
        out[FIRST_SIZE + size] += s.sizes[size + 1]
    out[LIMIT] += s.over and most < s.target


@rule
def card_laid(action):
    """The kind of the card that an action lays; -1 for none."""
    return action // PLACES if action % PLACES < DROP else -1


def report(totals: dict[str, float], matches: int) -> dict[str, Any]:
    rounds, areas = totals["rounds"], totals["areas"]
    zones = sum(totals[size] for size in SIZES)
    return {
        "rounds per match": rounds / matches,
        "turns per round": totals["turns"] / rounds,
        "turns taken from the discard": Share(totals["taken"], totals["turns"]),
        "points per round and player": (totals["values"] + totals["zones"]) / areas,
        "points from values": totals["values"] / areas,
        "points from zones": totals["zones"] / areas,
        "zones per area": zones / areas,
        **{f"{size}, per area": totals[size] / areas for size in SIZES},
        "rounds that nobody completed": Share(totals["unfinished"], rounds),
        "matches ended by the limit of rounds": Share(totals["limit"], matches),
    }
