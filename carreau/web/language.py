"""The language of a page: the one chosen, or the browser's."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from starlette.requests import HTTPConnection

from carreau.core.game import Game
from carreau.core.words import HERE, LANGUAGES, Words
from carreau.web.cookies import cookie_of

COOKIE = "language"
FOLDER = Path(__file__).parent


def language_of(request: HTTPConnection) -> str:
    chosen = cookie_of(request, COOKIE)
    if chosen in LANGUAGES:
        return chosen
    wanted = request.headers.get("accept-language", "")
    for part in wanted.split(",")[:20]:
        if (code := part.strip()[:2].lower()) in LANGUAGES:
            return code
    return LANGUAGES[0]


@cache
def words_of(language: str, game: Game | None = None) -> Words:
    """What pages say: everybody's words, those of the pages and those of a game."""
    folders = [HERE, FOLDER] if game is None else [HERE, FOLDER, game.texts]
    files = [folder / f"{language}.po" for folder in folders]
    return Words(language, *(file for file in files if file.exists()))
