"""carreau rules: the rulebook a player reads."""

from __future__ import annotations

import os

from rich.markdown import Markdown

from carreau.cli.command_tools import console
from carreau.core.errors import BadOption
from carreau.games import load

LANGUAGES = ("en", "fr")


def rules(game: str, *, language: str | None = None) -> None:
    """Show the rulebook of a game.

    Parameters
    ----------
    game: id or folder of a game.
    language: en or fr; without it, that of your system.
    """
    chosen = language or system_language()
    if chosen not in LANGUAGES:
        raise BadOption(f"There is no rulebook in {chosen[:20]!r}: the languages are {', '.join(LANGUAGES)}.")
    console.print(Markdown(load(game).rulebook(chosen)))


def system_language() -> str:
    words = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or "en"
    return "fr" if words.startswith("fr") else "en"
