"""Pictures: of games and puzzles on the home page, of positions in rulebooks, and the sheets of card faces."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from carreau.core.engine import MATCH
from carreau.core.example import read_examples
from carreau.core.game import Game
from carreau.core.words import LANGUAGES
from carreau.draw.theme import THEMES
from carreau.web import pictures
from carreau.web.network import network_of
from carreau.web.routes.day import daily_of
from carreau.web.routes.puzzle import puzzle_games
from carreau.web.routes.request import game_of
from carreau.web.templating import redirect
from carreau.web.urls import path_in

FOREVER = {"cache-control": "public, max-age=31536000, immutable"}
ONE_HOUR = {"cache-control": "public, max-age=3600"}


async def tile(request: Request) -> Response:
    """The picture of a game."""
    game = game_of(request)
    return await draw(request, game, "tile", game.id)


async def puzzle_tile(request: Request) -> Response:
    """The picture of a game's puzzle."""
    game = puzzle_games(request)[0]
    return await draw(request, game, "puzzle", game.id)


async def position_tile(request: Request) -> Response:
    """The picture of a day's position."""
    found = daily_of(request)
    return await draw(request, found.game, "position", found.game.id, str(found.number))


async def example(request: Request) -> Response:
    """A position of a rulebook."""
    game, name = game_of(request), request.path_params["name"]
    if name not in read_examples(game):
        raise pictures.NoPicture("There is no such picture.")
    return await draw(request, game, "example", game.id, name)


async def draw(request: Request, game: Game, kind: str, *names: str) -> Response:
    """A picture at once, even if the game has not been compiled yet."""
    language, theme = request.path_params["language"], request.path_params["theme"]
    if theme not in THEMES or language not in LANGUAGES:
        raise pictures.NoPicture("There is no such picture.")
    if MATCH.is_used(game):
        return svg(pictures.KINDS[kind](*names, language, theme), ONE_HOUR)
    process: pictures.PictureProcess = request.app.state.picture_process
    return svg(await process.draw(network_of(request), kind, *names, language, theme), ONE_HOUR)


async def sheet(request: Request) -> Response:
    """The card faces of a game. The address without the sheet's hash leads to the one with it."""
    game = game_of(request)
    name = pictures.sheet_name(game.id)
    if path_in(request.scope) != name:
        return redirect(request, name, 307, {"cache-control": "no-store"})
    return svg(pictures.face_sheet(game.id), FOREVER)


async def theme_style(request: Request) -> Response:
    return PlainTextResponse(pictures.theme_style(), headers={**ONE_HOUR, "content-type": "text/css; charset=utf-8"})


def svg(text: str, headers: dict[str, str]) -> Response:
    return Response(text, media_type="image/svg+xml", headers=headers)
