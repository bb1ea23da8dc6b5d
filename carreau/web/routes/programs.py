"""What programs ask for over HTTP, as JSON: to sit down with a seat's link, or at a table of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from carreau.core.errors import CarreauError, UnknownGame
from carreau.core.phrase import Phrase
from carreau.games import load_id
from carreau.store.log import NoMatch, Unwritten
from carreau.store.stored import FREE
from carreau.table.settings import BOT, ME, MIDDLE, OPEN, BadSettings, Chair, make_settings
from carreau.web.cookies import token_of
from carreau.web.language import language_of, words_of
from carreau.web.messages import encoded
from carreau.web.middleware import TooLong
from carreau.web.network import network_of
from carreau.web.program_messages import Join, Mistake, NewTable, NoSeat, Seated, TooOften, Unreadable
from carreau.web.routes.new_table import check_rate
from carreau.web.routes.request import base_url, hub_of
from carreau.web.table_loader import Closed
from carreau.web.tokens import hashed, new_secret

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]
BODY_SECONDS = 20
STATUS = {
    NoSeat: 404,
    NoMatch: 404,
    UnknownGame: 404,
    Closed: 410,
    TooLong: 413,
    TooOften: 429,
    Unwritten: 503,
}  # of all others 400


def answer(data: object, status: int) -> Response:
    return Response(encoded(data), status, {"cache-control": "no-store"}, "application/json")


def in_json(handler: Handler) -> Handler:
    """Every mistake is a code and a sentence."""

    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except CarreauError as error:
            words = words_of(language_of(request))
            status = next((status for kind, status in STATUS.items() if isinstance(error, kind)), 400)
            return answer(Mistake(error.code, words.tell(error.sentence)), status)

    return handle


async def read(request: Request, kind: type[T]) -> T:
    try:
        async with asyncio.timeout(BODY_SECONDS):
            return msgspec.json.decode(await request.body() or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError, TimeoutError, ClientDisconnect):
        raise Unreadable(Phrase("This message cannot be read.")) from None


def token_for(request: Request) -> str:
    """The token that a program brings, if it is known here, or a new one."""
    given = token_of(request)
    return given if given and hub_of(request).log.knows(hashed(given)) else new_secret()


@in_json
async def join(request: Request) -> Response:
    """Sit down with a seat's link; with a link for another device, share the seat."""
    hub, id, secret = hub_of(request), request.path_params["id"], request.path_params["secret"]
    asked = await read(request, Join)
    found = hub.invitation(id, secret)
    if found is None:
        raise NoSeat(Phrase("This link no longer works: it has been used or is too old. Ask for a new one."))
    room, token = await hub.room(id, network_of(request)), token_for(request)
    if found.until == FREE:
        await hub.sit(room, found, asked.name, token)
    else:
        await hub.add_device(room, found, token)
    return answer(Seated(id, found.seat, token), 201)


@in_json
async def create(request: Request) -> Response:
    """Set up a table and sit down there."""
    hub = hub_of(request)
    asked = await read(request, NewTable)
    check_rate(request)
    chairs = [read_chair(seat, asked.name) for seat in asked.seats]
    if [chair.kind for chair in chairs].count(ME) != 1:
        raise BadSettings("One seat has to be yours.")
    settings = make_settings(load_id(asked.game), chairs, asked.options, asked.clock, mixed=True)
    token = token_for(request)
    id = await hub.create(settings, token)
    links = {one.seat: f"{base_url(request)}/table/{id}/seat/{one.secret}" for one in hub.log.invitations(id)}
    return answer(Seated(id, next(k for k, chair in enumerate(chairs) if chair.kind == ME), token, links), 201)


def read_chair(text: str, name: str) -> Chair:
    """`me`, `open`, or `bot-` and its level."""
    kind, _, level = text.partition("-")
    if kind == BOT and level.isascii() and level.isdigit():
        return Chair(BOT, int(level))
    if text not in (ME, OPEN):
        raise BadSettings("Each seat is for you, a bot of level 1 to 5, a friend, or somebody at this screen.")
    return Chair(text, MIDDLE, name if text == ME else "")
