"""carreau print: make a deck to print and cut out, at actual size, with its rulebook."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from carreau.cli.command_tools import console, errors, find_game, in_plain_python, read_language
from carreau.cli.picture_tools import check_drawn, check_kind
from carreau.core.game import Game


def print(
    game: str,
    *,
    output: Annotated[Path, Parameter(name=["--output", "-o"])],
    language: Annotated[str | None, Parameter(name=["--language", "--lang"])] = None,
    paper: Literal["a4", "letter"] = "a4",
) -> None:
    """Write a PDF of the whole deck, fronts and backs with cut marks, followed by the rulebook with its pictures.

    Args:
        game: id or folder of a game.
        output: the file to write: .pdf.
        language: en or fr; your system's language if left out.
        paper: a4 or letter.
    """
    check_kind(output, "pdf")
    chosen = read_language(language)
    printed = check_drawn(find_game(game))
    in_plain_python()
    with errors.status(f"Typesetting {printed.name}"):
        write_pdf(printed, chosen, paper, output)
    console.print(f"Printed: {output}", markup=False)


def write_pdf(game: Game, language: str, paper: str, output: Path) -> None:
    import typst

    from carreau.cli.print_tools import typeset

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        document = folder / "deck.typ"
        document.write_text(typeset(game, language, paper, folder), encoding="utf-8")
        typst.compile(str(document), output=str(output))
