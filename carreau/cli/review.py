"""carreau review: say what was luck and what was skill in a match, and what would have been better."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from carreau.cli.command_tools import console, errors, load_record, prepare, print_json, read_language
from carreau.cli.picture_tools import check_kind
from carreau.core.errors import BadOption
from carreau.core.number import check_count
from carreau.core.record import replay
from carreau.games import load

if TYPE_CHECKING:
    from carreau.core.match import Match
    from carreau.review.budget import Budget
    from carreau.review.result import Review

LONGEST = 86_400.0


def review(
    file: str,
    *,
    html: Path | None = None,
    svg: Path | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    cores: int | None = None,
    seed: int = 0,
    language: Annotated[str | None, Parameter(name=["--language", "--lang"])] = None,
    data: Path | None = None,
    store: str = "",
    json: bool = False,
) -> None:
    """Review a match: what was luck, what was skill, where it turned, and what would have been better.

    Args:
        file: a record, as `carreau play --record` writes it; or the id of a match that `carreau serve` keeps.
        html: write a page with every position to this file; it needs no network.
        svg: write the curve of everybody's chances to this file.
        iterations: how much to think about each move; the same review comes out again for the same number.
        seconds: instead, about how long the review may take; what fits into that is measured, and may differ next time.
        cores: how many cores to use; all of them if left out.
        seed: of what is drawn at random.
        language: en or fr; your system's language if left out.
        data: with an id, the folder where matches are kept; your data folder if left out.
        store: with an id, the database where they are kept, postgresql://user@host/name; CARREAU_STORE if left out.
        json: print JSON.
    """
    from carreau.cli.review_tools import summary
    from carreau.core.engine import MATCH
    from carreau.review.review import review as look_at
    from carreau.review.worlds_for import REVIEW

    for output, kind in ((html, "html"), (svg, "svg")):
        if output is not None:
            check_kind(output, kind)
    language, budget, cores = read_language(language), budget_of(iterations, seconds), cores or os.cpu_count() or 1
    check_count("number of cores", cores)
    match, names, times = find_match(file, store, data, language)
    prepare(match.game, MATCH, REVIEW)
    with progress() as show:
        found = look_at(match, budget, seed, cores, show, times)
    write(found, match, names, language, html, svg)
    if json:
        print_json(found.as_json())
    else:
        summary(found, match, language, names, console)
        for output in (html, svg):
            if output is not None:
                console.print(f"Written: {output}", markup=False)


def budget_of(iterations: int | None, seconds: float | None) -> Budget | None:
    from carreau.review.budget import MOST_ITERATIONS, STANDARD, Budget

    if iterations is not None and seconds is not None:
        raise BadOption("Give --iterations or --seconds, not both.")
    if seconds is not None:
        if not 0 < seconds <= LONGEST:
            raise BadOption(f"The time for a review can be up to {LONGEST:.0f} seconds, not {seconds:g}.")
        return Budget(seconds=seconds)
    if iterations is None:
        return None
    check_count("number of iterations", iterations)
    if iterations > MOST_ITERATIONS:
        raise BadOption(f"The number of iterations can be up to {MOST_ITERATIONS}, not {iterations}.")
    return STANDARD.times(iterations / STANDARD.iterations)


def find_match(name: str, store: str, data: Path | None, language: str) -> tuple[Match, Sequence[str] | None, list[float] | None]:
    """A match from a record or of the web table; from there with its players’ names, and when each ply was played."""
    if Path(name).exists() or Path(name).suffix:
        record = load_record(Path(name))
        load(record["game"])
        return replay(record, load), None, None
    return stored(name, store, data, language)


def stored(id: str, store: str, data: Path | None, language: str) -> tuple[Match, Sequence[str] | None, list[float] | None]:
    from contextlib import closing

    from carreau.store.address import check_filled, chosen_store, open_log
    from carreau.table.text import names_at
    from carreau.web.table_loader import read_log, rebuild

    store = chosen_store(store)
    check_filled(store, data)
    with closing(open_log(store, data)) as log:
        if id not in {kept.id for kept in log.all()}:
            raise BadOption(f"There is no file and no stored match {id[:40]!r}.")
        table = rebuild(*read_log(log, id), 0.0)
    if not table.match.over:
        raise BadOption("This match is not over: what is hidden in it stays hidden until then.")
    return table.match, names_at(table, table.game.words(language)), times_of(table.entries)


def times_of(entries: Sequence[object]) -> list[float]:
    """When each ply was played, without those that were taken back, in seconds since the match began."""
    from carreau.table.entry import PLAY, START, UNDO, Entry

    begun, times = 0.0, list[float]()
    for entry in entries:
        assert isinstance(entry, Entry)
        if entry.kind == START:
            begun = entry.at
        elif entry.kind == PLAY:
            times.append(entry.at - begun)
        elif entry.kind == UNDO:
            times.pop()
    return times


@contextmanager
def progress() -> Iterator[Callable[[float], None]]:
    """Shows how far the review is."""
    columns = (TextColumn("Reviewing"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("", total=1.0)

        def show(share: float) -> None:
            bar.update(task, completed=share)

        yield show


def write(
    found: Review, match: Match, names: Sequence[str] | None, language: str, html: Path | None, svg: Path | None
) -> None:  # fmt: skip
    """The page and the curve, as far as they are asked for."""
    words = match.game.words(language)
    if svg is not None:
        from carreau.review.curve import curve

        svg.write_text(curve(found, names or words.seats(match.players), words, style=True), encoding="utf-8")
    if html is not None:
        from carreau.cli.picture_tools import check_drawn
        from carreau.review.page.page import page

        check_drawn(match.game)
        html.write_text(page(found, match, language, names), encoding="utf-8")
