"""Pages from templates; everything that is written into them is escaped."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse

from carreau.core.game import Game
from carreau.web.language import language_of, words_of
from carreau.web.veil import veiled

FOLDER = Path(__file__).parent
PAGES = Environment(
    loader=FileSystemLoader(FOLDER / "templates"),
    autoescape=select_autoescape(default=True),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


@cache
def static(name: str) -> str:
    """The address of a file that browsers may keep for good."""
    content = (FOLDER / "static" / name).read_bytes()
    return f"/static/{name}?{hashlib.sha256(content).hexdigest()[:10]}"


def page(request: Request, template: str, game: Game | None = None, status: int = 200, **values: Any) -> HTMLResponse:
    """A page in the reader's language."""
    words = words_of(language_of(request), game)
    text = PAGES.get_template(template).render(
        say=words.say,
        count=words.count,
        language=words.language,
        static=static,
        path=veiled(request.url.path),
        game=game,
        **values,
    )
    return HTMLResponse(text, status)


def sentence(request: Request, text: str, status: int) -> HTMLResponse:
    """A page with one clear sentence and the way home."""
    return page(request, "sentence.html", status=status, sentence=text)
