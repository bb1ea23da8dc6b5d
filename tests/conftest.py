"""All games: those in the package and the examples."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

import carreau
from carreau.core import policy
from carreau.core.engine import MATCH
from carreau.core.game import Game, Mode
from carreau.core.policy import Policy
from tests.browser import browser, chance, open_page, server  # noqa: F401  (fixtures for every test that needs a browser)
from tests.postgres import database, postgres, store  # noqa: F401  (fixtures for every test that needs a log)

policy.choose(Policy.FIRST)  # in this process; servers and commands do what they do for everybody
ROOT = Path(__file__).parents[1]
GAMES: list[Game] = [carreau.load(name) for name in carreau.games()]
GAMES += [carreau.load(path.parent) for path in sorted(carreau.examples().glob("*/__init__.py"))]

CASES: list[tuple[Game, Mode, int]] = [(game, mode, players) for game in GAMES for mode in game.modes for players in mode.players]


def case_name(case: tuple[Game, Mode, int]) -> str:
    game, mode, players = case
    return f"{game.id}-{players}" + (f"-{mode.name}" if mode.name else "")


def pytest_collection() -> None:
    """Before tests are collected, which takes matches of all games: each worker begins with another game, and finds the others
    compiled. Otherwise all would compile in the same order, that is, wait for the first."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if worker:
        first = 2 * int(worker.removeprefix("gw")) % len(GAMES)
        for game in GAMES[first:] + GAMES[:first]:
            MATCH.need(game)


class TogetherByNeed(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """All tests of a game go to one worker, so that its rules are compiled once; so do all tests of a file that share something
    that takes long to make; all others go to any worker that is free."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        game = next((game.id for game in GAMES if re.search(rf"/test_{game.id}(_|\.)|\[{game.id}\b", nodeid)), None)
        return game or (file if has_shared_fixture(file) else nodeid)


@cache
def has_shared_fixture(file: str) -> bool:
    return 'fixture(scope="module")' in (ROOT / file).read_text(encoding="utf-8")


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> TogetherByNeed:
    return TogetherByNeed(config, log)
