"""The puzzle of the day."""

from __future__ import annotations

import datetime
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response

from carreau.core.errors import UnknownGame
from carreau.core.game import Game
from carreau.core.phrase import Phrase
from carreau.table.settings import ME, Chair, make_settings
from carreau.web.language import language_of, words_of
from carreau.web.preparation import prepare
from carreau.web.routes.day import describe_position
from carreau.web.routes.new_table import check_rate, go_to_table
from carreau.web.routes.request import drawn_games, hub_of, player_or_new
from carreau.web.table_loader import Closed
from carreau.web.templating import page


async def puzzle(request: Request) -> Response:
    """Today's puzzle of the game in the address, or of every game that has one."""
    found = puzzle_games(request)
    for game in found:
        prepare(game)
    return page(
        request, "puzzle.html", puzzles=describe_puzzles(request, found), today=datetime.date.today().isoformat(),
        position=describe_position(request),
    )  # fmt: skip


def puzzle_games(request: Request) -> list[Game]:
    """The game in the address, or all that have puzzles."""
    having = [game for game in drawn_games() if game.has("puzzle")]
    found = [game for game in having if game.id == request.path_params.get("game", game.id)]
    if not found:
        raise UnknownGame(Phrase("There is no puzzle of the day here."))
    return found


def describe_puzzles(request: Request, having: list[Game]) -> list[dict[str, str]]:
    """What pages say about puzzles, in the games' own words."""
    found = [(game, game.puzzle, words_of(language_of(request), game)) for game in having]
    return [
        {"id": game.id, "name": game.name, "summary": puzzle.summary(words), "task": puzzle.task(words)}
        for game, puzzle, words in found
        if puzzle is not None
    ]


async def start_puzzle(request: Request) -> Response:
    """A table with today's puzzle: the one that the player has started, if there is one."""
    hub, today, game = hub_of(request), datetime.date.today(), puzzle_games(request)[0]
    check_rate(request)
    owner = player_or_new(request)
    for stored in hub.tables_of(owner):
        with suppress(Closed):
            settings, begun = hub.settings(stored)
            if begun is game and settings.puzzle == today.isoformat():
                return go_to_table(request, stored.id, owner)
    prepare(game)
    assert game.puzzle is not None
    match = game.puzzle.puzzle_of(today)
    settings = make_settings(game, [Chair(ME)], match.options, seed=match.seed, puzzle=today.isoformat())
    return go_to_table(request, await hub.create(settings, owner), owner)
