"""What the commands that draw share: forms, themes, and files that are pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from carreau.core.errors import BadOption
from carreau.core.extra import need
from carreau.core.game import Game

FormName = Literal["phone", "wide"]
ThemeName = Literal["light", "dark", "strong-light", "strong-dark"]

WIDTHS = {"phone": 720, "wide": 1500}  # of a PNG, in pixels
NEEDED = {"png": {"resvg_py": "resvg"}, "gif": {"resvg_py": "resvg", "PIL": "Pillow"}, "pdf": {"typst": "Typst"}}


def check_kind(file: Path, *kinds: str) -> str:
    """The kind of a file, from its suffix; a clear error if it is none of these, or cannot be written."""
    kind = file.suffix.lower().removeprefix(".")
    if kind not in kinds:
        raise BadOption(f"{file.name} must end in {' or '.join('.' + one for one in kinds)}.")
    if not file.absolute().parent.is_dir():
        raise BadOption(f"There is no folder {file.parent} to write {file.name} to.")
    need(f"Writing a {kind.upper()}", "print", **NEEDED.get(kind, {}))
    return kind


def check_drawn(game: Game) -> Game:
    if not game.has("picture.scene"):
        raise BadOption(f"{game.name} has no pictures: its folder has no picture/scene.py.")
    return game


def write_picture(file: Path, svg: str, width: int) -> None:
    """An SVG, or the same as a PNG."""
    if check_kind(file, "svg", "png") == "svg":
        file.write_text(svg, encoding="utf-8")
    else:
        from carreau.draw.raster import png

        file.write_bytes(png(svg, width))
