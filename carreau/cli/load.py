"""carreau load: measure how much load the web table can take on this machine."""

from __future__ import annotations

from pathlib import Path

from rich.table import Table

from carreau.cli.command_tools import console, errors, prepare, print_json
from carreau.cli.proof_tools import find_proofs
from carreau.core.errors import BadOption
from carreau.core.option import whole

MOST_TABLES, MOST_SEATS, MOST_SECONDS = 5000, 4, 3600
HEADINGS = ("tables", "server", "asked/s", "moves/s", "p50 ms", "p99 ms", "p99.9", "CPU ms", "sent B", "kB/table")


def load(
    *, tables: str = "50,100,200,500,1000", seats: int = 2, seconds: float = 5, form: str = "plain",
    plot: Path | None = None, json: bool = False
) -> None:  # fmt: skip
    """Play at many tables of a quick game at once, over real sockets and with a real log, and measure.

    Args:
        tables: how many at once, separated by commas.
        seats: players at every table, each with their own connection.
        seconds: how long everybody plays; this is done three times for every number of tables.
        form: what everybody is sent: plain (for programs), or a drawing for a phone or a wide screen.
        plot: draw moves per second and milliseconds to this SVG file.
        json: print JSON.
    """
    find_proofs()
    from carreau.web.routes.websocket import FORMS
    from proofs.load.measure import grow
    from proofs.tools.plans import quick

    counts = [whole(word.strip()) or 0 for word in tables.split(",")]
    if not all(1 <= count <= MOST_TABLES for count in counts):
        raise BadOption(f"Numbers of tables must be from 1 to {MOST_TABLES}, separated by commas.")
    if not 2 <= seats <= MOST_SEATS or not 0.5 <= seconds <= MOST_SECONDS:
        raise BadOption(f"There must be 2 to {MOST_SEATS} seats, playing for 0.5 to {MOST_SECONDS} seconds.")
    if form not in FORMS:
        raise BadOption(f"The forms are {', '.join(FORMS)}.")
    from carreau.bots.search_for import BOTS
    from carreau.core.engine import MATCH

    prepare(quick(seats), MATCH, BOTS)
    if errors.is_terminal:
        with errors.status("") as sign:
            steps = grow(counts, seats, seconds, lambda what: sign.update(f"{what} …"), form)
    else:
        steps = grow(counts, seats, seconds, lambda what: errors.print(f"{what} …"), form)
    if plot is not None:
        from proofs.load.chart import load_chart

        plot.write_text(load_chart(steps), encoding="utf-8")
    if json:
        print_json([step.as_json() for step in steps])
        return
    shown = Table(*HEADINGS, box=None, pad_edge=False, collapse_padding=True)  # fits 80 columns
    for step in steps:
        asked = f"{step.asked:.0f}" if step.asked else "most"
        shown.add_row(
            f"{step.tables:,}", step.server, asked, f"{step.rate:,.0f}", f"{step.p50:.1f}", f"{step.p99:.1f}",
            f"{step.p999:.1f}", f"{step.processor:.2f}", f"{step.sent:.0f}", f"{step.table_kb:.0f}",
        )  # fmt: skip
    console.print(shown)
    for ours, bare in zip(steps[::3], steps[1::3]):
        console.print(f"{ours.tables:,} tables: {ours.rate / max(bare.rate, 1e-9):.2f} of the bare server's moves a second")
