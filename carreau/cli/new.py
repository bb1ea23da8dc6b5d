"""carreau new: write a small, complete game in a new folder, ready to become your own."""

from __future__ import annotations

from pathlib import Path

from carreau.cli.command_tools import console, print_json
from carreau.new.write import write_game


def new(id: str, *, name: str = "", folder: Path = Path(), json: bool = False) -> None:
    """Write a new game that already runs, and change it into your own.

    Args:
        id: what programs call it: lower-case letters, digits and _.
        name: what people call it; the id if left out.
        folder: where to put its folder.
        json: print what was written as JSON.
    """
    files = write_game(id, folder, name)
    place = folder / id
    shown = str(place) if len(place.parts) > 1 else f"./{id}"
    if json:
        print_json({"id": id, "folder": shown, "files": [file.relative_to(place).as_posix() for file in files]})
        return
    console.print(f"A game in {len(files)} files: {shown}\n", markup=False)
    console.print(f"  carreau check {shown}   check that it keeps every promise", markup=False)
    console.print(f"  carreau play {shown}    play it here", markup=False)
    console.print(f"  carreau serve {shown}   play it in the browser", markup=False)
    console.print("\nStart with rules.py: change a rule, then check again.", markup=False)
