"""The pages around a table: home, set-up, sitting down, rules, puzzle."""

from __future__ import annotations

import asyncio
import datetime
import re
from contextlib import suppress
from functools import cache
from typing import Any
from urllib.parse import parse_qsl

from markdown_it import MarkdownIt
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from carreau.core.errors import CarreauError, UnknownGame
from carreau.core.example import parts, read_examples
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.core.phrase import Phrase
from carreau.core.seed import commitment
from carreau.core.words import LANGUAGES, Words
from carreau.draw.theme import THEMES
from carreau.games import games, load, load_id
from carreau.store.log import Unwritten
from carreau.store.stored import FREE, StoredTable
from carreau.table.settings import BOT, HOT, ME, MIDDLE, BadSettings, Chair, Settings, clean_name, make_settings
from carreau.web import pictures
from carreau.web.cookies import cookie_of
from carreau.web.hub import Hub
from carreau.web.language import COOKIE as LANGUAGE_COOKIE
from carreau.web.language import language_of, words_of
from carreau.web.middleware import household_of
from carreau.web.picture_worker import KINDS
from carreau.web.room import clock
from carreau.web.table_form import CLOCKS, default_players, fields, presets, read_set_up, seat_choices
from carreau.web.table_loader import Closed
from carreau.web.templating import page, redirect
from carreau.web.tokens import COOKIE, YEAR, hashed, new_secret
from carreau.web.urls import cookie_name, path_in, root_of, secret_of, split
from carreau.web.veil import veiled

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
ENTRIES = 20  # of a new table that count as much as a table
NAME_COOKIE = "name"
BEFORE, AFTER = re.compile(r"(?<=\S) ([;:!?»])(?![^<]*>)"), re.compile(r"(«) (?![^<]*>)")
FORM_SECONDS = 20
FOR_GOOD = {"cache-control": "public, max-age=31536000, immutable"}
FOR_A_WHILE = {"cache-control": "public, max-age=3600"}


def hub_of(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


def player_of(request: Request) -> str:
    """The player's secret, or nothing; one that opens nothing here may be another household's, and is not taken over."""
    secret = secret_of(request)
    with suppress(Unwritten):  # then nobody can say whether it is known
        return secret if secret and hub_of(request).log.knows(hashed(secret)) else ""
    return secret


def keep(request: Request, response: Response, name: str, value: str) -> Response:
    """A cookie that no script reads."""
    secure = request.url.scheme == "https"
    name, path = cookie_name(request) if name == COOKIE else name, root_of(request.scope) or "/"
    response.set_cookie(name, value, max_age=YEAR, path=path, httponly=True, samesite="lax", secure=secure)
    return response


async def read_form(request: Request) -> dict[str, str]:
    """What was filled in; its length is limited by the guard, and how long it may take, here."""
    try:
        async with asyncio.timeout(FORM_SECONDS):
            body = await request.body()
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=80))
    except (ValueError, TimeoutError, ClientDisconnect):
        raise BadSettings("This cannot be read.") from None


def drawn_games() -> list[Game]:
    """Games that can be shown: those that draw themselves."""
    return [game for game in map(load, games()) if game.has("picture.scene")]


def game_named(request: Request) -> Game:
    return load_id(str(request.path_params["game"]))  # never by a path


# home


async def home(request: Request) -> Response:
    hub, words = hub_of(request), words_of(language_of(request))
    try:
        tables = [shelved(hub, kept, words) for kept in hub.mine(player_of(request))]
    except Unwritten as error:
        tables = [{"game": "", "day": "", "closed": words.tell(error.sentence)}]
    shown, today = drawn_games(), datetime.date.today().isoformat()
    puzzles = tell_puzzles(request, [game for game in shown if game.has("puzzle")])
    return page(request, "home.html", games=shown, puzzles=puzzles, tables=tables, today=today)


def shelved(hub: Hub, kept: StoredTable, words: Words) -> dict[str, Any]:
    """A table in its player's list; a closed one says why."""
    shown = {"id": kept.id, "day": day_of(kept.made), "closed": "", "puzzle": "", "names": []}
    try:
        settings, game = hub.settings(kept)
    except Closed as error:
        return {**shown, "game": words.say("Closed table"), "closed": words.tell(error.sentence)}
    names = [chair.name for chair in settings.chairs if chair.name]
    return {**shown, "game": game.name, "names": names, "puzzle": settings.puzzle}


def day_of(time: float) -> str:
    """A day that can be shown; nothing in place of one that cannot be: the log may be damaged."""
    try:
        return datetime.date.fromtimestamp(time).isoformat()
    except (OverflowError, OSError, ValueError):
        return ""


async def switch_language(request: Request) -> Response:
    chosen = request.path_params["language"]
    root = root_of(request.scope)
    back = veiled(split(request.query_params.get("back", "/")).path)
    response = RedirectResponse(back if back.startswith(f"{root}/") and not back.startswith("//") else f"{root}/", 303)
    return keep(request, response, LANGUAGE_COOKIE, chosen if chosen in LANGUAGES else LANGUAGES[0])


# set-up


