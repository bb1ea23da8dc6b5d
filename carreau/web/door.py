"""The door: who asks, for which house, and at which of its addresses, before anything else looks at it."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send

from carreau.web.address import DIRECT
from carreau.web.front import Front
from carreau.web.guard import household, refuse
from carreau.web.lines import Lines


class Door:
    """Lets in who means this house. Further in, `client` is whom we believe to ask; host, scheme and path are the public ones."""

    def __init__(self, app: ASGIApp, front: Front) -> None:
        self.app, self.front = app, front
        self.lines = Lines(front.lines)  # of those who come by a proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        known = self.front.knows(Headers(scope=scope).get("host", ""))
        peer = scope["client"][0] if scope["client"] else ""
        if self.front.host:
            self.make_public(scope, peer)
        if not known:
            await refuse(421, scope, send)
        elif self.front.believes(peer):
            await self.by_proxy(peer, scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def make_public(self, scope: Scope, peer: str) -> None:
        """A proxy may have taken the prefix off the address, and put another host; or somebody comes without it, by that host."""
        front, headers = self.front, MutableHeaders(scope=scope)
        if not front.believes(peer):
            scope[DIRECT] = f"http://{headers.get('host', '')}".lower()
        headers["host"] = front.host
        scope["scheme"] = front.scheme if scope["type"] == "http" else front.scheme.replace("http", "ws")
        scope["root_path"] = front.root
        if scope["path"] != front.root and not scope["path"].startswith(f"{front.root}/"):
            scope["path"] = front.root + scope["path"]

    async def by_proxy(self, peer: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Somebody for whom a proxy asks has no more lines than who comes directly."""
        visitor = self.front.visitor(peer, Headers(scope=scope).getlist("x-forwarded-for"))
        scope["client"] = (visitor, 0)
        place = self.lines.take(household(visitor), spared=self.front.believes(visitor))
        if place is None:
            await refuse(503, scope, send)
            return
        try:
            await self.app(scope, receive, send)
        finally:
            place.leave()
