"""Who has the most points has won, and equal leaders share (C6): the ending of most games."""

from __future__ import annotations

from typing import Any

from carreau.core.compile import rule


@rule
def share_win(s: Any, out: Any) -> None:
    """Each seat's share of one win, by its points; all zero before the end."""
    most, leaders = s.points[0], 0
    for seat in range(s.players):
        out[seat] = 0.0
        most = max(most, s.points[seat])
    if s.over:
        for seat in range(s.players):
            leaders += s.points[seat] == most
        for seat in range(s.players):
            if s.points[seat] == most:
                out[seat] = 1.0 / leaders
