"""What routes read from a request: the hub, the player, the game in its address, a form."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request

from carreau.core.game import Game
from carreau.games import games, load, load_id
from carreau.store.log import Unwritten
from carreau.table.settings import BadSettings
from carreau.web.cookies import secret_of
from carreau.web.hub import Hub
from carreau.web.tokens import hashed, new_secret

FORM_SECONDS = 20


def hub_of(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


def player_of(request: Request) -> str:
    """The player's secret, or nothing. One that opens no seat here may be somebody else's: it is not taken over."""
    secret = secret_of(request)
    with suppress(Unwritten):  # then nobody can tell whether it is known
        return secret if secret and hub_of(request).log.knows(hashed(secret)) else ""
    return secret


def player_or_new(request: Request) -> str:
    return player_of(request) or new_secret()


def game_of(request: Request) -> Game:
    """The game in the address; never loaded by a path."""
    return load_id(str(request.path_params["game"]))


def drawn_games() -> list[Game]:
    """The games that can be shown: those that draw themselves."""
    return [game for game in map(load, games()) if game.has("picture.scene")]


def base_url(request: Request) -> str:
    return str(request.base_url).rstrip("/")


async def read_form(request: Request) -> dict[str, str]:
    """What was filled in. The middleware limits its size; how long it may take is limited here."""
    try:
        async with asyncio.timeout(FORM_SECONDS):
            body = await request.body()
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=80))
    except (ValueError, TimeoutError, ClientDisconnect):
        raise BadSettings("This can't be read.") from None
