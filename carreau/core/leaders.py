"""Who has the most points has won, and equal leaders share (C6): the ending of most games."""

from __future__ import annotations

from typing import Any

import numpy as np

from carreau.core.compile import rule


@rule
def share_win(s: Any, out: Any) -> None:
    """Each seat's share of one win, by its points; all zero before the end."""
    if s.over:
        share_lead(s, out)
    else:
        for seat in range(s.players):
            out[seat] = 0.0


@rule
def share_lead(s: Any, out: Any) -> None:
    """One win shared among those who lead by points now."""
    most, leaders = s.points[0], 0
    for seat in range(s.players):
        most = max(most, s.points[seat])
    for seat in range(s.players):
        leaders += s.points[seat] == most
    for seat in range(s.players):
        out[seat] = 1.0 / leaders if s.points[seat] == most else 0.0


@rule
def share_softly(out: Any, players: int, spread: float) -> None:
    """Turn what each seat has into shares of a win; `spread` is how much more makes a win e times as likely."""
    most, whole = out[0], 0.0
    for seat in range(players):
        most = max(most, out[seat])
    for seat in range(players):
        out[seat] = np.exp((out[seat] - most) / spread)
        whole += out[seat]
    for seat in range(players):
        out[seat] /= whole
