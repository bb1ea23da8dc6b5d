"""ProxyMiddleware: finds out who really asks, and at which public address, before anything else sees the request."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send

from carreau.web.connections import ConnectionLimit
from carreau.web.middleware import refuse
from carreau.web.network import network
from carreau.web.origin import DIRECT
from carreau.web.site import Site


class ProxyMiddleware:
    """Lets in requests for this site. Behind it, `client` is the visitor we trust it to be; host, scheme and path are public."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self.app, self.site = app, site
        self.connections = ConnectionLimit(site.most_connections)  # through a proxy

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
        elif self.site.trusts(peer):
            await self.serve_by_proxy(peer, scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def make_public(self, scope: Scope, peer: str) -> None:
        """Restore the public address: a proxy may drop the prefix or change the host, and some visitors bypass the proxy."""
        site, headers = self.site, MutableHeaders(scope=scope)
        if not site.trusts(peer):
            scope[DIRECT] = f"http://{headers.get('host', '')}".lower()
        headers["host"] = site.host
        scope["scheme"] = site.scheme if scope["type"] == "http" else site.scheme.replace("http", "ws")
        scope["root_path"] = site.root
        if scope["path"] != site.root and not scope["path"].startswith(f"{site.root}/"):
            scope["path"] = site.root + scope["path"]

    async def serve_by_proxy(self, peer: str, scope: Scope, receive: Receive, send: Send) -> None:
        """A visitor behind a proxy may have no more connections than one who comes directly."""
        visitor = self.site.visitor(peer, Headers(scope=scope).getlist("x-forwarded-for"))
        scope["client"] = (visitor, 0)
        place = self.connections.take(network(visitor), unlimited=self.site.trusts(visitor))
        if place is None:
            await refuse(503, scope, send)
            return
        try:
            await self.app(scope, receive, send)
        finally:
            place.leave()
