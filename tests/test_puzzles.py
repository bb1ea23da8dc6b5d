"""The puzzle of the day, of every game that has one: the same for everyone, solved by its hints, explained in every language."""

from __future__ import annotations

import datetime
import json

import pytest

from carreau.core.game import Game
from carreau.core.words import LANGUAGES
from tests.browser import Server
from tests.some import PUZZLES
from tests.test_cli import good
from tests.web.test_middleware import SECRET, ask

DAY = datetime.date(2026, 11, 15)
by_game = pytest.mark.parametrize("game", PUZZLES, ids=lambda game: game.id)


@by_game
def test_it_is_the_same_for_everyone_and_another_every_day(game: Game) -> None:
    assert game.puzzle is not None
    one, again = game.puzzle.puzzle_of(DAY), game.puzzle.puzzle_of(DAY)
    assert one._states.tobytes() == again._states.tobytes() and (one.players, one.acting, one.ply) == (1, (0,), 0)
    days = [DAY + datetime.timedelta(days) for days in range(30)]
    assert len({game.puzzle.puzzle_of(day).commitment for day in days}) == len(days)


@by_game
def test_hints_solve_it_from_wherever_one_is(game: Game) -> None:
    assert game.puzzle is not None
    match = game.puzzle.puzzle_of(DAY)
    match.play(next(action for action in match.actions(0) if action != game.puzzle.hint(match)))
    for _ in range(game.plies(1, match.options)):
        if match.over:
            break
        match.play(game.puzzle.hint(match), 0)
    assert match.returns == (1.0,) and game.puzzle.hint(match) is None


@by_game
def test_it_is_told_in_every_language(game: Game) -> None:
    assert game.puzzle is not None
    match = game.puzzle.puzzle_of(DAY)
    assert json.dumps(game.puzzle.facts(match))
    told = [
        [game.puzzle.about(match, words), game.puzzle.summary(words), game.puzzle.task(words), game.puzzle.notation(words)]
        for words in map(game.words, LANGUAGES)
    ]
    assert all(text for texts in told for text in texts)
    assert all(len(set(texts)) == len(LANGUAGES) for texts in zip(*told, strict=True))


@by_game
def test_it_is_played_at_the_keyboard(game: Game) -> None:
    shown = good("puzzle", game.id, "--date", str(DAY), keys="help\nhint\nnonsense\n\nquit\n")
    assert f"{game.name}, puzzle of {DAY}" in shown and "Try: " in shown and "cannot be read" in shown
    assert shown.count("'hint' shows one step") == 2
    told = json.loads(good("puzzle", game.id, "--date", str(DAY), "--json"))
    assert (told["game"], told["date"]) == (game.id, str(DAY))


def test_without_a_game_the_first_that_has_one_is_taken() -> None:
    assert f"{PUZZLES[0].name}, puzzle of {DAY}" in good("puzzle", "--date", str(DAY), "--no-play")


@by_game
def test_who_begins_again_goes_on(game: Game, server: Server) -> None:
    """The address without a game starts the first one."""
    first = ask(server, "POST", f"/puzzle/{game.id}", Origin=server.address)
    secret = SECRET.search(first.headers["set-cookie"])
    assert first.status == 303 and secret is not None
    paths = [f"/puzzle/{game.id}"] + ["/puzzle"] * (game is PUZZLES[0])
    for path in paths:
        again = ask(server, "POST", path, Origin=server.address, Cookie=secret[0])
        assert again.headers["location"] == first.headers["location"]
