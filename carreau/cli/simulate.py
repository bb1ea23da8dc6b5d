"""carreau simulate: many matches between random players."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Annotated, Any

from cyclopts import Parameter
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from carreau.bots.reaction import Reaction
from carreau.cli.command_tools import console, errors, prepare, print_json, read_pairs, seed_number
from carreau.core.errors import BadOption
from carreau.games import load

MOST_MATCHES = 100_000_000
SLOWEST = 3600.0


def simulate(
    game: str,
    *,
    players: int | None = None,
    games: int = 10_000,
    option: Annotated[list[str] | None, Parameter(negative=())] = None,
    reaction: Annotated[list[str] | None, Parameter(negative=())] = None,
    seed: str | None = None,
    json: bool = False,
) -> None:
    """Play many matches at random on all cores and report how they went.

    Where several players act at once, a reaction model decides who sees what, and when.

    Parameters
    ----------
    game: id or folder of a game.
    players: how many take part.
    games: how many matches.
    option: an option of the game as name=value; may be given several times.
    reaction: how a player reacts in real time, as skill=2 for all or 0:skill=2 for one seat; may be given several times.
    seed: of the first match; the next ones follow it.
    json: print JSON.
    """
    from carreau.lab.simulate import simulate as run

    if not 1 <= games <= MOST_MATCHES:
        raise BadOption(f"The number of games goes from 1 to {MOST_MATCHES}, not {games}.")
    chosen = load(game)
    options = read_pairs(option)
    players = chosen.read_players(players, options)
    chosen.read_options(options, players)
    reactions = read_reactions(reaction or [], players)
    prepare(chosen, "simulation")
    columns = (TextColumn("Simulating"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("", total=games)
        result = run(chosen, players, games, options, seed_number(seed), lambda done: bar.advance(task, done), reactions)
    if json:
        print_json(result.as_json())
    else:
        show(chosen.name, result)


def read_reactions(words: list[str], players: int) -> list[Reaction]:
    """One Reaction per seat, from words such as skill=2 or 0:skill=2."""
    reactions = [Reaction()] * players
    names = [part.name for part in fields(Reaction)]
    for word in words:
        seat, colon, rest = word.rpartition(":")
        name, _, value = rest.partition("=")
        seats = [int(seat)] if seat.isascii() and seat.isdigit() and len(seat) < 3 else [] if colon else list(range(players))
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if name not in names or not 0 <= number <= SLOWEST or not seats or max(seats) >= players:
            raise BadOption(f"A reaction is written {names[0]}=number or SEAT:{names[0]}=number, with one of {', '.join(names)}.")
        for k in seats:
            reactions[k] = replace(reactions[k], **{name: number})
    return reactions


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
    """Shares as per cent, other numbers plainly; lists and tables of them one behind the other."""
    if isinstance(value, dict):
        return ", ".join(f"{key}: {shown(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(shown(part) for part in value)
    return f"{value:.2f}" if type(value) is float else str(value)
