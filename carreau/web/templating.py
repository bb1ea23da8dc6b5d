"""Pages from templates; everything that is written into them is escaped."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse

from carreau.core.game import Game
from carreau.web.language import language_of, words_of
from carreau.web.urls import root_of
from carreau.web.veil import veiled

FOLDER = Path(__file__).parent
PAGES = Environment(
    loader=FileSystemLoader(FOLDER / "templates"),
    autoescape=select_autoescape(default=True),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


STATIC = FOLDER / "static"
EDITION = hashlib.sha256(b"".join(file.read_bytes() for file in sorted(STATIC.iterdir()))).hexdigest()[:10]
SCRIPTS = sorted(file.name for file in STATIC.glob("*.js") if file.name != "old.js")


def static(name: str) -> str:
    """The address of a file that browsers may keep for good: it changes when any of them does, since scripts import others."""
    return f"/static/{EDITION}/{name}"


def pieces(request: Request, template: str, game: Game | None = None, **values: Any) -> Iterator[str]:
    """What a page in the reader's language is put together from."""
    words, root = words_of(language_of(request), game), root_of(request.scope)
    return PAGES.get_template(template).generate(
        say=words.say,
        count=words.count,
        language=words.language,
        root=root,
        static=lambda name: root + static(name),
        scripts=SCRIPTS,
        path=veiled(request.url.path),
        game=game,
        **values,
    )


def page(request: Request, template: str, game: Game | None = None, status: int = 200, **values: Any) -> HTMLResponse:
    return HTMLResponse("".join(pieces(request, template, game, **values)), status)


def redirect(request: Request, path: str, status: int = 303, headers: dict[str, str] | None = None) -> RedirectResponse:
    """On to another of our addresses."""
    return RedirectResponse(root_of(request.scope) + path, status, headers)


def sentence(request: Request, text: str, status: int) -> HTMLResponse:
    """A page with one clear sentence and the way home."""
    return page(request, "sentence.html", status=status, sentence=text)
