"""carreau replay: a recorded match again."""

from __future__ import annotations

from pathlib import Path

import carreau
from carreau.cli.command_tools import console, load_record, prepare, print_json
from carreau.games import load


def replay(file: Path, *, ply: int | None = None, seat: int | None = None, moves: bool = False, json: bool = False) -> None:
    """Replay a record and show the table at its end, or after some moves.

    Parameters
    ----------
    file: a record, as `carreau play --record` writes it.
    ply: how many moves to replay; all of them if not given.
    seat: show only what this seat may know.
    moves: list the moves too.
    json: print what is known as JSON.
    """
    record = load_record(file)
    prepare(load(record["game"]))
    match = carreau.replay(record, ply)
    if json:
        print_json(match.reveal() if seat is None else match.view(seat))
        return
    if moves:
        for number, (who, name) in enumerate(record["actions"][: match.ply], 1):
            console.print(f"{number:>4}. seat {who}: {name}", markup=False)
    console.print(match.text(seat))
    if match.outcome:
        console.print(f"\n[bold]{match.outcome['text']}[/]")
