"""Write a new game: a copy of the template with its own id and name."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from carreau.core.errors import CarreauError

TEMPLATE = Path(__file__).parent / "sample"
KINDS = (".py", ".md", ".po", ".toml")
LONGEST_ID = 40  # as games are loaded by name
ID = re.compile(r"[a-z][a-z0-9_]*")


class CannotWrite(CarreauError):
    """A new game cannot be written under this name, or there."""

    code = "cannot-write"


def write_game(id: str, parent: Path, name: str = "") -> list[Path]:
    """Write the game into a new folder of its id in `parent`; the files written."""
    folder = parent / check_id(id)
    if folder.exists():
        raise CannotWrite(f"There is a {id!r} here already: choose another id, or another folder with --folder.")
    if not parent.is_dir():
        raise CannotWrite(f"There is no folder {parent.name!r} to write it into.")
    title = " ".join(name.split()) or id.replace("_", " ").capitalize()
    written = []
    for source in sorted(path for path in TEMPLATE.rglob("*") if path.suffix in KINDS):
        file = folder / source.relative_to(TEMPLATE).as_posix().replace("sample", id)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(renamed(source.read_text(encoding="utf-8"), id, title), encoding="utf-8")
        written.append(file)
    return written


def check_id(id: str) -> str:
    if not ID.fullmatch(id) or len(id) > LONGEST_ID or keyword.iskeyword(id):
        raise CannotWrite(
            f"{id[:LONGEST_ID]!r} cannot be the id of a game: write at most {LONGEST_ID} small letters, digits and _, "
            "a letter first."
        )
    return id


def renamed(text: str, id: str, title: str) -> str:
    """The template's text with another id and name in it."""
    quoted = title.replace("\\", "\\\\").replace('"', '\\"')
    return text.replace('id="sample"', f'id="{id}"').replace('name="Sample"', f'name="{quoted}"').replace("Sample", title)
