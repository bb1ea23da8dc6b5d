"""A reader of pages: what the server answers to somebody with a secret and a language."""

from __future__ import annotations

import html
import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping

from carreau.web.tokens import COOKIE


def fetch(address: str, secret: str = "", language: str = "en") -> tuple[int, str]:
    """The status and the text of a page, as it reads without its marks."""
    return ask(urllib.request.Request(address, headers={"Cookie": f"{COOKIE}={secret}; language={language}"}))


def post(address: str, form: Mapping[str, str]) -> tuple[int, str]:
    """The same for a form that was filled in."""
    origin = "/".join(address.split("/")[:3])
    return ask(urllib.request.Request(address, urllib.parse.urlencode(form).encode(), {"Origin": origin}))


def ask(request: urllib.request.Request) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, plain(answer.read().decode())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, plain(error.read().decode())


def plain(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())
