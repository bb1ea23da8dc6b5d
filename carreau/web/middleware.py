"""Who may ask for what, how often, and what a page may do."""

from __future__ import annotations

import ipaddress
import time
from contextlib import suppress
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from carreau.core.errors import CarreauError
from carreau.core.words import message
from carreau.store.log import Log, Unwritten
from carreau.web.connections import TOO_MANY
from carreau.web.fair_queue import FairQueue
from carreau.web.language import language_of, words_of
from carreau.web.site import read_address
from carreau.web.tokens import hashed
from carreau.web.urls import origins_of, path_in, same_origin, secret_of, source_of

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


class TooLong(CarreauError):
    """More was sent than is taken."""

    code = "too-long"


class SecurityMiddleware:
    """Puts the headers on every answer, and refuses what other pages send, what is too long, and who guesses."""

    def __init__(self, app: ASGIApp) -> None:
        self.app, self.turns = app, FairQueue()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        async with self.turns.turn(household_of(HTTPConnection(scope)), ""):
            pass  # one request in every pass of the loop, and every household in its turn
        refused = why_not(scope)
        if refused == 429 and leads_to_a_seat(scope):
            await self.app(scope, limited(receive), only_if_right(scope, dressed(send)))
        elif refused:
            await refuse(refused, scope, send)
        else:
            await self.app(scope, limited(receive), counting(scope, dressed(send)))


