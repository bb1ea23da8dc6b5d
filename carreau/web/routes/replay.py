"""Replays: a match at any ply as the visitor's own seat saw it; once it is over, as any seat saw it, or with everything shown."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from carreau.core.match import Match
from carreau.core.option import whole
from carreau.core.words import Words
from carreau.table.coach import questions
from carreau.table.seating import NotNow
from carreau.table.settings import BOT, ME, MIDDLE, Chair, make_settings
from carreau.table.text import asked_coach, names_at
from carreau.web.hub import actions_of
from carreau.web.language import language_of, words_of
from carreau.web.messages import ReviewNews
from carreau.web.network import network_of
from carreau.web.replay_pool import EVERYTHING, LINES, MOMENT, REVIEWED, Busy, Job, TooSlow, job_of
from carreau.web.room import Room
from carreau.web.routes.new_table import check_rate, go_to_table
from carreau.web.routes.request import hub_of, player_of, player_or_new, read_form
from carreau.web.routes.review import PROBLEM, news_of
from carreau.web.routes.table import commitment_of, script_words
from carreau.web.templating import render_parts, sentence

RETRY = {"retry-after": "2", "refresh": "2"}  # seconds; `refresh` makes the browser reload the page


async def room_of(request: Request) -> Room:
    room = await hub_of(request).room(request.path_params["id"], network_of(request))
    if not room.table.dealt:
        raise NotNow("The cards have not been dealt yet.")
    return room


def ply_of(request: Request, match: Match) -> int:
    ply = whole(request.query_params.get("ply", ""))
    return match.ply if ply is None or ply < 0 else min(ply, match.ply)


async def make(request: Request, job: Job) -> bytes:
    """The answer to a job: made before, or now by the replay worker."""
    return await hub_of(request).workers.replays.make(job, network_of(request), request.path_params["id"])


async def replay(request: Request) -> Response:
    """The page; the browser then fetches moment after moment."""
    room = await room_of(request)
    table, words = room.table, words_of(language_of(request), room.table.game)
    names, match, seats = names_at(table, words), table.match, allowed(room, seats_of(request, room))
    facts: dict[str, Any] = {
        "ply": ply_of(request, match), "plies": match.ply, "over": match.over,
        "commitment": commitment_of(table.game, table.settings), "mixed": table.settings.mixed,
        "asked": request.query_params.get("seat", EVERYTHING if match.over else ""),
        "questions": {ply: asked_coach(names[seat], words) for ply, seat in questions(table).items()},
    }  # fmt: skip
    try:
        told = msgspec.json.decode(await make(request, job_of(match, LINES, names, words.language, match.ply)))
        facts |= await review_facts(request, room, names, words)
    except Busy as error:
        response: Response = sentence(request, words.tell(error.sentence), 503)
        response.headers.update(RETRY)
        return response
    parts = render_parts(
        request, "replay.html", table.game, id=room.id, names=names, lines=told["lines"], chart=told["chart"], seats=seats,
        script_words=script_words(request, table.game), **facts,
    )  # fmt: skip
    return HTMLResponse("".join(await room.workers.drawing.in_slices(network_of(request), room.id, parts)))


async def review_facts(request: Request, room: Room, names: list[str], words: Words) -> dict[str, Any]:
    """What the page needs of the review: how far it is, and all of it when it is done."""
    reviews, match = hub_of(request).reviews, room.table.match
    if not match.over or match.players < 2:
        return {"review": None, "news": None, "signs": {}}
    news, kept = news_of(reviews, room, words), reviews.stored(room)
    if kept is None:
        return {"review": None, "news": news, "signs": {}}
    job = job_of(match, REVIEWED, names, words.language, match.ply)._replace(review=kept.data)
    try:
        review = msgspec.json.decode(await make(request, job))
    except TooSlow as error:  # the replay itself can be shown
        return {"review": None, "news": ReviewNews(PROBLEM, 0.0, words.tell(error.sentence)), "signs": {}}
    return {"review": review, "news": news, "signs": {mark["ply"] + 1: mark for mark in review["reviewed"]["marks"]}}


def better_of(request: Request, room: Room, ply: int) -> tuple[int, int] | None:
    """Whose action would have been better at a ply, and which, if the page wants to have it drawn."""
    kept = hub_of(request).reviews.stored(room) if request.query_params.get("better") else None
    found = kept.review.plies[ply] if kept and ply < len(kept.review.plies) else None
    return (found.seat, found.better) if found and found.verdict and found.better is not None else None


def seats_of(request: Request, room: Room) -> list[int]:
    return hub_of(request).seats(room.id, player_of(request))


def allowed(room: Room, own: list[int]) -> list[int]:
    """The seats whose views may be shown: the visitor's own, and after the match everyone's. If several people share a screen,
    none before that, because we cannot know which of them is looking."""
    if room.table.match.over:
        return list(range(room.table.settings.players))
    return own if len(own) == 1 else []


async def moment(request: Request) -> Response:
    """The table at one ply, as one seat saw it."""
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
    ply = ply_of(request, table.match)
    job = job_of(table.match, MOMENT, names_at(table, words), words.language, ply, seat, form)
    job = job._replace(better=better_of(request, room, ply))
    try:
        return Response(await make(request, job), media_type="application/json", headers={"cache-control": "no-store"})
    except (Busy, TooSlow) as error:
        return JSONResponse({"text": words.tell(error.sentence)}, 503, {"retry-after": "2"})


async def record(request: Request) -> Response:
    """The record that `carreau verify` reads. It holds the seed, so it is only given out after the match."""
    room = await room_of(request)
    if not room.table.match.over:
        raise NotNow("You can get the record when the match is over.")
    name = f"{room.table.game.id}-{room.id}.json"
    return JSONResponse(room.table.record(), headers={"content-disposition": f'attachment; filename="{name}"'})


async def play_on(request: Request) -> Response:
    """A new table, against bots, that begins at a ply of a finished match."""
    room, hub = await room_of(request), hub_of(request)
    match = room.table.match
    if not match.over:
        raise NotNow("You can do this when the match is over.")
    form = await read_form(request)
    ply, seat = whole(form.get("ply", "")), whole(form.get("seat", ""))
    if ply is None or seat is None or not (0 <= ply < match.ply and 0 <= seat < match.players):
        raise NotNow("The match can't be continued from here.")
    check_rate(request, ply)
    owner = player_or_new(request)
    chairs = [Chair(ME if k == seat else BOT, MIDDLE) for k in range(match.players)]
    settings = make_settings(match.game, chairs, match.options, seed=match.seed)
    return go_to_table(request, await hub.create(settings, owner, actions_of(match, ply)), owner)
