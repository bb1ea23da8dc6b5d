"""Cookies (a player's secret, their name and language, the last seat link they followed), and the tokens that programs have."""

from __future__ import annotations

import re
from urllib import parse

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from carreau.web.origin import by_program
from carreau.web.tokens import LONGEST
from carreau.web.urls import root_of

PLAYER_COOKIE, NAME_COOKIE, LANGUAGE_COOKIE, SEAT_COOKIE = "player", "name", "language", "seat"
YEAR = 365 * 24 * 3600
BEARER = "bearer "
ESCAPED = re.compile(r"\\([0-3][0-7]{2}|.)")


def read_cookie(request: HTTPConnection, name: str) -> str:
    """The last cookie of this name, or nothing. Python's own parser takes minutes for a long one in quotes."""
    found = ""
    for part in request.headers.get("cookie", "").split(";"):
        key, _, value = part.partition("=")
        if key.strip() == name:
            found = value.strip()
    return unquote(found)


def unquote(value: str) -> str:
    if len(value) < 2 or value[0] != '"' or value[-1] != '"':
        return value
    return ESCAPED.sub(lambda found: chr(int(found[1], 8)) if len(found[1]) == 3 else found[1], value[1:-1])


def set_cookie(
    request: Request, response: Response, name: str, value: str, path: str = "", seconds: int = YEAR
) -> Response:  # fmt: skip
    """A cookie for this server that no script can read; for the addresses under `path`, where one is given."""
    path = root_of(request.scope) + path or "/"
    response.set_cookie(name, value, max_age=seconds, path=path, httponly=True, samesite="lax", secure=is_secure(request))
    return response


def delete_cookie(request: Request, response: Response, name: str, path: str) -> None:
    response.delete_cookie(name, root_of(request.scope) + path, httponly=True, samesite="lax")


def set_player_cookie(request: Request, response: Response, secret: str) -> Response:
    return set_cookie(request, response, player_cookie_name(request), secret)


def set_name_cookie(request: Request, response: Response, name: str) -> Response:
    """A cookie holds ASCII only, and names have accents."""
    return set_cookie(request, response, NAME_COOKIE, parse.quote(name))


def name_of(request: Request) -> str:
    """The name that the visitor last gave, or nothing."""
    return parse.unquote(read_cookie(request, NAME_COOKIE))


def player_cookie_name(request: HTTPConnection) -> str:
    """The name of the cookie with a player's secret. Browsers send cookies to all ports of a host, so port and prefix are in it.

    Over https the name begins in a way that makes browsers accept the cookie from nobody else: not from a page over http,
    and if this server has the host to itself, not from a neighbouring host either.
    """
    _, _, port = request.headers.get("host", "").rpartition(":")
    words = [PLAYER_COOKIE, port if port.isdigit() else "", *root_of(request.scope).split("/")]
    prefix = "" if not is_secure(request) else "__Secure-" if root_of(request.scope) else "__Host-"
    return prefix + re.sub(r"[^\w-]", "-", "-".join(filter(None, words)))


def is_secure(request: HTTPConnection) -> bool:
    return str(request.scope["scheme"]) in ("https", "wss")


def token_of(request: HTTPConnection) -> str:
    """The token that a program brings. No page elsewhere can make a browser send one."""
    given = request.headers.get("authorization", "")
    return given[len(BEARER) :].strip() if given.lower().startswith(BEARER) else ""


def secret_of(request: HTTPConnection) -> str:
    """The player's secret that was sent, whether it is known here or not. A program has a token instead of a cookie."""
    secret = token_of(request)
    if not secret and not by_program(request):
        name = player_cookie_name(request)
        secret = read_cookie(request, name) or ("" if is_secure(request) else read_cookie(request, PLAYER_COOKIE))
    return secret if len(secret) <= LONGEST else ""