def dressed(send: Send) -> Send:
    """With the headers that every answer has."""

    async def put_on(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return put_on


def limited(receive: Receive) -> Receive:
    """Whatever length was announced, no more is taken than may come."""
    taken = 0

    async def count() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > LARGEST_BODY:
            raise TooLong(SENTENCES[413])
        return message

    return count


def counting(scope: Scope, send: Send) -> Send:
    """A table or a link that there is not is a guess."""

    async def count(message: Message) -> None:
        if message.get("status") == 404 and at_a_table(scope):
            guess_limiter_of(scope).wrong(HTTPConnection(scope))
        await send(message)

    return count


def only_if_right(scope: Scope, send: Send) -> Send:
    """Who has guessed too often may still follow a link that there is; of others they are told no more than to wait."""
    wrong = False

    async def pass_on(message: Message) -> None:
        nonlocal wrong
        if message.get("status") == 404:
            wrong = True
            await refuse(429, scope, send)
        if not wrong:
            await send(message)

    return pass_on


def why_not(scope: Scope) -> int:
    """The status of a refusal, or 0."""
    asking = HTTPConnection(scope)
    if scope["method"] not in ("GET", "HEAD", "POST"):
        return 405
    if scope["method"] == "POST" and not same_origin(asking):
        return 403
    if is_too_long(asking.headers):
        return 413
    if at_a_table(scope) and is_foreign(asking) and not is_visit(asking):
        return 403
    return 429 if at_a_table(scope) and not guess_limiter_of(scope).lets_in(asking) else 0


def is_too_long(headers: Headers) -> bool:
    """Whether more is announced than is taken, or something that is no length."""
    length = headers.get("content-length", "0")
    digits = length.lstrip("0") or "0"
    return (
        not (length.isascii() and length.isdigit())
        or len(digits) > len(str(LARGEST_BODY))
        or int(digits) > LARGEST_BODY
        or "transfer-encoding" in headers
    )


# who asks


def is_foreign(asking: HTTPConnection) -> bool:
    """Whether a page of somebody else's has made the browser ask."""
    site, source = asking.headers.get("sec-fetch-site"), source_of(asking)
    if site is not None:
        return site not in ("same-origin", "none")
    return bool(source) and source not in origins_of(asking)


def is_visit(asking: HTTPConnection) -> bool:
    """Whether somebody goes there, for instance by a link; otherwise a page has it fetched, as it fetches its pictures."""
    headers = asking.headers
    if "sec-fetch-mode" in headers or "sec-fetch-site" in headers:
        return headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
    return "text/html" in headers.get("accept", "text/html")


def is_our_own(asking: HTTPConnection) -> bool:
    """Whether it is the visitor's own doing, as far as can be told: they came by themselves, or from our pages."""
    if "sec-fetch-site" in asking.headers or source_of(asking):
        return not is_foreign(asking)
    return is_visit(asking)


SENTENCES = {
    403: message("This was sent from another page: nothing was done."),
    405: message("This cannot be done here."),
    413: message("This is too long."),
    421: message("This server does not know itself by this address: whoever runs it can tell it with --url."),
    429: message("Too many wrong addresses were tried from here: wait a minute."),
    503: TOO_MANY,
}


async def refuse(status: int, scope: Scope, send: Send) -> None:
    """One sentence instead of a page or a socket."""
    kind = "http.response" if scope["type"] == "http" else "websocket.http.response"
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    headers += [(b"retry-after", b"60")] if status in (429, 503) else []
    headers += [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    text = words_of(language_of(HTTPConnection(scope))).say(SENTENCES[status])
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": text.encode()})


class TokenBucket:
    """So many at once, and so many a second from then on."""

    def __init__(self, most: float, rate: float, now: float) -> None:
        self.most, self.rate, self.left, self.at = most, rate, most, now

    def fill(self, now: float) -> float:
        self.left = min(self.most, self.left + max(0.0, now - self.at) * self.rate)
        self.at = now
        return self.left

    def take(self, now: float, cost: float = 1) -> bool:
        """As long as there is anything left; what costs more is paid for later."""
        if self.fill(now) < 1:
            return False
        self.left -= cost
        return True


MOST_BUCKETS = 10_000


class RateLimiter:
    """One bucket for everybody who asks, by address; full ones are forgotten."""

    def __init__(self, most: float, rate: float) -> None:
        self.most, self.rate = most, rate
        self.buckets: dict[Any, TokenBucket] = {}

    def of(self, who: Any, now: float) -> TokenBucket:
        if len(self.buckets) > MOST_BUCKETS:
            self.forget(now)
        return self.buckets.setdefault(who, TokenBucket(self.most, self.rate, now))

    def forget(self, now: float) -> None:
        """Those that are full, and of the others the fuller half if there are too many."""
        used = [(bucket.fill(now), one) for one, bucket in self.buckets.items() if bucket.fill(now) < bucket.most]
        used.sort(key=lambda each: each[0])
        self.buckets = {one: self.buckets[one] for _, one in used[: MOST_BUCKETS // 2]}

    def take(self, who: Any, now: float, cost: float = 1) -> bool:
        return self.of(who, now).take(now, cost)


class GuessLimiter:
    """Tables, links and secrets that there are not, counted by household: after too many of them a household is shown only the
    tables at which it sits, until it has waited. What foreign pages cause is counted apart, and hinders only what they cause."""

    def __init__(self, log: Log, most: float = 60, rate: float = 0.5) -> None:
        self.log, self.buckets = log, RateLimiter(most, rate)
        self.counted: set[tuple[str, bytes]] = set()

    def lets_in(self, asking: HTTPConnection) -> bool:
        """Whether somebody may ask for a table; an unknown secret counts as a guess, once."""
        secret = secret_of(asking)
        with suppress(Unwritten):  # nobody can say now whether it is a guess
            if secret and self.log.seats(table_of(asking), hashed(secret)):
                return True
            if secret and not self.log.knows(hashed(secret)) and self.is_new(asking, hashed(secret)):
                return self.wrong(asking)
        return self.bucket(asking).left >= 1

    def is_new(self, asking: HTTPConnection, hash: bytes) -> bool:
        """Whether an unknown secret is sent for the first time: a browser sends the same with every page."""
        if len(self.counted) >= MOST_BUCKETS:
            self.counted.clear()
        before = len(self.counted)
        self.counted.add((household_of(asking), hash))
        return len(self.counted) > before

    def wrong(self, asking: HTTPConnection) -> bool:
        return self.bucket(asking).take(time.monotonic())

    def bucket(self, asking: HTTPConnection) -> TokenBucket:
        now = time.monotonic()
        bucket = self.buckets.of((household_of(asking), is_our_own(asking)), now)
        bucket.fill(now)
        return bucket


def guess_limiter_of(scope: Scope) -> GuessLimiter:
    guesses: GuessLimiter = scope["app"].state.guesses
    return guesses


def at_a_table(scope: Scope) -> bool:
    return path_in(scope).startswith("/table/")


def table_of(asking: HTTPConnection) -> str:
    return path_in(asking.scope).split("/")[2]


def leads_to_a_seat(scope: Scope) -> bool:
    return path_in(scope).split("/")[3:4] == ["seat"]


def household_of(asking: HTTPConnection) -> str:
    return household(asking.client.host if asking.client else "")


def household(host: str) -> str:
    """An address; of the sixth version its first half, for the rest is each household's own to choose."""
    address = read_address(host)
    if address is None:
        return host
    return str(address) if address.version == 4 else str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
