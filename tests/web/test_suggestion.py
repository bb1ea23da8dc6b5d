"""What a game suggests instead of its rulebook's options: chosen on the page where a table is set up, and nowhere else."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from carreau.core.game import Game
from carreau.core.phrase import Phrase
from carreau.table.settings import Settings
from carreau.web.table_form import suggested
from proofs.tools.live_server import LiveServer
from tests.some import EVERY
from tests.web.raw_requests import inside

SUGGESTING = [game for game in EVERY if game.suggestion]
CHOSEN = re.compile(r'<select name="(option-\w+)">.*?<option value="([^"]*)" selected>', re.DOTALL)


def name_of(game: Game) -> str:
    return game.id


def asked_of(game: Game, page: str) -> dict[str, str]:
    """What a browser would send if nothing was touched, for the smallest number of players who can take turns."""
    players = game.read_players(None)
    seats = {f"seat-{k}": "me" if k == 0 else "bot-1" for k in range(players)}
    numbers = dict(re.findall(r'<input type="number" name="(option-\w+)"[^>]* value="(\d+)"', page))
    return {"players": str(players), **seats, **numbers, **dict(CHOSEN.findall(page))}


async def set_up(live: LiveServer, game: Game, form: dict[str, str]) -> Settings:
    """The table that comes of a form."""
    answer = await live.ask(f"/new/{game.id}", form=form)
    assert answer.status == 303, answer.text
    return (await live.hub.room(answer["location"].rpartition("/")[2])).table.settings


@pytest.mark.parametrize("game", SUGGESTING, ids=name_of)
def test_a_suggestion_is_chosen_where_a_table_is_set_up(game: Game, tmp_path: Path) -> None:
    async def ask(live: LiveServer) -> None:
        assert game.suggestion
        page = (await live.ask(f"/new/{game.id}")).body
        assert game.suggestion.about in html.unescape(page), "it says why"
        french = html.unescape((await live.ask(f"/new/{game.id}", language="fr")).body)
        assert game.words("fr").tell(Phrase(game.suggestion.about)) in french and game.suggestion.about not in french
        form = asked_of(game, page)
        assert suggested(game).items() <= form.items()
        settings = await set_up(live, game, form)
        assert settings.options == game.read_options(game.suggestion.options, settings.players)
        usual = {
            name: str(option.default) for option in game.options for name in [f"option-{option.name}"] if name in suggested(game)
        }
        assert (await set_up(live, game, {**form, **usual})).options == game.read_options({}, settings.players), (
            "it can be undone"
        )

    inside(ask, tmp_path)


@pytest.mark.parametrize("game", SUGGESTING, ids=name_of)
def test_a_suggestion_that_does_not_fit_is_dropped(game: Game, tmp_path: Path) -> None:
    """Whoever chooses another way to play need not know of it."""

    async def ask(live: LiveServer) -> None:
        assert game.suggestion
        form = asked_of(game, (await live.ask(f"/new/{game.id}")).body)
        dropped = 0
        for mode in game.modes:
            players = mode.players[0]
            seats = {f"seat-{k}": "me" if k == 0 else "bot-1" for k in range(players)}
            chosen = {f"option-{name}": str(value) for name, value in mode.options.items()}
            settings = await set_up(live, game, {**form, **seats, "players": str(players), **chosen})
            if game.accepts(players, {**game.suggestion.options, **mode.options}):
                assert settings.options == game.read_options({**game.suggestion.options, **mode.options}, players)
            else:
                assert settings.options == game.read_options(mode.options, players)
                dropped += 1
        assert dropped

    inside(ask, tmp_path)


@pytest.mark.parametrize("game", SUGGESTING, ids=name_of)
def test_everywhere_else_the_rulebook_holds(game: Game) -> None:
    match = game.new()
    assert game.suggestion and all(match.options[name] != value for name, value in game.suggestion.options.items())
