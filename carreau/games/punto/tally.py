"""What simulations count in Punto: how rounds and matches ended."""

from __future__ import annotations

from typing import Any

from carreau.core.compile import rule
from carreau.core.share import Share

from .constants import ASIDE, PLACES

COLUMNS = ("rounds", "line", "series", "void", "chosen", "limit")
ROUNDS, LINE, SERIES, VOID, CHOSEN, LIMIT = range(6)


@rule
def tally(s, seat, action, out):
    if s.scored == s.ply:
        out[ROUNDS] += 1
        out[ROUNDS + s.ended] += 1
        out[CHOSEN] += action % PLACES == ASIDE
    if s.over and (s.winner < 0 or s.points[s.winner] < s.rounds):
        out[LIMIT] += 1


@rule
def card_laid(action):
    """The kind of the card that an action lays; -1 for none."""
    return -1 if action % PLACES == ASIDE else action // PLACES


def report(totals: dict[str, float], matches: int) -> dict[str, Any]:
    rounds = totals["rounds"]
    return {
        "rounds per match": rounds / matches,
        "rounds won by a line": Share(totals["line"], rounds),
        "rounds won by series": Share(totals["series"], rounds),
        "void rounds": Share(totals["void"], rounds),
        "rounds with a choice of the card set aside": Share(totals["chosen"], rounds),
        "matches ended by the limit of rounds": Share(totals["limit"], matches),
    }
