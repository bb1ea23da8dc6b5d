"""Addresses as visitors see them: the household may stand behind a prefix, beside other households at the same host."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urlsplit

from starlette.requests import HTTPConnection
from starlette.types import Scope

from carreau.web.cookies import cookie_of
from carreau.web.tokens import COOKIE, LONGEST

DIRECT = "carreau.direct"  # in a request's scope: our origin for who comes past the proxy
SCHEMES = {"ws": "http", "wss": "https"}


def root_of(scope: Scope) -> str:
    """What comes before every address of ours: nothing, or a prefix such as /games."""
    return str(scope.get("app_root_path", scope.get("root_path", "")))


def path_in(scope: Scope) -> str:
    """The address that is asked for, without the prefix."""
    return str(scope["path"]).removeprefix(root_of(scope))


def origins_of(asking: HTTPConnection) -> set[str]:
    """Where our own pages come from, as browsers write it."""
    scheme = str(asking.scope["scheme"])
    public = f"{SCHEMES.get(scheme, scheme)}://{asking.headers.get('host', '')}".lower()
    return {public, asking.scope.get(DIRECT, public)}


def source_of(asking: HTTPConnection) -> str:
    """Where the page comes from that asks, if it says so."""
    found = split(asking.headers.get("origin") or asking.headers.get("referer") or "")
    return f"{found.scheme}://{found.netloc}".lower() if found.scheme else ""


def split(url: str) -> SplitResult:
    """The parts of an address; none of what is no address."""
    try:
        return urlsplit(url)
    except ValueError:
        return SplitResult("", "", "", "", "")


def same_origin(asking: HTTPConnection) -> bool:
    """Whether a request comes from one of our own pages."""
    return asking.headers.get("origin", "").lower() in origins_of(asking)


def cookie_name(asking: HTTPConnection) -> str:
    """The cookie of a player's secret. Browsers send cookies to all ports of a host: each household has a name of its own.

    Over https browsers see to it that nobody else can set a cookie with this beginning: no page over http, and where we have
    the host to ourselves, no neighbouring host either.
    """
    _, _, port = asking.headers.get("host", "").rpartition(":")
    words = [COOKIE, port if port.isdigit() else "", *root_of(asking.scope).split("/")]
    firm = "" if not is_secure(asking) else "__Secure-" if root_of(asking.scope) else "__Host-"
    return firm + re.sub(r"[^\w-]", "-", "-".join(filter(None, words)))


def is_secure(asking: HTTPConnection) -> bool:
    return str(asking.scope["scheme"]) in ("https", "wss")


def secret_of(asking: HTTPConnection) -> str:
    """A player's secret as it was sent: known here or not."""
    secret = cookie_of(asking, cookie_name(asking)) or ("" if is_secure(asking) else cookie_of(asking, COOKIE))
    return secret if len(secret) <= LONGEST else ""
