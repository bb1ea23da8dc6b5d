"""SecurityMiddleware: the headers of every answer, and requests that are refused before any route sees them."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from carreau.core.errors import CarreauError
from carreau.core.words import message
from carreau.web.connections import TOO_MANY
from carreau.web.fair_queue import FairQueue
from carreau.web.language import language_of, words_of
from carreau.web.network import network_of
from carreau.web.origin import by_program, is_foreign, is_visit, same_origin
from carreau.web.rate_limit import guess_limiter_of
from carreau.web.urls import path_in

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
LARGEST_BODY = 20_000
SENTENCES = {
    403: message("This was sent from another page: nothing was done."),
    405: message("That can't be done here."),
    413: message("This is too long."),
    421: message("This server does not answer to this address. Whoever runs it can change that with --url."),
    429: message("Too many wrong addresses were tried from here: wait a minute."),
    503: TOO_MANY,
}


class TooLong(CarreauError):
    """The body of a request is larger than allowed."""

    code = "too-long"


class SecurityMiddleware:
    """Puts the headers on every answer. Refuses what other sites' pages send, what is too long, and whoever guesses too often."""

    def __init__(self, app: ASGIApp) -> None:
        self.app, self.queue = app, FairQueue()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        async with self.queue.turn(network_of(HTTPConnection(scope)), ""):
            pass  # one request per pass of the event loop, and networks take turns
        status = refusal(scope)
        if status == 429 and is_seat_link(scope):
            await self.app(scope, limit_body(receive), hide_wrong_links(scope, add_headers(send)))
        elif status:
            await refuse(status, scope, send)
        else:
            await self.app(scope, limit_body(receive), count_guesses(scope, add_headers(send)))


def add_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers


def limit_body(receive: Receive) -> Receive:
    """Whatever length was announced, no more than the largest body is read."""
    received = 0

    async def receive_limited() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > LARGEST_BODY:
            raise TooLong(SENTENCES[413])
        return message

    return receive_limited


def count_guesses(scope: Scope, send: Send) -> Send:
    """A request for a table or link that does not exist is a guess."""

    async def send_and_count(message: Message) -> None:
        if message.get("status") == 404 and is_at_table(scope):
            guess_limiter_of(scope).count(HTTPConnection(scope))
        await send(message)

    return send_and_count


def hide_wrong_links(scope: Scope, send: Send) -> Send:
    """Whoever has guessed too often may still follow a link that exists; about others they only learn that they must wait."""
    wrong = False

    async def send_if_right(message: Message) -> None:
        nonlocal wrong
        if message.get("status") == 404:
            wrong = True
            await refuse(429, scope, send)
        if not wrong:
            await send(message)

    return send_if_right


def refusal(scope: Scope) -> int:
    """The status with which a request is refused, or 0."""
    request = HTTPConnection(scope)
    if scope["method"] not in ("GET", "HEAD", "POST"):
        return 405
    if scope["method"] == "POST" and not same_origin(request) and not (by_program(request) and is_json(request.headers)):
        return 403
    if is_too_long(request.headers):
        return 413
    if is_at_table(scope) and is_foreign(request) and not is_visit(request):
        return 403
    return 429 if is_at_table(scope) and not guess_limiter_of(scope).allows(request) else 0


def is_json(headers: Headers) -> bool:
    """No other site's page can make a browser send JSON: it would need our permission first."""
    return headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"


def is_too_long(headers: Headers) -> bool:
    """Whether the announced length is too large, or not a length at all."""
    length = headers.get("content-length", "0")
    digits = length.lstrip("0") or "0"
    return (
        not (length.isascii() and length.isdigit())
        or len(digits) > len(str(LARGEST_BODY))
        or int(digits) > LARGEST_BODY
        or "transfer-encoding" in headers
    )


def is_at_table(scope: Scope) -> bool:
    return path_in(scope).startswith("/table/")


def is_seat_link(scope: Scope) -> bool:
    return path_in(scope).split("/")[3:4] == ["seat"]


async def refuse(status: int, scope: Scope, send: Send) -> None:
    """One sentence instead of a page or a socket."""
    kind = "http.response" if scope["type"] == "http" else "websocket.http.response"
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    headers += [(b"retry-after", b"60")] if status in (429, 503) else []
    headers += [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    text = words_of(language_of(HTTPConnection(scope))).say(SENTENCES[status])
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": text.encode()})
