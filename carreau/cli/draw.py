"""carreau draw: draw a moment of a recorded match, or all the cards of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

import carreau
from carreau.cli.command_tools import console, find_game, in_plain_python, load_record, read_language
from carreau.cli.picture_tools import WIDTHS, FormName, ThemeName, check_drawn, check_kind, write_picture
from carreau.core.errors import BadOption
from carreau.games import load


def draw(
    file: Path | None = None,
    *,
    output: Annotated[Path, Parameter(name=["--output", "-o"])],
    ply: int | None = None,
    seat: int | None = None,
    language: Annotated[str | None, Parameter(name=["--language", "--lang"])] = None,
    form: FormName = "wide",
    theme: ThemeName = "light",
    sheet: str | None = None,
) -> None:
    """Draw the table of a recorded match as a seat sees it; or, with --sheet, all the cards of a game.

    Args:
        file: a record, as `carreau play --record` writes it.
        output: the picture to write: .svg or .png.
        ply: after how many moves; after the last if left out.
        seat: whose view to draw; a spectator's if left out.
        language: en or fr; your system's language if left out.
        form: phone (portrait) or wide.
        theme: light, dark, strong-light or strong-dark (high contrast).
        sheet: id or folder of a game, to draw its cards instead of a record.
    """
    check_kind(output, "svg", "png")
    if (file is None) == (sheet is None):
        raise BadOption("Say what to draw: a record file, or --sheet and a game.")
    if sheet is not None:
        in_plain_python()
        draw_sheet(sheet, output, theme)
    else:
        assert file is not None
        record = load_record(file)
        check_drawn(load(record["game"]))
        in_plain_python(len(record["actions"]))
        match = carreau.replay(record, ply)
        write_picture(output, match.svg(seat, read_language(language), form=form, theme=theme), WIDTHS[form])
    console.print(f"Drawn: {output}", markup=False)


def draw_sheet(name: str, output: Path, theme: str) -> None:
    from carreau.draw.sheet import contact_sheet

    game = check_drawn(find_game(name))
    faces = game.faces
    write_picture(output, contact_sheet(game.id, faces.faces(), faces.deck(), faces.RATIO, theme), 1200)
