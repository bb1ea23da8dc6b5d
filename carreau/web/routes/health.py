"""For whatever watches over the server: whether it is alive, and whether it can take moves."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from carreau.store.log import Unwritten
from carreau.web.hub import Hub

HEADERS = {"cache-control": "no-store"}


async def alive(request: Request) -> Response:
    return PlainTextResponse("alive\n", headers=HEADERS)


async def ready(request: Request) -> Response:
    """Whether the store can be used; a proxy sends visitors elsewhere until then."""
    hub: Hub = request.app.state.hub
    try:
        await hub.writer.run(hub.log.check)
    except Unwritten as error:
        return PlainTextResponse(f"{error}\n", 503, HEADERS)
    return PlainTextResponse("ready\n", headers=HEADERS)
