"""Who may ask for what, how often, and what a page may do."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
    """Puts the headers on every answer, and refuses what other pages send and what is too long."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        headers = Headers(scope=scope)
        length = headers.get("content-length", "0")
        if scope["method"] not in ("GET", "HEAD", "POST"):
            await refuse(405, guarded)
        elif scope["method"] == "POST" and not same_origin(headers):
            await refuse(403, guarded)
        elif not length.isdigit() or int(length) > LARGEST_BODY or "transfer-encoding" in headers:
            await refuse(413, guarded)
        else:
            await self.app(scope, receive, guarded)


SENTENCES = {
    403: "This was sent from another page: nothing was done.",
    405: "This cannot be done here.",
    413: "This is too long.",
}


async def refuse(status: int, send: Send) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": SENTENCES[status].encode()})


class Bucket:
    """So many at once, and so many a second from then on."""

    def __init__(self, most: float, rate: float, now: float) -> None:
        self.most, self.rate, self.left, self.at = most, rate, most, now

    def take(self, now: float) -> bool:
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """One bucket for everybody who asks, by address; the fullest are forgotten."""

    def __init__(self, most: float, rate: float) -> None:
        self.most, self.rate = most, rate
        self.buckets: MutableMapping[Any, Bucket] = {}

    def take(self, who: Any, now: float) -> bool:
        if len(self.buckets) > 10_000:
            self.buckets.clear()
        return self.buckets.setdefault(who, Bucket(self.most, self.rate, now)).take(now)
