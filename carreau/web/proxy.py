"""The door: who asks, for which household, and at which of its addresses, before anything else looks at it."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send

from carreau.web.connections import ConnectionLimit
from carreau.web.middleware import household, refuse
from carreau.web.site import Site
from carreau.web.urls import DIRECT


class ProxyMiddleware:
    """Lets requests for this site in. Behind it, `client` is the believed visitor; host, scheme and path are the public ones."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self.app, self.site = app, site
        self.lines = ConnectionLimit(site.lines)  # of those who come by a proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        known = self.site.knows(Headers(scope=scope).get("host", ""))
        peer = scope["client"][0] if scope["client"] else ""
        if self.site.host:
            self.make_public(scope, peer)
        if not known:
            await refuse(421, scope, send)
        elif self.site.believes(peer):
            await self.by_proxy(peer, scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def make_public(self, scope: Scope, peer: str) -> None:
        """A proxy may have taken the prefix off the address, and put another host; or somebody comes without it, by that host."""
        site, headers = self.site, MutableHeaders(scope=scope)
        if not site.believes(peer):
            scope[DIRECT] = f"http://{headers.get('host', '')}".lower()
        headers["host"] = site.host
        scope["scheme"] = site.scheme if scope["type"] == "http" else site.scheme.replace("http", "ws")
        scope["root_path"] = site.root
        if scope["path"] != site.root and not scope["path"].startswith(f"{site.root}/"):
            scope["path"] = site.root + scope["path"]

    async def by_proxy(self, peer: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Somebody for whom a proxy asks has no more lines than who comes directly."""
        visitor = self.site.visitor(peer, Headers(scope=scope).getlist("x-forwarded-for"))
        scope["client"] = (visitor, 0)
        place = self.lines.take(household(visitor), spared=self.site.believes(visitor))
        if place is None:
            await refuse(503, scope, send)
            return
        try:
            await self.app(scope, receive, send)
        finally:
            place.leave()
