"""carreau simulate: many matches between random players."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from carreau.cli.command_tools import console, errors, prepare, print_json, read_pairs, seed_number
from carreau.core.errors import BadOption
from carreau.games import load

MOST_MATCHES = 100_000_000


def simulate(
    game: str,
    *,
    players: int | None = None,
    games: int = 10_000,
    option: Annotated[list[str] | None, Parameter(negative=())] = None,
    seed: str | None = None,
    json: bool = False,
) -> None:
    """Play many matches at random on all cores and report how they went.

    Parameters
    ----------
    game: id or folder of a game.
    players: how many take part.
    games: how many matches.
    option: an option of the game as name=value; may be given several times.
    seed: of the first match; the next ones follow it.
    json: print JSON.
    """
    from carreau.lab.simulate import simulate as run

    if not 1 <= games <= MOST_MATCHES:
        raise BadOption(f"The number of games goes from 1 to {MOST_MATCHES}, not {games}.")
    chosen = load(game)
    options = read_pairs(option)
    chosen.read_options(options, chosen.read_players(players))
    prepare(chosen, "simulation")
    columns = (TextColumn("Simulating"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("", total=games)
        result = run(chosen, players, games, options, seed_number(seed), lambda done: bar.advance(task, done))
    if json:
        print_json(result.as_json())
    else:
        show(chosen.name, result)


def show(name: str, result: Any) -> None:
    rate = f"{result.moves_per_second:,.0f}"
    console.print(
        f"[bold]{name}[/], {result.players} players: {result.matches:,} matches, {result.moves:,} moves, {rate} moves/s"
    )
    console.print(f"length {result.length:.1f} moves on average, from {result.shortest} to {result.longest}\n")
    table = Table("seat", "share of wins", "95 % interval", "points on average", box=None, header_style="bold")
    for one in result.shares:
        table.add_row(str(one.seat), f"{one.share:.2%}", f"{one.low:.2%} to {one.high:.2%}", f"{result.points[one.seat]:.2f}")
    console.print(table)
    if result.report:
        console.print()
        facts = Table(box=None, show_header=False)
        for key, value in result.report.items():
            facts.add_row(key, shown(value))
        console.print(facts)


def shown(value: Any) -> str:
    """Shares as per cent, other numbers plainly, lists and tables of them one behind the other."""
    if isinstance(value, dict):
        return ", ".join(f"{key}: {shown(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(shown(part) for part in value)
    if isinstance(value, float):
        return f"{value:.2%}" if 0 <= value <= 1 else f"{value:.2f}"
    return str(value)
