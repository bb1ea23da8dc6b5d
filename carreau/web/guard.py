"""Who may ask for what, how often, and what a page may do."""

from __future__ import annotations

import ipaddress
import time
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from carreau.core.words import message
from carreau.store.log import Log
from carreau.web.language import language_of, words_of
from carreau.web.secret import COOKIE, hashed

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


def same_origin(headers: Headers) -> bool:
    """Whether a request comes from one of our own pages."""
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc == headers.get("host")


class Guard:
    """Puts the headers on every answer, and refuses what other pages send, what is too long, and who guesses."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status = 0

        async def guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if refused := why_not(scope):
            await refuse(refused, scope, guarded)
            return
        await self.app(scope, receive, guarded)
        if status == 404 and at_a_table(scope):
            guesses_of(scope).wrong(HTTPConnection(scope))


def why_not(scope: Scope) -> int:
    """The status of a refusal, or 0."""
    headers = Headers(scope=scope)
    length = headers.get("content-length", "0")
    if scope["method"] not in ("GET", "HEAD", "POST"):
        return 405
    if scope["method"] == "POST" and not same_origin(headers):
        return 403
    if not (length.isascii() and length.isdigit()) or int(length[:9]) > LARGEST_BODY or "transfer-encoding" in headers:
        return 413
    return 429 if at_a_table(scope) and not guesses_of(scope).lets_in(HTTPConnection(scope)) else 0


SENTENCES = {
    403: message("This was sent from another page: nothing was done."),
    405: message("This cannot be done here."),
    413: message("This is too long."),
    429: message("Too many wrong addresses were tried from here: wait a minute."),
}


async def refuse(status: int, scope: Scope, send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    headers += [(b"retry-after", b"60")] if status == 429 else []
    text = words_of(language_of(HTTPConnection(scope))).say(SENTENCES[status])
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode()})


class Bucket:
    """So many at once, and so many a second from then on."""

    def __init__(self, most: float, rate: float, now: float) -> None:
        self.most, self.rate, self.left, self.at = most, rate, most, now

    def fill(self, now: float) -> float:
        self.left = min(self.most, self.left + max(0.0, now - self.at) * self.rate)
        self.at = now
        return self.left

    def take(self, now: float) -> bool:
        if self.fill(now) < 1:
            return False
        self.left -= 1
        return True


MOST_BUCKETS = 10_000


class Buckets:
    """One bucket for everybody who asks, by address; full ones are forgotten."""

    def __init__(self, most: float, rate: float) -> None:
        self.most, self.rate = most, rate
        self.buckets: dict[Any, Bucket] = {}

    def of(self, who: Any, now: float) -> Bucket:
        if len(self.buckets) > MOST_BUCKETS:
            used = {one: bucket for one, bucket in self.buckets.items() if bucket.fill(now) < bucket.most}
            self.buckets = used if len(used) < MOST_BUCKETS else {}
        return self.buckets.setdefault(who, Bucket(self.most, self.rate, now))

    def take(self, who: Any, now: float) -> bool:
        return self.of(who, now).take(now)


class Guesses:
    """Tables, links and secrets that there are not, counted by household: after too many of them a house is shown only the
    tables at which it sits, until it has waited."""

    def __init__(self, log: Log, most: float = 60, rate: float = 0.5) -> None:
        self.log, self.buckets = log, Buckets(most, rate)

    def lets_in(self, asking: HTTPConnection) -> bool:
        """Whether somebody may ask for a table; an unknown secret counts as a guess."""
        secret = asking.cookies.get(COOKIE, "")
        if secret and self.log.seats(table_of(asking), hashed(secret)):
            return True
        if secret and not self.log.knows(hashed(secret)):
            return self.wrong(asking)
        return self.bucket(asking).left >= 1

    def wrong(self, asking: HTTPConnection) -> bool:
        return self.bucket(asking).take(time.monotonic())

    def bucket(self, asking: HTTPConnection) -> Bucket:
        now = time.monotonic()
        bucket = self.buckets.of(household(asking.client.host if asking.client else ""), now)
        bucket.fill(now)
        return bucket


def guesses_of(scope: Scope) -> Guesses:
    guesses: Guesses = scope["app"].state.guesses
    return guesses


def at_a_table(scope: Scope) -> bool:
    return str(scope["path"]).startswith("/table/")


def table_of(asking: HTTPConnection) -> str:
    return str(asking.scope["path"]).split("/")[2]


def household(host: str) -> str:
    """An address; of the sixth version its first half, for the rest is each house's own to choose."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    return host if address.version == 4 else str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
