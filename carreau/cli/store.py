"""carreau store: copy all matches from one store to another, and compare them."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Literal

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from carreau.cli.command_tools import console, errors, print_json


def store(action: Literal["copy"], source: str, target: str, *, data: Path | None = None, json: bool = False) -> None:
    """Copy all matches from one store to another, then compare every one of them. Stop the server first.

    A copy that was interrupted is continued when you run it again. The source stays as it is.

    Args:
        action: copy.
        source: a folder with matches, or a database such as postgresql://user@host/name.
        target: another folder or database; it must hold no other matches.
        data: the folder with the key of a database; your data folder if left out.
        json: print JSON.
    """
    from carreau.store.address import check_filled, open_log, place_of
    from carreau.store.copy import copy

    check_filled(source, data)
    columns = (TextColumn("Copying"), BarColumn(), MofNCompleteColumn())
    bar = Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal)
    with closing(open_log(source, data)) as old, closing(open_log(target, data)) as new, bar:
        task = bar.add_task("copy")
        copied = copy(old, new, lambda done, all: bar.update(task, completed=done, total=all))
    if json:
        print_json({"matches": copied.matches, "entries": copied.entries, "copied_before": copied.before})
        return
    before = f" ({copied.before:,} of them had been copied before)" if copied.before else ""
    console.print(
        f"{copied.matches:,} matches{before} with {copied.entries:,} entries are now in {place_of(target, data)}, "
        f"each the same as in {place_of(source, data)}.",
        markup=False, soft_wrap=True,
    )  # fmt: skip
