"""Reviews: asked for after a match by whoever may see its replay, and how far they are."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from carreau.core.words import Words
from carreau.web.language import language_of, words_of
from carreau.web.messages import ReviewNews, encode
from carreau.web.network import network_of
from carreau.web.reviews import PREPARING, QUEUED, Making, Reviews, check_reviewable
from carreau.web.room import Room
from carreau.web.routes.request import hub_of
from carreau.web.templating import redirect

NONE, UNDER_WAY, DONE, PROBLEM = "none", "running", "done", "failed"


async def ask(request: Request) -> Response:
    """Have the match reviewed, and go to the page that says how far that is."""
    hub = hub_of(request)
    room = await hub.room(request.path_params["id"], network_of(request))
    hub.reviews.ask(room, network_of(request))
    return redirect(request, f"/table/{room.id}/replay#review")


async def news(request: Request) -> Response:
    """How far it is."""
    hub = hub_of(request)
    room = await hub.room(request.path_params["id"], network_of(request))
    check_reviewable(room.table)
    told = news_of(hub.reviews, room, words_of(language_of(request), room.table.game))
    return Response(encode(told), media_type="application/json", headers={"cache-control": "no-store"})


def news_of(reviews: Reviews, room: Room, words: Words) -> ReviewNews:
    making = reviews.progress(room.id)
    if making:
        return ReviewNews(UNDER_WAY, making.share, say_progress(making, room, words))
    if reviews.stored(room):
        return ReviewNews(DONE, 1.0, "")
    problem = reviews.problems.get(room.id, "")
    return ReviewNews(PROBLEM if problem else NONE, 0.0, words.tell(problem))


def say_progress(making: Making, room: Room, words: Words) -> str:
    if making.stage == PREPARING:
        return words.say("The review starts as soon as {game} is prepared on this machine.", game=room.table.game.name)
    if making.stage == QUEUED:
        return words.say("The review starts when those before it are done.")
    return words.say("Reviewing: {share}%", share=round(100 * making.share))
