"""A seat's link: followed once, by whoever sits down there, or by its player on another device."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from carreau.store.stored import FREE, Invitation
from carreau.table.seating import NotNow
from carreau.table.settings import ME
from carreau.table.text import names_at
from carreau.web.cookies import SEAT_COOKIE, delete_cookie, name_of, read_cookie, set_cookie
from carreau.web.hub import DEVICE_SECONDS
from carreau.web.language import language_of, words_of
from carreau.web.network import network_of
from carreau.web.routes.new_table import go_to_table
from carreau.web.routes.request import base_url, hub_of, player_of, player_or_new, read_form
from carreau.web.templating import page, redirect, sentence

LINK_SECONDS = 3600  # from following a seat's link to sitting down


async def follow_link(request: Request) -> Response:
    """Whoever opens a seat's link: its secret goes into a cookie, and out of the address."""
    hub, id, secret = hub_of(request), request.path_params["id"], request.path_params["secret"]
    if not hub.invitation(id, secret):
        return no_seat(request)
    response = redirect(request, f"/table/{id}/seat", headers={"cache-control": "no-store"})
    return set_cookie(request, response, SEAT_COOKIE, secret, f"/table/{id}/seat", LINK_SECONDS)


def no_seat(request: Request) -> Response:
    text = words_of(language_of(request)).say("This link no longer works: it has been used or is too old. Ask for a new one.")
    return sentence(request, text, 404)


def followed_link(request: Request) -> Invitation | None:
    """The invitation whose link was followed last."""
    return hub_of(request).invitation(request.path_params["id"], read_cookie(request, SEAT_COOKIE))


async def invitation(request: Request) -> Response:
    """Whoever has followed a link is asked for a name; on another device, whether to play there."""
    hub, id = hub_of(request), request.path_params["id"]
    room = await hub.room(id, network_of(request))
    found = followed_link(request)
    if found is None:
        return no_seat(request)
    if hub.seats(id, player_of(request)):
        return page(request, "already.html", room.table.game, table=id)
    if found.until != FREE:
        names = names_at(room.table, words_of(language_of(request)))
        return page(request, "device.html", room.table.game, table=id, name=names[found.seat])
    return page(
        request, "sit.html", room.table.game, table=id, name=name_of(request),
        host=next((chair.name for chair in room.table.chairs if chair.kind == ME), ""),
        about=room.table.game.line(language_of(request)),
    )  # fmt: skip


async def sit_down(request: Request) -> Response:
    hub, id = hub_of(request), request.path_params["id"]
    room = await hub.room(id, network_of(request))
    form = await read_form(request)
    owner = player_or_new(request)
    found = followed_link(request)
    if found is None:
        return no_seat(request)
    if found.until == FREE:
        await hub.sit(room, found, form.get("name", ""), owner)
    else:
        await hub.add_device(room, found, owner)
    response = go_to_table(request, id, owner, form.get("name", ""))
    delete_cookie(request, response, SEAT_COOKIE, f"/table/{id}/seat")
    return response


async def link_device(request: Request) -> Response:
    """A link with which players open their seat on another device."""
    hub, id = hub_of(request), request.path_params["id"]
    room = await hub.room(id, network_of(request))
    seats = hub.seats(id, player_of(request))
    if not seats:
        raise NotNow("You are watching: only players can do that.")
    link = f"{base_url(request)}/table/{id}/seat/{await hub.link_device(room, seats)}"
    return page(request, "link.html", room.table.game, table=id, link=link, minutes=DEVICE_SECONDS // 60)
