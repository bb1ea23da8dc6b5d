"""The home page: the games, today's puzzles, and the visitor's own tables. And the choice of a language."""

from __future__ import annotations

import datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from carreau.core.words import LANGUAGES, Words
from carreau.store.log import Unwritten
from carreau.store.stored import StoredTable
from carreau.web.cookies import LANGUAGE_COOKIE, set_cookie
from carreau.web.hub import Hub
from carreau.web.language import language_of, words_of
from carreau.web.routes.day import describe_position
from carreau.web.routes.puzzle import describe_puzzles
from carreau.web.routes.request import drawn_games, hub_of, player_of
from carreau.web.screen import state_of
from carreau.web.table_loader import Closed
from carreau.web.templating import page
from carreau.web.urls import root_of, split, without_secret


async def home(request: Request) -> Response:
    hub, words = hub_of(request), words_of(language_of(request))
    try:
        tables = [describe_table(hub, stored, words) for stored in hub.tables_of(player_of(request))]
    except Unwritten as error:
        tables = [{"game": "", "day": "", "closed": words.tell(error.sentence)}]
    shown, today = drawn_games(), datetime.date.today().isoformat()
    puzzles = describe_puzzles(request, [game for game in shown if game.has("puzzle")])
    position = describe_position(request)
    return page(
        request, "home.html", games=shown, puzzles=puzzles, position=position, tables=tables, today=today,
        lab=hub.lab is not None,
    )  # fmt: skip


def describe_table(hub: Hub, stored: StoredTable, words: Words) -> dict[str, Any]:
    """A line in the list of a player's tables; for a closed one, why it is closed."""
    line = {"id": stored.id, "day": day_of(stored.made), "closed": "", "puzzle": "", "names": [], "state": state(hub, stored.id)}
    try:
        settings, game = hub.settings(stored)
    except Closed as error:
        return {**line, "game": words.say("Closed table"), "closed": words.tell(error.sentence)}
    names = [chair.name for chair in settings.chairs if chair.name]
    return {**line, "game": game.name, "names": names, "puzzle": settings.puzzle}


def state(hub: Hub, id: str) -> str:
    """Whether the match runs or is over; empty if the table is not open just now: then only the browser may know."""
    room = hub.rooms.get(id)
    return "" if room is None else state_of(room.table)


def day_of(time: float) -> str:
    """The day, or nothing if there is no such day: the log may be damaged."""
    try:
        return datetime.date.fromtimestamp(time).isoformat()
    except (OverflowError, OSError, ValueError):
        return ""


async def switch_language(request: Request) -> Response:
    chosen = request.path_params["language"]
    root = root_of(request.scope)
    back = without_secret(split(request.query_params.get("back", "/")).path)
    response = RedirectResponse(back if back.startswith(f"{root}/") and not back.startswith("//") else f"{root}/", 303)
    return set_cookie(request, response, LANGUAGE_COOKIE, chosen if chosen in LANGUAGES else LANGUAGES[0])
