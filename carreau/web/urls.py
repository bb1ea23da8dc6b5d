"""Addresses as visitors see them: the server may share its host with others, each behind a prefix of its own."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urlsplit

from starlette.types import Scope

SECRET = re.compile(r"(/seat|%2Fseat)(/|%2F)[^\s\"']*", re.IGNORECASE)


def root_of(scope: Scope) -> str:
    """The prefix of all our addresses: nothing, or something like /games."""
    return str(scope.get("app_root_path", scope.get("root_path", "")))


def path_in(scope: Scope) -> str:
    """The path that was asked for, without the prefix."""
    return str(scope["path"]).removeprefix(root_of(scope))


def split(url: str) -> SplitResult:
    """The parts of a URL; all empty if it is none."""
    try:
        return urlsplit(url)
    except ValueError:
        return SplitResult("", "", "", "", "")


def without_secret(url: str) -> str:
    """An address as pages and logs may show it: without the secret of a seat's link."""
    return SECRET.sub(r"\1", url)
