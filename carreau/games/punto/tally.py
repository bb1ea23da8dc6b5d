"""What simulations count in Punto: how rounds and matches ended."""

from __future__ import annotations

from typing import Any

from carreau.core.compile import rule

COLUMNS = ("rounds", "line", "series", "void", "chosen", "limit")
ROUNDS, LINE, SERIES, VOID, CHOSEN, LIMIT = range(6)


@rule
def tally(s, seat, action, out):
    if s.ended_ply == s.ply:
        out[ROUNDS] += 1
        out[ROUNDS + s.ended] += 1
        out[CHOSEN] += s.phase
    if s.over and (s.winner < 0 or s.points[s.winner] < s.rounds):
        out[LIMIT] += 1


def report(totals: dict[str, float], matches: int) -> dict[str, Any]:
    rounds = totals["rounds"]
    return {
        "rounds per match": rounds / matches,
        "rounds won by a line": totals["line"] / rounds,
        "rounds won by series": totals["series"] / rounds,
        "void rounds": totals["void"] / rounds,
        "rounds with a choice of the card set aside": totals["chosen"] / rounds,
        "matches ended by the limit of rounds": totals["limit"] / matches,
    }