async def set_up(request: Request) -> Response:
    """The sheet; while it is filled in, the game is prepared."""
    hub_of(request).compiler.begin(game_named(request).id)
    return show_set_up(request, game_named(request), {}, "")


def show_set_up(request: Request, game: Game, given: dict[str, str], mistake: str) -> Response:
    words = words_of(language_of(request), game)
    return page(
        request, "set_up.html", game, 400 if mistake else 200,
        about=game.line(words.language), fields=fields(game, words, given), seats=presets(game, given),
        choices=seat_choices(words),
        players=given.get("players", str(default_players(game))), clocks=CLOCKS, clock=given.get("clock", "0"), mistake=mistake,
        name=given.get("name", cookie_of(request, NAME_COOKIE)),
    )  # fmt: skip


async def create(request: Request) -> Response:
    """Set the table up, and go there."""
    game, hub = game_named(request), hub_of(request)
    words = words_of(language_of(request), game)
    form = await read_form(request)
    try:
        check_rate(request)
        settings = read_set_up(game, form, words)
        if game.clock and any(chair.kind == HOT for chair in settings.chairs):
            await hub.compiler.ready(game.id)
            if Match(game, settings.players, settings.options, settings.seed).in_real_time:
                raise BadSettings("All act at once in this way to play: everybody needs a screen of their own.")
    except CarreauError as error:
        return show_set_up(request, game, form, words.tell(error.sentence))
    owner = player_of(request) or new_secret()
    return seated(request, await hub.create(settings, owner), owner, form.get("name", ""))


def seated(request: Request, id: str, owner: str, name: str = "") -> Response:
    """On to the table, with the secret in a cookie."""
    response = keep(request, redirect(request, f"/table/{id}"), COOKIE, owner)
    return keep(request, response, NAME_COOKIE, clean_name(name)) if clean_name(name).isascii() and clean_name(name) else response


def check_rate(request: Request, entries: int = 0) -> None:
    """A table that begins with many entries counts for more than one."""
    if not request.app.state.creating.take(household_of(request), clock(), 1 + entries / ENTRIES):
        raise BadSettings("Those were too many tables in a short time: wait a minute.")


# the table


def base_of(request: Request) -> str:
    return str(request.base_url).rstrip("/")


async def table(request: Request) -> Response:
    """The table itself; the socket brings it to life."""
    hub, id = hub_of(request), request.path_params["id"]
    settings, game = hub.settings(hub.log.match(id))
    seats, base = hub.seats(id, player_of(request)), base_of(request)
    links = {}
    if any(settings.chairs[seat].kind == ME for seat in seats):
        free = [one for one in hub.log.invitations(id) if one.until == FREE and one.secret]
        links = {one.seat: f"{base}/table/{id}/seat/{one.secret}" for one in free}
    return page(
        request, "table.html", game, id=id, settings=settings, links=links, seats=seats,
        watch=f"{base}/table/{id}", commitment=commitment_of(game, settings), script_words=script_words(request, game),
        ready=hub.compiler.is_ready(game.id),
    )  # fmt: skip


def commitment_of(game: Game, settings: Settings) -> str:
    return commitment(game.id, settings.version, settings.players, settings.options, settings.seed, settings.mixed)


def script_words(request: Request, game: Game) -> dict[str, str]:
    """The few sentences that the browser says by itself."""
    say = words_of(language_of(request), game).say
    return {
        "lost": say("The connection is lost. Trying again …"),
        "back": say("Connected again."),
        "curtain": say("{name} is next: take the screen, and tap when you alone can see it.", name="@"),
        "lift": say("I am {name}", name="@"),
        "confirm": say("Play: {action}?", action="@"),
        "on": say("Go on"),
        "on_turn": say("Your turn: go on"),
        "turn": say("Turn the card"),
        "undo": say("Take back"),
        "verified": say("The deal is the one that was promised: seed and commitment agree."),
        "parts": say("Seats whose screens added to the shuffle: {seats}.", seats="@"),
        "without": say("Yours did not."),
        "broken": say("Pledged, but not shown in time: the part of seat {seats}.", seats="@"),
        "wrong": say("The deal is not the one that was promised!"),
        "copied": say("Copied."),
        "streak": say("Days in a row: {number}", number="@"),
        "best": say("Your time: {time}", time="@"),
        "left": say("time left"),
        "lend": say("{name} is not here: let a bot play", name="@"),
        "here": say("here"),
        "away": say("not here"),
    }


# rules


async def rules(request: Request) -> Response:
    """The rulebook, with its pictures, each of which can be tried."""
    game = game_named(request)
    return page(request, "rules.html", game, body=rulebook(game, language_of(request)))


@cache
def rulebook(game: Game, language: str) -> list[tuple[str, str]]:
    """Texts, and names of pictures between them."""
    set_well = with_firm_spaces if language == "fr" else str
    return [(name, set_well(text if name else MARKDOWN.render(text))) for name, text in parts(game.rulebook(language))]


def with_firm_spaces(text: str) -> str:
    """French has spaces before some signs, at which no line may break."""
    return AFTER.sub("\\1\u00a0", BEFORE.sub("\u00a0\\1", text))


