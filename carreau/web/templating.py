"""Pages from templates, which escape every value."""

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
from carreau.web.urls import root_of, without_secret

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
OLD_BROWSER = "old_browser.js"
SCRIPTS = sorted(file.name for file in STATIC.glob("*.js") if file.name != OLD_BROWSER)


def static(name: str) -> str:
    """The address of a file that browsers may cache forever. All of them change when one file does: scripts import each other."""
    return f"/static/{EDITION}/{name}"


def render_parts(request: Request, template: str, game: Game | None = None, **values: Any) -> Iterator[str]:
    """A page in the visitor's language, part by part."""
    words, root = words_of(language_of(request), game), root_of(request.scope)
    return PAGES.get_template(template).generate(
        say=words.say,
        count=words.count,
        language=words.language,
        root=root,
        static=lambda name: root + static(name),
        scripts=SCRIPTS,
        path=without_secret(request.url.path),
        game=game,
        **values,
    )


def page(request: Request, template: str, game: Game | None = None, status: int = 200, **values: Any) -> HTMLResponse:
    return HTMLResponse("".join(render_parts(request, template, game, **values)), status)


def redirect(request: Request, path: str, status: int = 303, headers: dict[str, str] | None = None) -> RedirectResponse:
    """To another of our own addresses."""
    return RedirectResponse(root_of(request.scope) + path, status, headers)


def sentence(request: Request, text: str, status: int) -> HTMLResponse:
    """A page with one sentence, and a link to the home page."""
    return page(request, "sentence.html", status=status, sentence=text)
