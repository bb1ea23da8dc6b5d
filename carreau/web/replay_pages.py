"""Replays: a match at any ply, from a seat's knowledge; once it is over, from any seat's and with everything shown."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from carreau.core.match import Match
from carreau.core.option import whole
from carreau.table.seating import NotNow
from carreau.table.settings import BOT, ME, MIDDLE, Chair, make_settings
from carreau.web.language import language_of, words_of
from carreau.web.middleware import household_of
from carreau.web.pages import check_rate, commitment_of, hub_of, played, player_of, read_form, script_words, seated
from carreau.web.replay_pool import EVERYTHING, LINES, MOMENT, Busy, Job, TooSlow, job_of
from carreau.web.room import Room
from carreau.web.screen import names_at, outcome
from carreau.web.templating import pieces, sentence
from carreau.web.tokens import new_secret

AGAIN = {"retry-after": "2", "refresh": "2"}  # seconds; a page that is shown asks by itself


async def room_of(request: Request) -> Room:
    room = await hub_of(request).room(request.path_params["id"], household_of(request))
    if not room.table.dealt:
        raise NotNow("The cards have not been dealt yet.")
    return room


def asked_ply(request: Request, match: Match) -> int:
    ply = whole(request.query_params.get("ply", ""))
    return match.ply if ply is None or ply < 0 else min(ply, match.ply)


async def made(request: Request, job: Job) -> bytes:
    """What was asked for: kept from before, or made elsewhere."""
    return await hub_of(request).workers.replays.make(job, household_of(request), request.path_params["id"])


async def replay(request: Request) -> Response:
    """The page; the browser fetches the moments one by one."""
    room = await room_of(request)
    table, words = room.table, words_of(language_of(request), room.table.game)
    names, match, seats = names_at(table, words), table.match, allowed(room, seats_of(request, room))
    facts: dict[str, Any] = {
        "ply": asked_ply(request, match), "plies": match.ply, "over": match.over,
        "commitment": commitment_of(table.game, table.settings), "mixed": table.settings.mixed,
        "outcome": outcome(table, words) if match.over else "",
        "asked": request.query_params.get("seat", EVERYTHING if match.over else ""),
    }  # fmt: skip
    try:
        told = msgspec.json.decode(await made(request, job_of(match, LINES, names, words.language, match.ply)))
    except Busy as error:
        response: Response = sentence(request, words.tell(error.sentence), 503)
        response.headers.update(AGAIN)
        return response
    written = pieces(
        request, "replay.html", table.game, id=room.id, names=names, lines=told["lines"], chart=told["chart"], seats=seats,
        script_words=script_words(request, table.game), **facts,
    )  # fmt: skip
    return HTMLResponse("".join(await room.workers.drawing.bit_by_bit(household_of(request), room.id, written)))


def seats_of(request: Request, room: Room) -> list[int]:
    return hub_of(request).seats(room.id, player_of(request))


def allowed(room: Room, own: list[int]) -> list[int]:
    """Whose knowledge may be looked at: one's own, and after the end everybody's. Where several share a screen, nobody's
    before that: who asks does not say who sits before it."""
    if room.table.match.over:
        return list(range(room.table.settings.players))
    return own if len(own) == 1 else []


async def moment(request: Request) -> Response:
    """The table at one ply, as one seat knew it."""
    room = await room_of(request)
    table, words = room.table, words_of(language_of(request), room.table.game)
    seat = request.query_params.get("seat", "")
    form = "phone" if request.query_params.get("form") == "phone" else "wide"
    if seat == EVERYTHING and not table.match.over:
        raise NotNow("Everything is shown only after the match.")
    if seat not in ("", EVERYTHING):
        if whole(seat) not in allowed(room, seats_of(request, room)):
            raise NotNow("What this seat knows is shown only after the match.")
        seat = str(whole(seat))
    ply = asked_ply(request, table.match)
    job = job_of(table.match, MOMENT, names_at(table, words), words.language, ply, seat, form)
    try:
        return Response(await made(request, job), media_type="application/json", headers={"cache-control": "no-store"})
    except (Busy, TooSlow) as error:
        return JSONResponse({"text": words.tell(error.sentence)}, 503, {"retry-after": "2"})


async def record(request: Request) -> Response:
    """The record that `carreau verify` reads; it holds the seed, so it is given after the end only."""
    room = await room_of(request)
    if not room.table.match.over:
        raise NotNow("The record can be had when the match is over.")
    name = f"{room.table.game.id}-{room.id}.json"
    return JSONResponse(room.table.record(), headers={"content-disposition": f'attachment; filename="{name}"'})


async def play_on(request: Request) -> Response:
    """A new table that begins at a ply of a finished match, against bots."""
    room, hub = await room_of(request), hub_of(request)
    match = room.table.match
    if not match.over:
        raise NotNow("This is possible when the match is over.")
    form = await read_form(request)
    ply, seat = whole(form.get("ply", "")), whole(form.get("seat", ""))
    if ply is None or seat is None or not (0 <= ply < match.ply and 0 <= seat < match.players):
        raise NotNow("The match cannot be played on from here.")
    check_rate(request, ply)
    owner = player_of(request) or new_secret()
    chairs = [Chair(ME if k == seat else BOT, MIDDLE) for k in range(match.players)]
    settings = make_settings(match.game, chairs, match.options, seed=match.seed)
    return seated(request, await hub.create(settings, owner, played(match, ply)), owner)