async def try_example(request: Request) -> Response:
    """Play on from a position of the rulebook, against bots."""
    game, hub = game_named(request), hub_of(request)
    check_rate(request)
    found = read_examples(game).get(request.path_params["name"])
    if found is None:
        raise pictures.NoPicture("There is no such picture.")
    await hub.compiler.ready(game.id)
    match = found.play(game)
    me = found.seat if found.seat is not None else match.acting[0] if match.acting else 0
    owner = player_of(request) or new_secret()
    chairs = [Chair(ME if seat == me else BOT, MIDDLE) for seat in range(match.players)]
    settings = make_settings(game, chairs, match.options, seed=match.seed)
    return seated(request, await hub.create(settings, owner, played(match)), owner)


def played(match: Match, plies: int | None = None) -> list[tuple[int, str]]:
    return [(seat, match.game.name_action(action)) for seat, action in match.history[:plies]]


# the puzzle of the day


async def puzzle(request: Request) -> Response:
    """Today's puzzle of the game named, or of every game that has one."""
    found = puzzle_games(request)
    for game in found:
        hub_of(request).compiler.begin(game.id)
    return page(request, "puzzle.html", puzzles=tell_puzzles(request, found), today=datetime.date.today().isoformat())


def puzzle_games(request: Request) -> list[Game]:
    """The game that the address names, or all that have puzzles."""
    having = [game for game in drawn_games() if game.has("puzzle")]
    found = [game for game in having if game.id == request.path_params.get("game", game.id)]
    if not found:
        raise UnknownGame(Phrase("There is no puzzle of the day here."))
    return found


def tell_puzzles(request: Request, having: list[Game]) -> list[dict[str, str]]:
    """What the pages say of puzzles, in the games' own words."""
    spoken = [(game, game.puzzle, words_of(language_of(request), game)) for game in having]
    return [
        {"id": game.id, "name": game.name, "summary": part.summary(words), "task": part.task(words)}
        for game, part, words in spoken
        if part is not None
    ]


async def start_puzzle(request: Request) -> Response:
    """A table with today's puzzle; the one begun before, if there is one."""
    hub, today, game = hub_of(request), datetime.date.today(), puzzle_games(request)[0]
    check_rate(request)
    owner = player_of(request) or new_secret()
    for kept in hub.mine(owner):
        with suppress(Closed):
            settings, begun = hub.settings(kept)
            if begun is game and settings.puzzle == today.isoformat():
                return seated(request, kept.id, owner)
    await hub.compiler.ready(game.id)
    assert game.puzzle is not None
    match = game.puzzle.puzzle_of(today)
    settings = make_settings(game, [Chair(ME)], match.options, seed=match.seed, puzzle=today.isoformat())
    return seated(request, await hub.create(settings, owner), owner)


# pictures


async def tile(request: Request) -> Response:
    """The picture of a game."""
    return await draw_tile(request, "tile", game_named(request))


async def puzzle_tile(request: Request) -> Response:
    """The picture of a game's puzzle."""
    return await draw_tile(request, "puzzle", puzzle_games(request)[0])


async def draw_tile(request: Request, kind: str, game: Game) -> Response:
    theme, language = request.path_params["theme"], request.path_params["language"]
    if theme not in THEMES or language not in LANGUAGES:
        raise pictures.NoPicture("There is no such picture.")
    return await drawn(request, game, kind, game.id, language, theme)


async def example(request: Request) -> Response:
    game, theme, language = game_named(request), request.path_params["theme"], request.path_params["language"]
    if theme not in THEMES or language not in LANGUAGES:
        raise pictures.NoPicture("There is no such picture.")
    name = request.path_params["name"]
    if name not in read_examples(game):
        raise pictures.NoPicture("There is no such picture.")
    return await drawn(request, game, "example", game.id, name, language, theme)


async def drawn(request: Request, game: Game, kind: str, *words: str) -> Response:
    """A picture at once, although the game may have to be compiled before it can be played."""
    compiler, picture_worker = hub_of(request).compiler, request.app.state.picture_worker
    if compiler.is_compiled(game.id):
        await compiler.ready(game.id)
        return svg(KINDS[kind](*words), FOR_A_WHILE)
    return svg(await picture_worker.draw(household_of(request), kind, *words), FOR_A_WHILE)


async def sheet(request: Request) -> Response:
    """The sheet of a game's faces; an address without its hash leads to the one with it."""
    game = game_named(request)
    await hub_of(request).compiler.ready(game.id)
    name = pictures.sheet_name(game.id)
    if path_in(request.scope) != name:
        return redirect(request, name, 307, {"cache-control": "no-store"})
    return svg(pictures.face_sheet(game.id), FOR_GOOD)


async def theme_style(request: Request) -> Response:
    return PlainTextResponse(pictures.theme_style(), headers={**FOR_A_WHILE, "content-type": "text/css; charset=utf-8"})


def svg(text: str, headers: dict[str, str]) -> Response:
    return Response(text, media_type="image/svg+xml", headers=headers)
