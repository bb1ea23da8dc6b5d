"""Every game that can be found: those of the package and those of the examples."""

from __future__ import annotations

import re

import pytest

import carreau
from carreau.core.game import Game, Mode

GAMES: list[Game] = [carreau.load(name) for name in carreau.games()]
GAMES += [carreau.load(path.parent) for path in sorted(carreau.examples().glob("*/__init__.py"))]

CASES: list[tuple[Game, Mode, int]] = [(game, mode, players) for game in GAMES for mode in game.modes for players in mode.players]


def case_name(case: tuple[Game, Mode, int]) -> str:
    game, mode, players = case
    return f"{game.id}-{players}" + (f"-{mode.name}" if mode.name else "")


@pytest.hookimpl(tryfirst=True)  # before the tests are given to workers
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of a game go to one worker, so that its rules are compiled once."""
    for item in items:
        for game in GAMES:
            if re.search(rf"/test_{game.id}(_|\.)|\[{game.id}\b", item.nodeid):
                item.add_marker(pytest.mark.xdist_group(game.id))
