"""carreau replay: replay a recorded match, or every saved match."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

import carreau
from carreau.cli.command_tools import console, errors, in_plain_python, load_record, print_json
from carreau.core.errors import BadOption

if TYPE_CHECKING:
    from carreau.core.match import Match

NOT_ALL = 1  # the exit code when something no longer replays
DAMAGE = (
    "The file in {place} is damaged ({what}): whole matches, and the last entries of those that replay, may be missing. "
    "`carreau rescue` saves what can be saved."
)


def replay(
    file: Path | None = None,
    *,
    ply: int | None = None,
    seat: int | None = None,
    moves: bool = False,
    all: bool = False,
    data: Path | None = None,
    store: str = "",
    json: bool = False,
) -> None:
    """Replay a record and show the table at its end, or after some moves; or replay every match of the web table.

    Args:
        file: a record, as `carreau play --record` writes it.
        ply: how many moves to replay; all of them if left out.
        seat: show only what this seat may know.
        moves: list the moves too.
        all: replay all matches that `carreau serve` keeps, and name those that no longer replay; exit code 1 if there are any.
        data: with --all, the folder where they are kept; your data folder if left out.
        store: with --all, the database where they are kept, postgresql://user@host/name; CARREAU_STORE if left out.
        json: print JSON.
    """
    if all == (file is not None):
        raise BadOption("Name a record to replay, or use --all for every match of the web table.")
    if file is None:
        replay_all(store, data, json)
    else:
        replay_one(file, ply, seat, moves, json)


def replay_one(file: Path, ply: int | None, seat: int | None, moves: bool, json: bool) -> None:
    record = load_record(file)
    in_plain_python(len(record["actions"]))
    match = carreau.replay(record, ply)
    if json:
        print_json(match.reveal() if seat is None else match.view(seat))
        return
    if moves:
        for line in lines(match):
            console.print(line, markup=False)
    console.print(match.text(seat))
    if match.outcome:
        console.print(f"\n[bold]{match.outcome['text']}[/]")


def lines(match: Match) -> Iterator[str]:
    """Every move by its name and in words."""
    then = match.at(0)
    for number, (seat, action) in enumerate(match.history, 1):
        name, said = match.game.name_action(action), then.say_action(action, seat)
        yield f"{number:>4}. seat {seat}: {name}" + (f" ({said})" if said != name else "")
        then._put(seat, action)


def replay_all(store: str, data: Path | None, json: bool) -> None:
    from carreau.store.address import check_filled, chosen_store, open_log, place_of
    from carreau.web.table_loader import Closed, read_log, rebuild, why

    store = chosen_store(store)
    check_filled(store, data)
    closed = []
    columns = (TextColumn("Replaying"), BarColumn(), MofNCompleteColumn())
    bar = Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal)
    with closing(open_log(store, data)) as log, bar:
        damage, matches = log.damage(), list(log.all())
        for kept in bar.track(matches):
            try:
                rebuild(*read_log(log, kept.id), 0.0)
            except Closed as error:
                closed.append({"id": kept.id, "why": why(error)})
    if json:
        print_json({"matches": len(matches), "replayed": len(matches) - len(closed), "closed": closed, "damage": damage})
    else:
        console.print(f"{len(matches) - len(closed)} of {len(matches)} matches {'that can be found ' if damage else ''}replay.")
        for one in closed:
            console.print(f"{one['id']}: {one['why']}", markup=False, soft_wrap=True)
        if damage:
            console.print(
                DAMAGE.format(place=place_of(store, data), what=" ".join(damage[0].split())), markup=False, soft_wrap=True
            )
    if closed or damage:
        sys.exit(NOT_ALL)
