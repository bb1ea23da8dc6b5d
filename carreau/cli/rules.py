"""carreau rules: show a game's rulebook."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from carreau.cli.command_tools import console, find_game, in_plain_python, read_language
from carreau.core.example import parts
from carreau.core.game import Game
from carreau.core.leaflet import read_leaflet


def rules(
    game: str, *, language: Annotated[str | None, Parameter(name=["--language", "--lang"])] = None, short: bool = False
) -> None:
    """Show the rulebook of a game, with its pictures as the terminal can draw them.

    Args:
        game: id or folder of a game.
        language: en or fr; your system's language if left out.
        short: just what you need to begin, in two minutes.
    """
    chosen = read_language(language)
    shown = find_game(game)
    in_plain_python()
    leaflet = read_leaflet(shown, chosen) if short else ""
    for name, text in parts(leaflet or shown.rulebook(chosen)):
        if name:
            show_example(shown, name, text)
        else:
            console.print(Markdown(text))


def show_example(game: Game, name: str, caption: str) -> None:
    """The position as text, and beneath it what it shows."""
    example = game.examples[name]
    drawing = Text.from_markup(example.play(game).text(example.seat))
    console.print()
    console.print(Padding(drawing, (0, 0, 0, 4)))
    console.print(Padding(Text(caption, style="italic"), (1, 0, 1, 4)))
