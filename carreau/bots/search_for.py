"""The search for a game: in plain Python, and as machine code, which is kept apart from that of the rules."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np

from carreau.core.code_folder import ADVICE, cache_folder
from carreau.core.engine import bind, machine_drive, plain_drive, quick
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.core.work import Work

SEARCH = Path(__file__).with_name("search.py")


def search_for(game: Game) -> ModuleType:
    """The search, bound to a game's rules and advice, as machine code."""
    BOTS.need(game)
    return machine_search(game) if BOTS.is_used(game) else plain_search(game)


@cache
def plain_search(game: Game) -> ModuleType:
    """The same in plain Python."""
    return bind(game, SEARCH, DRIVE=plain_drive(game))


@cache
def machine_search(game: Game) -> ModuleType:
    machine_drive(game)  # it says where the code of its functions is kept
    return quick(plain_search(game), search_folder(game))


@cache
def search_folder(game: Game) -> Path:
    """Where its machine code is kept."""
    advice = game.folder / ADVICE
    return cache_folder(f"{game.id}-search", game.folder, SEARCH, *([advice] if advice.exists() else []))


class BotWork(Work):
    """What bots need: other worlds, and the search."""

    def folder(self, game: Game) -> Path:
        return search_folder(game)

    def load(self, game: Game) -> None:
        search = machine_search(game)
        match = Match(game, None, {}, 0)
        seat, stop = match.acting[0], np.zeros(1, np.int64)
        seen = np.array([match.seen(seat)])
        search.greedy_values(seen, seat, 1, 0, np.zeros(game.rules.MOST_LEGAL))
        nodes = np.zeros(2, search.NODE)
        search.grow(seen, seat, 1, 0, 0.5, 1, nodes, stop)
        actions, visits, totals = (
            np.zeros(search.MOST_LEGAL, np.int64),
            np.zeros(search.MOST_LEGAL, np.int64),
            np.zeros(search.MOST_LEGAL),
        )
        search.root_children(nodes, seat, actions, visits, totals)


BOTS = BotWork("BOTS")
