"""Which page sent a request: one of ours, one from another site, or none because the visitor came on their own."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from carreau.web.urls import split

DIRECT = "carreau.direct"  # in a request's scope: the origin of this server for visitors who bypass the proxy
SCHEMES = {"ws": "http", "wss": "https"}


def origins_of(request: HTTPConnection) -> set[str]:
    """Where our own pages come from, as browsers write it."""
    scheme = str(request.scope["scheme"])
    public = f"{SCHEMES.get(scheme, scheme)}://{request.headers.get('host', '')}".lower()
    return {public, request.scope.get(DIRECT, public)}


def source_of(request: HTTPConnection) -> str:
    """The origin of the page that sent this request, if the browser says so."""
    found = split(request.headers.get("origin") or request.headers.get("referer") or "")
    return f"{found.scheme}://{found.netloc}".lower() if found.scheme else ""


def same_origin(request: HTTPConnection) -> bool:
    """Whether a request comes from one of our own pages."""
    return request.headers.get("origin", "").lower() in origins_of(request)


def by_program(request: HTTPConnection) -> bool:
    """Whether a program sends this and no page: browsers name the page that posts something or opens a socket.

    No cookies count for a program, so even a browser that kept silent would give nothing away.
    """
    sends = request.scope["type"] == "websocket" or request.scope.get("method") == "POST"
    return sends and "origin" not in request.headers


def is_foreign(request: HTTPConnection) -> bool:
    """Whether a page of another site made the browser send this."""
    site, source = request.headers.get("sec-fetch-site"), source_of(request)
    if site is not None:
        return site not in ("same-origin", "none")
    return bool(source) and source not in origins_of(request)


def is_visit(request: HTTPConnection) -> bool:
    """Whether somebody goes to this address, for instance by a link, rather than a page fetching it as it fetches pictures."""
    headers = request.headers
    if "sec-fetch-mode" in headers or "sec-fetch-site" in headers:
        return headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
    return "text/html" in headers.get("accept", "text/html")


def is_own(request: HTTPConnection) -> bool:
    """Whether visitors did this themselves, as far as can be told: by typing an address, or on one of our pages."""
    if "sec-fetch-site" in request.headers or source_of(request):
        return not is_foreign(request)
    return is_visit(request)
