"""The lab: choose a game, ask something of it, see the figures come in. Whoever has the address of an experiment may see it."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response

from carreau.core.amount import amount
from carreau.core.errors import CarreauError
from carreau.core.game import Game
from carreau.core.words import Words
from carreau.games import load_id
from carreau.lab.experiment.errors import BadExperiment
from carreau.lab.report.style import figures_style as style_of_figures
from carreau.lab.report.words import words_in
from carreau.web.cookies import read_cookie, set_cookie
from carreau.web.lab.form import SIZES, everything_varied, filled_in, kept, player_choices, read_form, summary, title_of
from carreau.web.lab.lab import Lab
from carreau.web.lab.limits import CLOSED, UNKNOWN, NoLab, TooMuch
from carreau.web.lab.place import (
    DATA,
    DONE,
    FAILED,
    LATE,
    PREPARING,
    QUEUED,
    SOURCE,
    STOPPED,
    TABLE,
    Asked,
    Place,
    State,
)
from carreau.web.language import language_of, words_of
from carreau.web.messages import LabNews, encode
from carreau.web.network import network_of
from carreau.web.routes.request import base_url, drawn_games, game_of, hub_of
from carreau.web.routes.request import read_form as read_fields
from carreau.web.table_form import fields
from carreau.web.templating import page, redirect
from carreau.web.tokens import LONGEST, new_secret

COOKIE, PATH = "lab", "/lab"
REPORT = "report.html"
KINDS = {SOURCE: "application/toml", REPORT: "text/html", TABLE: "text/csv", DATA: "application/json"}


def lab_of(request: Request) -> Lab:
    """NoLab if it is not open."""
    lab = hub_of(request).lab
    if lab is None:
        raise NoLab(CLOSED)
    return lab


def owner_of(request: Request) -> str:
    """The secret by which a browser shows that an experiment is its own."""
    secret = read_cookie(request, COOKIE)
    return secret if len(secret) <= LONGEST else ""


# asking


async def choose(request: Request) -> Response:
    lab_of(request)
    return page(request, "lab.html", games=drawn_games())


async def ask(request: Request) -> Response:
    """The form; filled in as an experiment was, if one is named."""
    lab, given = lab_of(request), dict[str, str]()
    with suppress(NoLab):
        place = await asyncio.to_thread(lab.shelf.place, request.query_params.get("as", ""))
        given = place.asked().form
    return show_form(request, game_of(request), given, "")


def show_form(request: Request, game: Game, given: dict[str, str], mistake: str, status: int = 200) -> Response:
    words = words_of(language_of(request), game)
    return page(
        request, "lab_form.html", game, status,
        given=filled_in(game, given), fields=fields(game, words, given), varied=everything_varied(game, words, given),
        bots=player_choices(words), sizes=[(size, words.say(name)) for size, name in SIZES.items()], mistake=mistake,
    )  # fmt: skip


async def begin(request: Request) -> Response:
    """Ask for an experiment, and go to its page."""
    lab, game, language = lab_of(request), game_of(request), language_of(request)
    words, form = words_of(language, game), kept(game, await read_fields(request))
    owner = owner_of(request) or new_secret()
    try:
        source, _ = read_form(game, form, words)
        id = await asyncio.to_thread(lab.ask, source, game.id, language, owner, form, network_of(request))
    except BadExperiment as error:  # the reader has seen no lines
        return show_form(request, game, form, words_in(language, (game.id,)).tell(error.plain), 400)
    except CarreauError as error:
        return show_form(request, game, form, words.tell(error.sentence), 429 if isinstance(error, TooMuch) else 400)
    return set_cookie(request, redirect(request, f"{PATH}/{id}"), COOKIE, owner, PATH)


# following


async def experiment(request: Request) -> Response:
    lab, language = lab_of(request), language_of(request)
    place, state, before = await asyncio.to_thread(lab.follow, request.path_params["id"])
    asked = place.asked()
    game = game_in(asked)
    words = words_of(language, game)
    place.want(language)
    return page(
        request, "lab_experiment.html", game, id=place.id,
        title=title_of(game, asked.form, words), facts=summary(game, asked.form, words),
        news=news_of(place, state, before, 0, language, words), failed=state.stage == FAILED,
        is_own=lab.belongs_to(place, owner_of(request)), link=f"{base_url(request)}{PATH}/{place.id}",
    )  # fmt: skip


def game_in(asked: Asked) -> Game:
    try:
        return load_id(asked.game)
    except CarreauError:
        raise NoLab(UNKNOWN) from None


async def news(request: Request) -> Response:
    """How far it is, with the figures if there are newer ones than the page has."""
    lab, language = lab_of(request), language_of(request)
    place, state, before = await asyncio.to_thread(lab.follow, request.path_params["id"])
    words = words_of(language, game_in(place.asked()))
    place.want(language)
    seen = request.query_params.get("edition", "")
    told = news_of(place, state, before, int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 9 else 0, language, words)
    return Response(encode(told), media_type="application/json", headers={"cache-control": "no-store"})


def news_of(place: Place, state: State, before: int, seen: int, language: str, words: Words) -> LabNews:
    text = say_state(state, before, words)
    figures = place.figures(language) if state.edition != seen else ""
    edition = state.edition if figures else seen  # they may not be there in this language yet
    return LabNews(state.stage in (DONE, FAILED), state.share, text, edition, figures)


def say_state(state: State, before: int, words: Words) -> str:
    matches = words.tell(amount(state.matches))
    if state.stage == QUEUED:
        waiting = words.count("{n} experiment is before this one.", "{n} experiments are before this one.", before)
        return waiting if before else words.say("It begins in a moment.")
    if state.stage == PREPARING:
        return words.say("The game is being prepared.")
    if state.stage == FAILED:
        return words.say("This experiment has failed.")
    if state.stage != DONE:
        return say_running(state, matches, words)
    if state.why == STOPPED:
        return words.say("Stopped after {matches} matches.", matches=matches)
    if state.why == LATE:
        return words.say("The time was up after {matches} matches: these are the figures so far.", matches=matches)
    return words.say("Finished: {matches} matches.", matches=matches)


def say_running(state: State, matches: str, words: Words) -> str:
    done = words.say("{share}% done, {matches} matches so far.", share=int(100 * state.share), matches=matches)
    if state.left is None:
        return done
    if state.left < 55:
        seconds = max(5, 5 * round(state.left / 5))
        left = words.count("About {n} second left.", "About {n} seconds left.", seconds)
    else:
        left = words.count("About {n} minute left.", "About {n} minutes left.", round(state.left / 60))
    return f"{done} {left}"


async def stop(request: Request) -> Response:
    lab, id = lab_of(request), request.path_params["id"]
    await asyncio.to_thread(lab.stop, id, owner_of(request))
    return redirect(request, f"{PATH}/{id}")


# what was found


async def download(request: Request) -> Response:
    """The file that repeats it at once; the rest when it is done."""
    place = await asyncio.to_thread(lab_of(request).shelf.place, request.path_params["id"])
    file = request.path_params["file"]
    if file not in KINDS or (file != SOURCE and place.state().stage != DONE):
        raise NoLab(UNKNOWN)
    text = place.report(language_of(request)) if file == REPORT else place.read(file)
    headers = {"content-disposition": f'attachment; filename="{file}"', "cache-control": "no-store"}
    return Response(text, media_type=KINDS[file], headers=headers)


async def figures_style(request: Request) -> Response:
    lab_of(request)
    return Response(style_of_figures(), media_type="text/css")
