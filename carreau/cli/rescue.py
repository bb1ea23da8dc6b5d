"""carreau rescue: save what can be saved of a damaged log of matches."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from carreau.cli.command_tools import console, print_json
from carreau.core.errors import BadOption

if TYPE_CHECKING:
    from carreau.store.rescue import Saved

NOT_ALL = 1  # the exit code when something is lost


def rescue(*, data: Path | None = None, to: Path | None = None, json: bool = False) -> None:
    """Save every match that can be read in a damaged data folder into a new file; exit code 1 if anything is lost.

    The damaged files are only read. Stop the server first: anything it writes meanwhile may be missing.

    Args:
        data: the folder where matches are kept; your data folder if left out.
        to: the new file; carreau-rescued.db in the same folder if left out.
        json: print JSON.
    """
    from carreau.store.address import is_database
    from carreau.store.folder import data_folder
    from carreau.store.rescue import rescue as save

    if is_database(data):
        raise BadOption("Only a file of matches can be rescued: a damaged database is repaired with PostgreSQL's own tools.")
    file = (data or data_folder()) / "carreau.db"
    if not file.is_file():
        raise BadOption(f"There are no matches in {file.parent}: choose a folder with --data.")
    target = to or file.with_name("carreau-rescued.db")
    saved = save(file, target)
    if json:
        print_json({
            "file": str(target), "whole": saved.whole, "parts": saved.parts, "lost": saved.lost, "entries": saved.entries,
            "entries_lost": saved.entries_lost, "pages_unreadable": saved.pages, "sealed": saved.sealed,
        })  # fmt: skip
    else:
        for line in told(saved, file, target):
            console.print(line, markup=False, soft_wrap=True)
    if not saved.complete:
        sys.exit(NOT_ALL)


def told(saved: Saved, file: Path, target: Path) -> list[str]:
    lines = [
        f"{number(saved.matches, 'match', 'matches')} with {number(saved.entries, 'entry', 'entries')} saved in {target}: "
        f"{saved.whole} whole, {len(saved.parts)} in part; {len(saved.lost)} lost."
    ]
    lines += [
        f"{id}: the first {number(kept, 'entry', 'entries')} saved; then one is missing." for id, kept in saved.parts.items()
    ]
    lines += [f"{id}: lost; it has entries, but its setup cannot be read." for id in saved.lost]
    if saved.pages:
        lines.append(
            f"{number(saved.pages, 'page', 'pages')} of the file cannot be read: matches with nothing left are not "
            "counted, and the last entries of others may be missing."
        )
    if saved.sealed:
        lines.append(
            f"{number(saved.sealed, 'match', 'matches')} cannot be opened with {key_of(file)}: the key is missing or wrong, or "
            "what it sealed is damaged. They are saved as they are; put the right key back from a copy of the folder."
        )
    return [*lines, f"{file} is unchanged. {to_play_on(file, target)}"]


def to_play_on(file: Path, target: Path) -> str:
    """What is left to do. In another folder, matches were sealed again with that folder's key."""
    from carreau.store.rescue import is_beside

    away = f"To play on, move {file.name} and the files {file.name}-* next to it away"
    if is_beside(file, target) or not key_of(file).exists():
        return f"{away}, and rename the new one to {file.name}; {key_of(file).name} stays where it is."
    return (
        f"{away}, and {key_of(file).name} too; then put the new one there as {file.name}, together with {key_of(target)}, "
        "which it is sealed with."
    )


def key_of(file: Path) -> Path:
    from carreau.store.seal import KEY_FILE

    return file.with_name(KEY_FILE)


def number(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"
