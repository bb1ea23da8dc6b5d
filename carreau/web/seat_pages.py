"""A seat's link: followed once, by whoever sits down, or on another device of theirs."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from carreau.store.stored import FREE, Invitation
from carreau.table.seating import NotNow
from carreau.table.settings import ME
from carreau.web.cookies import cookie_of
from carreau.web.hub import DEVICE_SECONDS
from carreau.web.language import language_of, words_of
from carreau.web.middleware import household_of
from carreau.web.pages import NAME_COOKIE, base_of, hub_of, player_of, read_form, seated
from carreau.web.screen import names_at
from carreau.web.templating import page, redirect, sentence
from carreau.web.tokens import new_secret
from carreau.web.urls import root_of

SEAT_COOKIE = "seat"
LINK_SECONDS = 3600  # from following a seat's link to sitting down


async def follow_link(request: Request) -> Response:
    """Whoever opens a seat's secret link: the secret goes into a cookie, and out of the address."""
    hub, id, secret = hub_of(request), request.path_params["id"], request.path_params["secret"]
    if not hub.invitation(id, secret):
        return no_seat(request)
    response = redirect(request, f"/table/{id}/seat", headers={"cache-control": "no-store"})
    secure = request.url.scheme == "https"
    path = f"{root_of(request.scope)}/table/{id}/seat"
    response.set_cookie(SEAT_COOKIE, secret, max_age=LINK_SECONDS, path=path, httponly=True, samesite="lax", secure=secure)
    return response


def no_seat(request: Request) -> Response:
    text = words_of(language_of(request)).say("This link opens no seat: it has been used, or is too old. Ask for another one.")
    return sentence(request, text, 404)


def followed(request: Request) -> Invitation | None:
    """The link that was followed last."""
    return hub_of(request).invitation(request.path_params["id"], cookie_of(request, SEAT_COOKIE))


async def invitation(request: Request) -> Response:
    """Whoever has followed a seat's link is asked for a name; on another device, whether to play there."""
    hub, id = hub_of(request), request.path_params["id"]
    room = await hub.room(id, household_of(request))
    found = followed(request)
    if found is None:
        return no_seat(request)
    if hub.seats(id, player_of(request)):
        return page(request, "already.html", room.table.game, table=id)
    if found.until != FREE:
        names = names_at(room.table, words_of(language_of(request)))
        return page(request, "device.html", room.table.game, table=id, name=names[found.seat])
    return page(
        request, "sit.html", room.table.game, table=id, name=cookie_of(request, NAME_COOKIE),
        host=next((chair.name for chair in room.table.chairs if chair.kind == ME), ""),
        about=room.table.game.line(language_of(request)),
    )  # fmt: skip


async def sit_down(request: Request) -> Response:
    hub, id = hub_of(request), request.path_params["id"]
    room = await hub.room(id, household_of(request))
    form = await read_form(request)
    owner = player_of(request) or new_secret()
    found = followed(request)
    if found is None:
        return no_seat(request)
    if found.until == FREE:
        await hub.sit(room, found, form.get("name", ""), owner)
    elif hub.seats(id, owner):
        raise NotNow("You already sit at this table: this link is for somebody else.")
    else:
        await hub.add_device(room, found, owner)
    response = seated(request, id, owner, form.get("name", ""))
    response.delete_cookie(SEAT_COOKIE, f"{root_of(request.scope)}/table/{id}/seat", httponly=True, samesite="lax")
    return response


async def link_device(request: Request) -> Response:
    """A link for whoever sits here, to be opened on another device of theirs."""
    hub, id = hub_of(request), request.path_params["id"]
    room = await hub.room(id, household_of(request))
    seats = hub.seats(id, player_of(request))
    if not seats:
        raise NotNow("You are watching: only players can do this.")
    link = f"{base_of(request)}/table/{id}/seat/{await hub.link_device(room, seats)}"
    return page(request, "link.html", room.table.game, table=id, link=link, minutes=DEVICE_SECONDS // 60)
