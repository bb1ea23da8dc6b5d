"""The language of a page: the one that was chosen, or the browser's."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from starlette.requests import HTTPConnection

from carreau.core.game import Game
from carreau.core.words import HERE, LANGUAGES, Words
from carreau.web.cookies import LANGUAGE_COOKIE, read_cookie

FOLDER = Path(__file__).parent


def language_of(request: HTTPConnection) -> str:
    chosen = read_cookie(request, LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return chosen
    wanted = request.headers.get("accept-language", "")
    for part in wanted.split(",")[:20]:
        if (code := part.strip()[:2].lower()) in LANGUAGES:
            return code
    return LANGUAGES[0]


@cache
def words_of(language: str, game: Game | None = None) -> Words:
    """The texts of the pages in a language, and those of a game."""
    folders = [HERE, FOLDER] if game is None else [HERE, FOLDER, game.texts]
    files = [folder / f"{language}.po" for folder in folders]
    return Words(language, *(file for file in files if file.exists()))
