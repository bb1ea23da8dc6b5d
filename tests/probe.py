"""What the rules say about a position (carreau/check/probe.py), for tests that have a game and no case."""

from __future__ import annotations

from typing import Any

from carreau.bots.anything import choose
from carreau.check import case
from carreau.check.probe import acting_seats, legal, may_act, played, redeal, view, world
from carreau.core.game import Game, Mode

__all__ = ["acting_seats", "choose", "legal", "may_act", "played", "positions", "redeal", "view", "world"]


def positions(game: Game, players: int, options: dict[str, Any], seed: int, count: int) -> Any:
    """States spread over a random match."""
    return case.positions(case.Case(game, Mode("", (players,), options), players), seed, count)
