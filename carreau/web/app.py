"""The application: which address leads where."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from carreau.core.errors import BadOption, CarreauError, NoRulebook, UnknownGame
from carreau.core.phrase import Phrase
from carreau.store.log import Log, NoMatch, Unwritten
from carreau.web import pages, replay_pages, seat_pages
from carreau.web.compiler import Compiler
from carreau.web.hub import Hub
from carreau.web.language import language_of, words_of
from carreau.web.middleware import HEADERS, GuessLimiter, RateLimiter, SecurityMiddleware, TooLong
from carreau.web.picture_worker import PictureWorker
from carreau.web.pictures import NoPicture
from carreau.web.proxy import ProxyMiddleware
from carreau.web.quiet import drop_repeats_in_logs
from carreau.web.replay_pool import TooSlow
from carreau.web.room import PACE
from carreau.web.site import Site
from carreau.web.table_loader import Closed
from carreau.web.templating import EDITION, STATIC, sentence
from carreau.web.veil import hide_secrets_in_logs
from carreau.web.websocket import serve_socket


class Lasting(StaticFiles):
    """Files that a browser need not ask for again."""

    def file_response(self, *words: Any, **more: Any) -> Response:
        response = super().file_response(*words, **more)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


ROUTES: list[Route | WebSocketRoute | Mount] = [
    Route("/", pages.home),
    Route("/language/{language}", pages.switch_language),
    Route("/new/{game}", pages.set_up),
    Route("/new/{game}", pages.create, methods=["POST"]),
    Route("/rules/{game}", pages.rules),
    Route("/rules/{game}/{name}", pages.try_example, methods=["POST"]),
    Route("/puzzle", pages.puzzle),
    Route("/puzzle", pages.start_puzzle, methods=["POST"]),
    Route("/puzzle/{game}", pages.puzzle),
    Route("/puzzle/{game}", pages.start_puzzle, methods=["POST"]),
    Route("/table/{id}", pages.table),
    Route("/table/{id}/seat/{secret}", seat_pages.follow_link),
    Route("/table/{id}/seat", seat_pages.invitation),
    Route("/table/{id}/seat", seat_pages.sit_down, methods=["POST"]),
    Route("/table/{id}/device", seat_pages.link_device, methods=["POST"]),
    Route("/table/{id}/replay", replay_pages.replay),
    Route("/table/{id}/replay", replay_pages.play_on, methods=["POST"]),
    Route("/table/{id}/moment", replay_pages.moment),
    Route("/table/{id}/record.json", replay_pages.record),
    WebSocketRoute("/table/{id}/socket", serve_socket),
    Route("/tile/{game}.{language}.{theme}.svg", pages.tile),
    Route("/tile/puzzle/{game}.{language}.{theme}.svg", pages.puzzle_tile),
    Route("/example/{game}/{name}.{language}.{theme}.svg", pages.example),
    Route("/sheet/{game}-{hash}.svg", pages.sheet),
    Route("/theme.css", pages.theme_style),
    Mount(f"/static/{EDITION}", Lasting(directory=STATIC)),
]


STATUS: dict[tuple[type[CarreauError], ...], int] = {
    (NoMatch, UnknownGame, NoPicture, NoRulebook): 404,
    (Closed,): 410,
    (TooLong,): 413,
    (Unwritten, TooSlow): 503,
}


async def on_mistake(request: Request, error: Exception) -> Response:
    """Every mistake is one sentence on a page."""
    assert isinstance(error, CarreauError)
    words = words_of(language_of(request))
    status = next((code for kinds, code in STATUS.items() if isinstance(error, kinds)), 400)
    return sentence(request, words.tell(error.sentence), status)


async def on_nothing(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = words_of(language_of(request))
    text = words.say("There is no page at this address.") if error.status_code == 404 else words.say("This cannot be done here.")
    return sentence(request, text, error.status_code)


async def on_failure(request: Request, error: Exception) -> Response:
    text = words_of(language_of(request)).say("Something went wrong here. The table is kept: try again.")
    response = sentence(request, text, 500)
    response.headers.update(HEADERS)  # the guard does not see what failed inside it
    return response


def check_prefix(root: str) -> None:
    """A prefix and an address of ours must not be mistaken for each other: proxies may or may not take the prefix off."""
    first = root.split("/")[1:2]
    if first and first[0] in {route.path.split("/")[1] for route in ROUTES}:
        raise BadOption(Phrase("The prefix in --url cannot be {prefix}: pages of Carreau have this name.", prefix=repr(root)))


def make_app(log: Log, pace: float = PACE, site: Site | None = None) -> Starlette:
    check_prefix(site.root if site else "")

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        app.state.hub = Hub(log, Compiler(), pace)
        app.state.creating, app.state.guesses = RateLimiter(60, 1), GuessLimiter(log)
        app.state.picture_worker = PictureWorker()
        hide_secrets_in_logs()
        drop_repeats_in_logs()
        yield
        app.state.hub.close()

    return Starlette(
        routes=ROUTES,
        lifespan=life,
        middleware=[Middleware(ProxyMiddleware, site or Site()), Middleware(SecurityMiddleware)],
        exception_handlers={CarreauError: on_mistake, HTTPException: on_nothing, Exception: on_failure},
    )
