"""The rules of a game: a leaflet of two minutes, and folded below it the numbered rulebook. Their pictures can be played."""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt
from starlette.requests import Request
from starlette.responses import Response

from carreau.core.example import parts, read_examples
from carreau.core.game import Game
from carreau.core.leaflet import read_leaflet
from carreau.table.settings import BOT, ME, MIDDLE, Chair, make_settings
from carreau.web.hub import actions_of
from carreau.web.language import language_of
from carreau.web.pictures import NoPicture
from carreau.web.preparation import prepare
from carreau.web.routes.new_table import check_rate, go_to_table
from carreau.web.routes.request import game_of, hub_of, player_or_new
from carreau.web.templating import page

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
TITLE = re.compile(r"\A# .*\n")
RULE = re.compile(r"<strong>([A-Z]\d+)\b")
BEFORE, AFTER = re.compile(r"(?<=\S) ([;:!?»])(?![^<]*>)"), re.compile(r"(«) (?![^<]*>)")


async def rules(request: Request) -> Response:
    game, language = game_of(request), language_of(request)
    return page(request, "rules.html", game, leaflet=leaflet(game, language), rulebook=rulebook(game, language))


Body = list[tuple[str, str]]  # texts, and between them the names and captions of pictures


@cache
def leaflet(game: Game, language: str) -> Body:
    """What a family reads; empty if the game has none."""
    return typeset(read_leaflet(game, language), language)


@cache
def rulebook(game: Game, language: str) -> Body:
    """The numbered rules, without the title: each can be linked to by its number."""
    body = typeset(TITLE.sub("", game.rulebook(language), count=1), language)
    return [(name, text if name else RULE.sub(r'<strong id="\1">\1', text)) for name, text in body]


def typeset(markdown: str, language: str) -> Body:
    set_spaces = with_firm_spaces if language == "fr" else str
    return [(name, set_spaces(text if name else MARKDOWN.render(text))) for name, text in parts(markdown) if name or text.strip()]


def with_firm_spaces(text: str) -> str:
    """French puts spaces before some signs; no line may break there."""
    return AFTER.sub("\\1\u00a0", BEFORE.sub("\u00a0\\1", text))


async def try_example(request: Request) -> Response:
    """A table at which a position of the rulebook is played on, against bots."""
    game, hub = game_of(request), hub_of(request)
    check_rate(request)
    example = read_examples(game).get(request.path_params["name"])
    if example is None:
        raise NoPicture("There is no such picture.")
    prepare(game)
    match = example.play(game)
    me = example.seat if example.seat is not None else match.acting[0] if match.acting else 0
    owner = player_or_new(request)
    chairs = [Chair(ME if seat == me else BOT, MIDDLE) for seat in range(match.players)]
    settings = make_settings(game, chairs, match.options, seed=match.seed)
    return go_to_table(request, await hub.create(settings, owner, actions_of(match)), owner)
