"""The application: which address leads where, and what happens to errors."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
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
from carreau.web.bot_pool import BOTS_AT_ONCE
from carreau.web.daily import NoPosition
from carreau.web.hub import Hub
from carreau.web.lab.lab import Lab
from carreau.web.lab.limits import NoLab, TooMuch
from carreau.web.language import language_of, words_of
from carreau.web.log_filters import install_log_filters
from carreau.web.middleware import HEADERS, SecurityMiddleware, TooLong
from carreau.web.pictures import NoPicture, PictureProcess
from carreau.web.program_messages import TooOften
from carreau.web.proxy import ProxyMiddleware
from carreau.web.rate_limit import GuessLimiter, RateLimiter
from carreau.web.replay_pool import TooSlow
from carreau.web.reviews import TooMany
from carreau.web.room import PACE
from carreau.web.routes import (
    health,
    home,
    lab,
    new_table,
    pictures,
    position,
    programs,
    puzzle,
    readiness,
    replay,
    review,
    rules,
    seats,
    table,
)
from carreau.web.routes.websocket import serve_socket
from carreau.web.site import Site
from carreau.web.table_loader import Closed
from carreau.web.templating import EDITION, STATIC, sentence


class CachedFiles(StaticFiles):
    """Files that a browser does not have to ask for again."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


ROUTES: list[Route | WebSocketRoute | Mount] = [
    Route("/", home.home),
    Route("/language/{language}", home.switch_language),
    Route("/new/{game}", new_table.new_table),
    Route("/new/{game}", new_table.create, methods=["POST"]),
    Route("/rules/{game}", rules.rules),
    Route("/rules/{game}/{name}", rules.try_example, methods=["POST"]),
    Route("/puzzle", puzzle.puzzle),
    Route("/puzzle", puzzle.start_puzzle, methods=["POST"]),
    Route("/puzzle/{game}", puzzle.puzzle),
    Route("/puzzle/{game}", puzzle.start_puzzle, methods=["POST"]),
    Route("/position", position.position),
    Route("/position/{day}", position.position),
    Route("/position/{day}", position.answer, methods=["POST"]),
    Route("/position/{day}/table", position.question),
    Route("/tables", programs.create, methods=["POST"]),
    Route("/table/{id}", table.table),
    Route("/table/{id}/seat/{secret}", seats.follow_link),
    Route("/table/{id}/seat/{secret}", programs.join, methods=["POST"]),
    Route("/table/{id}/seat", seats.invitation),
    Route("/table/{id}/seat", seats.sit_down, methods=["POST"]),
    Route("/table/{id}/device", seats.link_device, methods=["POST"]),
    Route("/table/{id}/replay", replay.replay),
    Route("/table/{id}/replay", replay.play_on, methods=["POST"]),
    Route("/table/{id}/review", review.news),
    Route("/table/{id}/review", review.ask, methods=["POST"]),
    Route("/table/{id}/moment", replay.moment),
    Route("/table/{id}/record.json", replay.record),
    WebSocketRoute("/table/{id}/socket", serve_socket),
    Route("/tile/{game}.{language}.{theme}.svg", pictures.tile),
    Route("/tile/puzzle/{game}.{language}.{theme}.svg", pictures.puzzle_tile),
    Route("/tile/position/{day}.{language}.{theme}.svg", pictures.position_tile),
    Route("/example/{game}/{name}.{language}.{theme}.svg", pictures.example),
    Route("/sheet/{game}-{hash}.svg", pictures.sheet),
    Route("/lab", lab.choose),
    Route("/lab/figures.css", lab.figures_style),
    Route("/lab/game/{game}", lab.ask),
    Route("/lab/game/{game}", lab.begin, methods=["POST"]),
    Route("/lab/{id}", lab.experiment),
    Route("/lab/{id}/news", lab.news),
    Route("/lab/{id}/stop", lab.stop, methods=["POST"]),
    Route("/lab/{id}/{file}", lab.download),
    Route("/theme.css", pictures.theme_style),
    Route("/readiness/{game}", readiness.readiness),
    Route("/healthz", health.alive),
    Route("/readyz", health.ready),
    Mount(f"/static/{EDITION}", CachedFiles(directory=STATIC)),
]


STATUS: dict[tuple[type[CarreauError], ...], int] = {
    (NoMatch, UnknownGame, NoPicture, NoPosition, NoRulebook, NoLab): 404,
    (Closed,): 410,
    (TooLong,): 413,
    (TooOften, TooMuch): 429,
    (Unwritten, TooSlow, TooMany): 503,
}


async def on_error(request: Request, error: Exception) -> Response:
    """Our own errors carry a sentence, which becomes a page."""
    assert isinstance(error, CarreauError)
    words = words_of(language_of(request))
    status = next((code for kinds, code in STATUS.items() if isinstance(error, kinds)), 400)
    return sentence(request, words.tell(error.sentence), status)


async def on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = words_of(language_of(request))
    text = words.say("There is no page at this address.") if error.status_code == 404 else words.say("That can't be done here.")
    return sentence(request, text, error.status_code)


async def on_failure(request: Request, error: Exception) -> Response:
    text = words_of(language_of(request)).say("Something went wrong. Your table is safe: try again.")
    response = sentence(request, text, 500)
    response.headers.update(HEADERS)  # the middleware does not see what failed inside it
    return response


def check_prefix(root: str) -> None:
    """A prefix must not look like one of our addresses: proxies may or may not drop the prefix."""
    first = root.split("/")[1:2]
    if first and first[0] in {route.path.split("/")[1] for route in ROUTES}:
        raise BadOption(Phrase("The prefix in --url cannot be {prefix}: a page of Carreau has this name.", prefix=repr(root)))


def make_app(
    log: Log, pace: float = PACE, site: Site | None = None, bots_at_once: int = BOTS_AT_ONCE, lab: Path | None = None
) -> Starlette:
    """With a folder for it, the lab is open."""
    check_prefix(site.root if site else "")

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.hub = Hub(log, pace, bots_at_once, Lab(lab) if lab else None)
        app.state.new_tables, app.state.guess_limiter = RateLimiter(60, 1), GuessLimiter(log)
        app.state.picture_process = PictureProcess()
        install_log_filters()
        yield
        app.state.hub.close()

    return Starlette(
        routes=ROUTES,
        lifespan=lifespan,
        middleware=[Middleware(ProxyMiddleware, site or Site()), Middleware(SecurityMiddleware)],
        exception_handlers={CarreauError: on_error, HTTPException: on_http_error, Exception: on_failure},
    )
