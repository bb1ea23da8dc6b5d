"""Setting up a table: the form, and the table that comes of it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from carreau.core.engine import in_real_time
from carreau.core.errors import CarreauError
from carreau.core.game import Game
from carreau.core.phrase import Phrase
from carreau.table.clock import clock
from carreau.table.settings import HOT, NO_COACH, BadSettings, clean_name
from carreau.web.cookies import name_of, set_name_cookie, set_player_cookie
from carreau.web.language import language_of, words_of
from carreau.web.network import network_of
from carreau.web.preparation import prepare
from carreau.web.program_messages import TooOften
from carreau.web.routes.request import game_of, hub_of, player_or_new, read_form
from carreau.web.table_form import (
    CLOCKS,
    belongs_to,
    coach_choices,
    default_players,
    fields,
    presets,
    read_table_form,
    seat_choices,
    suggested,
    suggested_in,
    way_fields,
    ways_of,
)
from carreau.web.templating import page, redirect

ENTRIES = 20  # of a new table that count as much as another table


async def new_table(request: Request) -> Response:
    """The form; while it is filled in, the game is compiled."""
    prepare(game_of(request))
    return show_form(request, game_of(request), suggested(game_of(request)), "")


def show_form(request: Request, game: Game, given: dict[str, str], mistake: str, status: int = 200) -> Response:
    words = words_of(language_of(request), game)
    ways = way_fields(game, words, given)
    way = f"option-{ways_of(game)[0].option}" if ways else ""
    return page(
        request, "new_table.html", game, status,
        about=game.line(words.language), way=way, ways=ways, belongs=belongs_to(game), seats=presets(game, given),
        fields=[field for field in fields(game, words, given) if field.name != way],
        choices=seat_choices(words), coaches=coach_choices(words), coach=given.get("coach", NO_COACH),
        players=given.get("players", str(default_players(game))), clocks=CLOCKS, clock=given.get("clock", "0"), mistake=mistake,
        name=given.get("name", name_of(request)), suggestion=words.say(game.suggestion.about) if game.suggestion else "",
        suggested_in=suggested_in(game),
    )  # fmt: skip


async def create(request: Request) -> Response:
    """Set the table up, and go there."""
    game, hub = game_of(request), hub_of(request)
    words = words_of(language_of(request), game)
    form = await read_form(request)
    try:
        check_rate(request)
        settings = read_table_form(game, form, words)
        shared = any(chair.kind == HOT for chair in settings.chairs)
        if shared and in_real_time(game, settings.players, settings.options):
            raise BadSettings("Everyone acts at once in this way to play, so each player needs a screen of their own.")
    except CarreauError as error:
        status = 429 if isinstance(error, TooOften) else 400
        return show_form(request, game, form, words.tell(error.sentence), status)
    owner = player_or_new(request)
    return go_to_table(request, await hub.create(settings, owner), owner, form.get("name", ""))


def go_to_table(request: Request, id: str, owner: str, name: str = "") -> Response:
    """Redirect to a table, with the player's secret in a cookie."""
    response = set_player_cookie(request, redirect(request, f"/table/{id}"), owner)
    name = clean_name(name)
    return set_name_cookie(request, response, name) if name else response


def check_rate(request: Request, entries: int = 0) -> None:
    """Refuse too many new tables; one that begins with many entries counts for more than one."""
    if not request.app.state.new_tables.take(network_of(request), clock(), 1 + entries / ENTRIES):
        raise TooOften(Phrase("That is too many tables in a short time: wait a minute."))
