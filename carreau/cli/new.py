"""carreau new: a small whole game in a folder of its own, to be changed into yours."""

from __future__ import annotations

from pathlib import Path

from carreau.cli.command_tools import console, print_json
from carreau.new.write import write_game


def new(id: str, *, name: str = "", folder: Path = Path(), json: bool = False) -> None:
    """Write a new game: it runs at once, and you change it into yours.

    Args:
        id: what programs call it: small letters, digits and _.
        name: what people call it; without it, the id.
        folder: where its folder is written.
        json: print what was written as JSON.
    """
    files = write_game(id, folder, name)
    place = folder / id
    shown = str(place) if len(place.parts) > 1 else f"./{id}"
    if json:
        print_json({"id": id, "folder": shown, "files": [file.relative_to(place).as_posix() for file in files]})
        return
    console.print(f"A game in {len(files)} files: {shown}\n", markup=False)
    console.print(f"  carreau check {shown}   whether it keeps every promise", markup=False)
    console.print(f"  carreau play {shown}    play it here", markup=False)
    console.print(f"  carreau serve {shown}   play it in the browser", markup=False)
    console.print("\nBegin with rules.py: change a rule, then check again.", markup=False)
