"""The position of the day: its page, what its seat sees, and what a move is worth, once one was chosen."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from carreau.core.engine import MATCH
from carreau.core.game import Game
from carreau.core.words import Words
from carreau.web import pictures
from carreau.web.daily import ONE_DAY, Daily
from carreau.web.language import language_of, words_of
from carreau.web.network import network_of
from carreau.web.position_screen import GRADES
from carreau.web.preparation import prepare
from carreau.web.routes.day import daily_of, today
from carreau.web.routes.request import hub_of, read_form
from carreau.web.routes.table import script_words
from carreau.web.table_form import field
from carreau.web.templating import page


async def position(request: Request) -> Response:
    """The page; its script then asks for what the seat sees."""
    found = daily_of(request)
    prepare(found.game)
    words = words_of(language_of(request), found.game)
    after = found.day + ONE_DAY if found.day < today() else None
    return page(
        request, "position.html", found.game, day=found.day.isoformat(), before=found.before, after=after,
        facts=facts_of(found, words), grade=words.say(GRADES[found.position.grade]),
        script_words=script_words(request, found.game),
    )  # fmt: skip


def facts_of(found: Daily, words: Words) -> list[str]:
    """How many play, and what is not as usual."""
    one = found.position
    chosen = found.game.read_options(one.options, one.players)
    usual = [option for option in found.game.options if chosen[option.name] == option.default]
    told = [told_option(found.game, option, chosen[option.name], words) for option in found.game.options if option not in usual]
    return [words.say("{number} players", number=one.players), *told]


def told_option(game: Game, option: Any, value: Any, words: Words) -> str:
    """An option and its value, as the form for a new table has them."""
    shown = field(option, game, words, "on" if value is True else "off" if value is False else str(value))
    if shown.kind == "flag":
        return words.say("{option}: {value}", option=shown.label, value=words.say("yes") if value else words.say("no"))
    return words.say("{option}: {value}", option=shown.label, value=dict(shown.choices).get(shown.value, shown.value))


async def question(request: Request) -> Response:
    """What the seat sees and can do, and nothing else."""
    found, form = daily_of(request), "phone" if request.query_params.get("form") == "phone" else "wide"
    return await told(request, found.game, "question", str(found.number), language_of(request), form)


async def answer(request: Request) -> Response:
    """What the chosen move is worth."""
    found = daily_of(request)
    action = found.game.parse_action((await read_form(request)).get("action", ""))
    return await told(request, found.game, "answer", str(found.number), language_of(request), str(action))


async def told(request: Request, game: Game, kind: str, *names: str) -> Response:
    """What position_screen.py makes: one at a time, in a thread, or in a process if the game is not compiled yet."""
    if MATCH.is_used(game):
        async with hub_of(request).workers.drawing.turn(network_of(request), kind):
            text = await asyncio.to_thread(pictures.KINDS[kind], game.id, *names)
    else:
        process: pictures.PictureProcess = request.app.state.picture_process
        text = await process.draw(network_of(request), kind, game.id, *names)
    return Response(text, media_type="application/json", headers={"cache-control": "no-store"})
