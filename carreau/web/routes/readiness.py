"""How far a game is compiled, for the quiet line on its pages."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from carreau.web.preparation import share_prepared
from carreau.web.routes.request import game_of


async def readiness(request: Request) -> Response:
    """The share that is done; null if there is nothing to wait for."""
    return JSONResponse({"share": share_prepared(game_of(request))}, headers={"cache-control": "no-store"})
