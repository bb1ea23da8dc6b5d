"""Every check in `carreau check` (carreau/check), for every game. No game is named here."""

from __future__ import annotations

import importlib
import importlib.util

import pytest

from carreau.check import worlds
from carreau.check.case import Case, Subject
from carreau.check.checked import checked
from carreau.check.registry import COMPILED, PLAIN, RULES, SOURCE, Check
from carreau.check.run import all_checks, checks_of
from carreau.core.game import Game, Mode
from tests.conftest import CASES, GAMES, case_name
from tests.effort import EFFORT

PLAIN_GAMES = {game.id: checked(game) for game in GAMES}
LEADING = [case for case in CASES if case[2] == case[1].players[-1]]  # plain Python is slow
COMPILED_CHECKS = [check for check in all_checks() if check.stage != SOURCE]
PLAIN_CHECKS = checks_of(PLAIN)
HEAPS = ("redeals-are-like-deals", "redeals-fit-together")  # slow: `make prove` runs them with every number of players

for game in GAMES:
    if importlib.util.find_spec(f"tests.games.small_{game.id}"):  # random matches there hardly ever leave just a few worlds
        worlds.FREE[game.id] = importlib.import_module(f"tests.games.small_{game.id}").positions


@pytest.fixture(scope="module")
def case(request: pytest.FixtureRequest) -> Case:
    """What the checks of one case find out is kept until the last of them."""
    game, mode, players = request.param
    return Case(game, mode, players, EFFORT)


@pytest.fixture(scope="module")
def plain(request: pytest.FixtureRequest) -> Case:
    game, mode, players = request.param
    return Case(PLAIN_GAMES[game.id], mode, players, EFFORT, plain=True)


def each_of(checks: list[Check], of_cases: bool) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("check", [one for one in checks if one.each_case is of_cases], ids=lambda check: check.name)


def each_case(name: str, cases: list[tuple[Game, Mode, int]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(name, cases, ids=case_name, indirect=True, scope="module")


each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@each_of(checks_of(SOURCE), of_cases=False)
@each_game
def test_source(game: Game, check: Check) -> None:
    check.run(Subject(game))


@each_of([check for check in PLAIN_CHECKS if check.first], of_cases=True)
@each_case("plain", CASES)
def test_every_way_to_play_in_plain_python(plain: Case, check: Check) -> None:
    check.run(plain)


@each_of([check for check in PLAIN_CHECKS if not check.first], of_cases=True)
@each_case("plain", LEADING)
def test_plain_python(plain: Case, check: Check) -> None:
    if check.when(plain.game):
        check.run(plain)


@each_of([check for check in PLAIN_CHECKS if check.stage == RULES], of_cases=False)
@each_game
def test_a_game_in_plain_python(game: Game, check: Check) -> None:
    if check.when(game):
        check.run(Subject(PLAIN_GAMES[game.id], EFFORT, plain=True))


@each_of([check for check in COMPILED_CHECKS if check.name not in HEAPS], of_cases=True)
@each_case("case", CASES)
def test_every_way_to_play(case: Case, check: Check) -> None:
    if check.when(case.game):
        check.run(case)


@each_of([check for check in COMPILED_CHECKS if check.name in HEAPS], of_cases=True)
@each_case("case", CASES if EFFORT > 1 else LEADING)
def test_heaps_of_worlds(case: Case, check: Check) -> None:
    check.run(case)


@each_of(COMPILED_CHECKS, of_cases=False)
@each_game
def test_a_game(game: Game, check: Check) -> None:
    if check.when(game):
        notes = check.run(Subject(game, EFFORT)) or []
        assert not any(note.doubtful for note in notes)
        assert not notes or check.name == "what-is-hidden", "give some positions with few worlds in tests/games/small_<id>.py"


def test_every_check_says_what_it_promises_and_why() -> None:
    checks = all_checks()
    assert len({check.name for check in checks}) == len(checks)
    for check in checks:
        assert check.promise.endswith(".") and check.why.endswith("."), check.name
    assert {check.stage for check in checks} >= {SOURCE, RULES, COMPILED}
