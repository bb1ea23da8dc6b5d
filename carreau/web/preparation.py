"""Games are compiled while people play: whatever somebody opens comes first, then all other games."""

from __future__ import annotations

import gc
from collections.abc import Iterable

from carreau.bots.search_for import BOTS
from carreau.core.behind import BEHIND
from carreau.core.engine import MATCH
from carreau.core.game import Game
from carreau.core.policy import Policy, current
from carreau.review.worlds_for import REVIEW

WORKS = (MATCH, BOTS)
LATER = 3.0  # seconds, in which the first pages are shown


def prepare(game: Game, coach: bool = False) -> None:
    """Have a game compiled that somebody wants to play, perhaps with a coach, before all others."""
    if current() != Policy.BEHIND:
        MATCH.want(game)
        return
    for work in (*WORKS, REVIEW) if coach else WORKS:
        if not work.is_used(game):
            BEHIND.ask(game, work, patience=0)


def prepare_later(games: Iterable[Game]) -> None:
    """Have games compiled that nobody has asked for yet."""
    BEHIND.when_loaded = gc.freeze  # a loaded game stays: searching it for garbage again would stop all tables for a moment
    if current() == Policy.BEHIND:
        for game in games:
            for work in WORKS:
                BEHIND.ask(game, work, urgent=False, patience=LATER)


def share_prepared(game: Game) -> float | None:
    """How much of a game is prepared; None if there is nothing to wait for."""
    return BEHIND.share(game, WORKS)
