"""carreau load: measure how much load the web table can take on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from carreau.cli.command_tools import console, errors, prepare, print_json
from carreau.cli.proof_tools import find_proofs
from carreau.core.errors import BadOption
from carreau.core.option import whole

if TYPE_CHECKING:
    from proofs.load.measure import Run, Step
    from proofs.load.people import Cost
    from proofs.tools.postgres_server import PostgresServer

MOST_TABLES, MOST_SEATS, MOST_SECONDS, MOST_WORKERS = 5000, 4, 3600, 64
HEADINGS = ("tables", "server", "asked/s", "moves/s", "p50 ms", "p99 ms", "p99.9", "CPU ms", "sent B", "kB/table")
COSTS = ("form", "tables", "moves", "p50 ms", "p99 ms", "CPU ms/move", "idle µs/s", "kB/table", "tables/core")
QUICKEST_PACE, SLOWEST_PACE = 1, 60  # seconds


def load(
    *, tables: str = "50,100,200,500,1000", seats: int = 2, seconds: float = 5, form: str = "plain",
    workers: int = 1, postgres: bool = False, peer: str = "", pace: float = 0, plot: Path | None = None, json: bool = False
) -> None:  # fmt: skip
    """Play at many tables of a quick game at once, over real sockets and with a real log, and measure.

    Args:
        tables: how many at once, separated by commas.
        seats: players at every table, each with their own connection.
        seconds: how long everybody plays; this is done three times for every number of tables, with a peer seven times.
        form: what everybody is sent: plain (for programs), or a drawing for a phone or a wide screen.
        workers: how many processes serve the tables.
        postgres: keep matches in a PostgreSQL server that is started for this, instead of in a folder.
        peer: measure this other server in the same minutes: boardgame.io, for two seats. It needs Node.
        pace: measure what tables cost at people's pace instead: so many seconds between two moves of a table, plain and wide.
        plot: draw moves per second and milliseconds to this SVG file.
        json: print JSON.
    """
    find_proofs()
    from carreau.web.routes.websocket import FORMS
    from proofs.load.boardgame_io.server import NAME, SEATS

    counts = [whole(word.strip()) or 0 for word in tables.split(",")]
    if not all(1 <= count <= MOST_TABLES for count in counts):
        raise BadOption(f"Numbers of tables must be from 1 to {MOST_TABLES}, separated by commas.")
    if not 2 <= seats <= MOST_SEATS or not 0.5 <= seconds <= MOST_SECONDS:
        raise BadOption(f"There must be 2 to {MOST_SEATS} seats, playing for 0.5 to {MOST_SECONDS} seconds.")
    if form not in FORMS:
        raise BadOption(f"The forms are {', '.join(FORMS)}.")
    if peer and (peer != NAME or seats != SEATS):
        raise BadOption(f"The only peer is {NAME}, and it is measured with {SEATS} seats.")
    if pace and not QUICKEST_PACE <= pace <= SLOWEST_PACE:
        raise BadOption(f"The pace must be from {QUICKEST_PACE} to {SLOWEST_PACE} seconds.")
    if pace:
        show_costs(measure_costs(counts, seats, seconds, pace), json)
        return
    if not 1 <= workers <= MOST_WORKERS:
        raise BadOption(f"The number of workers must be from 1 to {MOST_WORKERS}.")
    with database() if postgres else nullcontext() as kept:
        steps = measure(counts, seats, seconds, form, bool(peer), workers, kept)
    if plot is not None:
        from proofs.load.chart import load_chart

        plot.write_text(load_chart(steps), encoding="utf-8")
    if json:
        print_json([step.as_json() for step in steps])
    else:
        show(steps)


@contextmanager
def database() -> Iterator[PostgresServer]:
    from proofs.tools.postgres_server import PostgresServer

    with closing(PostgresServer()) as server:
        yield server


def measure(
    counts: Sequence[int], seats: int, seconds: float, form: str, with_peer: bool, workers: int, kept: PostgresServer | None
) -> list[Step]:  # fmt: skip
    from carreau.bots.search_for import BOTS
    from carreau.core.engine import MATCH
    from proofs.load.contender import own_runs
    from proofs.load.measure import grow
    from proofs.tools.plans import quick

    prepare(quick(seats), MATCH, BOTS)
    with progress() as say:
        runs = own_runs(seats, form, workers, kept) + (runs_of_peer(form, say) if with_peer else [])
        return grow(counts, seats, seconds, runs, say)


def measure_costs(counts: Sequence[int], seats: int, seconds: float, pace: float) -> list[Cost]:
    from carreau.bots.search_for import BOTS
    from carreau.core.engine import MATCH
    from proofs.load.people import costs
    from proofs.tools.plans import quick

    prepare(quick(seats), MATCH, BOTS)
    with progress() as say:
        return costs(counts, seats, seconds, pace, ("plain", "wide"), say)


def runs_of_peer(form: str, say: Callable[[str], None]) -> list[Run]:
    """None if it cannot be run here; a sentence says why."""
    from proofs.load.boardgame_io.packages import Missing, find_packages
    from proofs.load.boardgame_io.server import peer_runs

    try:
        find_packages(say)
    except Missing as reason:
        errors.print(str(reason))
        return []
    return peer_runs(form)


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """What is being done: one line that changes, or one after another if nobody watches."""
    if errors.is_terminal:
        with errors.status("") as sign:
            yield lambda what: sign.update(f"{what} …")
    else:
        yield lambda what: errors.print(f"{what} …")


def show(steps: Sequence[Step]) -> None:
    shown = Table(*HEADINGS, box=None, pad_edge=False, collapse_padding=True)  # fits 80 columns
    for step in steps:
        asked = f"{step.asked:.0f}" if step.asked else "most"
        shown.add_row(
            f"{step.tables:,}", step.server, asked, f"{step.rate:,.0f}", *map(milliseconds, (step.p50, step.p99, step.p999)),
            f"{step.processor:.2f}", f"{step.sent:.0f}", f"{step.table_kb:.0f}",
        )  # fmt: skip
    console.print(shown)
    compare([step for step in steps if not step.asked])


def milliseconds(number: float) -> str:
    return f"{number:.1f}" if number < 1000 else f"{number:,.0f}"


def compare(fast: Sequence[Step]) -> None:
    """Our moves a second as a part of each other server's."""
    for ours in (step for step in fast if step.server == "carreau"):
        for other in (step for step in fast if step.tables == ours.tables and step is not ours):
            whose = "the bare server's" if other.server == "bare" else f"{other.server}'s"
            console.print(f"{ours.tables:,} tables: {ours.rate / max(other.rate, 1e-9):.2f} of {whose} moves a second")


def show_costs(costs: Sequence[Cost], json: bool) -> None:
    if json:
        print_json([cost.as_json() for cost in costs])
        return
    shown = Table(*COSTS, box=None, pad_edge=False, collapse_padding=True)
    for cost in costs:
        shown.add_row(
            cost.form, f"{cost.tables:,}", f"{cost.moves:,}", *map(milliseconds, (cost.p50, cost.p99)), f"{cost.move_ms:.2f}",
            f"{cost.idle_us:.1f}", f"{cost.table_kb:.0f}", f"{cost.tables_per_core:,.0f}",
        )  # fmt: skip
    console.print(shown)
