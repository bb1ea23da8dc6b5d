"""What reviews compute for a game: in plain Python, and as machine code in a folder of its own."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np

from carreau.bots.search_for import BOTS, SEARCH, machine_search, plain_search
from carreau.core.code_folder import ADVICE, cache_folder
from carreau.core.engine import begin, bind, plain_drive, quick
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.core.work import Work

WORLDS = Path(__file__).with_name("worlds.py")


def worlds_for(game: Game) -> ModuleType:
    """The program of reviews, bound to a game's rules and advice, as machine code."""
    REVIEW.need(game)
    return machine_worlds(game) if REVIEW.is_used(game) else plain_worlds(game)


@cache
def plain_worlds(game: Game) -> ModuleType:
    """The same in plain Python."""
    return bind(game, WORLDS, DRIVE=plain_drive(game), SEARCH=plain_search(game))


@cache
def machine_worlds(game: Game) -> ModuleType:
    machine_search(game)  # it says where the search's own functions are kept
    return quick(plain_worlds(game), worlds_folder(game))


@cache
def worlds_folder(game: Game) -> Path:
    """Where its machine code is kept."""
    advice = game.folder / ADVICE
    return cache_folder(f"{game.id}-review", game.folder, SEARCH, WORLDS, *([advice] if advice.exists() else []))


class ReviewWork(Work):
    """What reviews need beyond the search of the bots."""

    def folder(self, game: Game) -> Path:
        return worlds_folder(game)

    def load(self, game: Game) -> None:
        BOTS.need(game)
        made = machine_worlds(game)
        match = Match(game, None, {}, 0)
        seat, stop = match.acting[0], np.zeros(1, np.int64)
        action = match.actions(seat)[0]
        seen, sums = np.array([match.seen(seat)]), np.zeros((8, 4))
        players, numbers, _ = begin(game)
        made.compare(seen, seat, action, 0, 0, sums)
        made.deal(0, 0, players, numbers, sums)
        made.grow_after(seen, seat, action, False, 1, 0, 0.5, np.zeros(2, made.NODE), np.zeros(8), stop)


REVIEW = ReviewWork("REVIEW")
