"""The program that looks into positions, for a game: in plain Python, and as machine code, which is kept apart."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np

from carreau.bots.search_for import BOTS, SEARCH, machine_search, plain_search
from carreau.core.code_folder import ADVICE, cache_folder
from carreau.core.engine import bind, plain_drive, quick
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.core.work import Work
from carreau.review.worlds_for import WORLDS, machine_worlds, plain_worlds

LOOK = Path(__file__).with_name("look.py")


def look_for(game: Game) -> ModuleType:
    """The program, bound to a game's rules and advice, as machine code."""
    LOOKING.need(game)
    return machine_look(game) if LOOKING.is_used(game) else plain_look(game)


@cache
def plain_look(game: Game) -> ModuleType:
    """The same in plain Python."""
    return bind(game, LOOK, DRIVE=plain_drive(game), SEARCH=plain_search(game), WORLDS=plain_worlds(game))


@cache
def machine_look(game: Game) -> ModuleType:
    machine_search(game)  # these say where the functions are kept that are called from here
    machine_worlds(game)
    return quick(plain_look(game), look_folder(game))


@cache
def look_folder(game: Game) -> Path:
    """Where its machine code is kept."""
    advice = game.folder / ADVICE
    return cache_folder(f"{game.id}-look", game.folder, SEARCH, WORLDS, LOOK, *([advice] if advice.exists() else []))


class LookWork(Work):
    """What it takes to look into positions, beyond the search of the bots."""

    def folder(self, game: Game) -> Path:
        return look_folder(game)

    def load(self, game: Game) -> None:
        BOTS.need(game)
        made, match = machine_look(game), Match(game, None, {}, 0)
        seat = match.acting[0]
        made.expect(match._address, 0, 0, np.zeros(8))
        made.weigh(match._address, seat, match.actions(seat)[0], 0, 0, np.zeros(2))


LOOKING = LookWork("LOOKING")
