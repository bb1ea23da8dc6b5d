"""Every game that can be found: those of the package and those of the examples."""

from __future__ import annotations

import carreau
from carreau.core.game import Game, Mode

GAMES: list[Game] = [carreau.load(name) for name in carreau.games()]
GAMES += [carreau.load(path.parent) for path in sorted(carreau.examples().glob("*/__init__.py"))]

CASES: list[tuple[Game, Mode, int]] = [(game, mode, players) for game in GAMES for mode in game.modes for players in mode.players]


def case_name(case: tuple[Game, Mode, int]) -> str:
    game, mode, players = case
    return f"{game.id}-{players}" + (f"-{mode.name}" if mode.name else "")
