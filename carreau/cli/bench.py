"""carreau bench: how fast this engine is here, beside its peers in the same run."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from carreau.cli.command_tools import console, errors, print_json


def bench(*, peers: bool = False, json: bool = False) -> None:
    """Measure the engine on this machine: games inside it, steps from Python, batches, bots, and the time to start.

    Parameters
    ----------
    peers: measure OpenSpiel, Pgx and PettingZoo too (pip install 'carreau[peers]').
    json: print JSON.
    """
    from carreau.lab.bench import bench as run

    with errors.status("Measuring") as status:
        figures = run(peers, lambda what: status.update(f"Measuring: {what}"))
    if json:
        print_json(figures)
    else:
        show(figures)


def show(figures: dict[str, Any]) -> None:
    table = Table(f"{figures['game']} at random", "games/s inside, one core", "steps/s from Python", "batched steps/s, all cores",
                  box=None, header_style="bold")  # fmt: skip
    for name, one in figures["common"].items():
        if isinstance(one, str):
            table.add_row(name, one)
        else:
            table.add_row(name, *(number(one.get(kind)) for kind in ("inside", "stepped", "batched")))
    console.print(table)
    for title in ("ratios", "programs", "bots", "start"):
        if title in figures:
            console.print(f"\n[bold]{title.capitalize()}[/]")
            rows = Table(box=None, show_header=False)
            for name, value in figures[title].items():
                rows.add_row(name, number(value))
            console.print(rows)


def number(value: float | str | None) -> str:
    if value is None:
        return "-"
    return value if isinstance(value, str) else f"{value:,.0f}" if value >= 1000 else f"{value:.2f}"
