"""carreau bench: measure how fast the engine is on this machine."""

from __future__ import annotations

from typing import Any, Literal

from rich.markup import escape
from rich.table import Table

from carreau.cli.command_tools import console, errors, print_json


def bench(
    *parts: Literal["common", "environments", "programs", "bots", "lab", "start"], peers: bool = False, json: bool = False
) -> None:
    """Measure the engine on this machine: games inside it, steps from Python, batches, bots, experiments, and the time to start.

    Args:
        parts: what to measure: common (the game that other libraries have too), environments (for agents that learn),
            programs, bots, lab or start; everything if left out.
        peers: measure OpenSpiel, Pgx and PettingZoo too (pip install "carreau[peers]").
        json: print JSON.
    """
    from carreau.lab.bench import PARTS
    from carreau.lab.bench import bench as run

    with errors.status("Measuring") as status:
        figures = run(peers, lambda what: status.update(f"Measuring: {what}"), parts or PARTS)
    if json:
        print_json(figures)
    else:
        show(figures)


def show(figures: dict[str, Any]) -> None:
    if "common" in figures:
        show_common(figures)
    if "environments" in figures:
        show_environments(figures["environments"])
    for title in ("ratios", "programs", "bots", "lab"):
        if title in figures:
            console.print(f"\n[bold]{title.capitalize()}[/]")
            rows = Table(box=None, show_header=False)
            for name, value in figures[title].items():
                rows.add_row(name, number(value))
            console.print(rows)
    if "start" in figures:
        show_start(figures["start"], figures["before"])


def show_environments(figures: dict[str, dict[str, Any]] | str) -> None:
    console.print("\n[bold]Environments[/]")
    rows = Table(box=None, show_header=False)
    for title, found in {"": {"": figures}}.items() if isinstance(figures, str) else figures.items():
        for name, value in found.items():
            rows.add_row(title, name, number(value))
    console.print(rows)


def show_start(now: dict[str, float], before: dict[str, str]) -> None:
    """With what each figure was in an earlier version, where that is known."""
    from carreau.lab.peers.version_0_2_0 import VERSION

    table = Table("with an empty cache", "seconds", f"in {VERSION}", box=None, header_style="bold")
    for name, value in now.items():
        table.add_row(name, number(value), before.get(name, ""))
    console.print()
    console.print(table)


def show_common(figures: dict[str, Any]) -> None:
    table = Table(f"{figures['game']} at random", "games/s inside, one core", "steps/s from Python", "batched steps/s, all cores",
                  box=None, header_style="bold")  # fmt: skip
    for name, one in figures["common"].items():
        if isinstance(one, str):
            table.add_row(name, escape(one))
        else:
            table.add_row(name, *(number(one.get(kind)) for kind in ("inside", "stepped", "batched")))
    console.print(table)


def number(value: float | str | None) -> str:
    if value is None:
        return "-"
    return value if isinstance(value, str) else f"{value:,.0f}" if value >= 1000 else f"{value:.2f}"
