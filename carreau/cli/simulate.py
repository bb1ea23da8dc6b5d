"""carreau simulate: play many matches between random players or bots, and report how they went."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Annotated, Any

from cyclopts import Parameter
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from carreau.bots.levels import Level
from carreau.bots.reaction import Reaction
from carreau.cli.command_tools import (
    console,
    errors,
    find_bot,
    find_game,
    how_often,
    prepare,
    print_json,
    read_pairs,
    seed_number,
)
from carreau.core.errors import BadOption

MOST_MATCHES = 100_000_000
SLOWEST = 3600.0


def simulate(
    game: str,
    *,
    players: int | None = None,
    games: int | None = None,
    bots: str | None = None,
    option: Annotated[list[str] | None, Parameter(negative=())] = None,
    reaction: Annotated[list[str] | None, Parameter(negative=())] = None,
    seed: str | None = None,
    json: bool = False,
) -> None:
    """Play many matches, at random or between bots, on all cores, and report how they went.

    Where several players act at once, a reaction model decides who sees what, and when.

    Args:
        game: id or folder of a game.
        players: how many take part.
        games: how many matches; 10,000 at random or 100 between bots if left out.
        bots: one for all or one per seat, separated by commas: 1 to 5, random, greedy, flat:N, ismcts:N, or your module:Name.
        option: an option of the game as name=value; may be given several times.
        reaction: how a player reacts in real time, as skill=2 for all or 0:skill=2 for one seat; may be given several times.
        seed: the seed of the first match; the next matches count on from it.
        json: print JSON.
    """
    from carreau.bots.search_for import BOTS
    from carreau.core.behind import BEHIND
    from carreau.core.engine import MATCH, SIMULATION
    from carreau.lab.simulate import simulate as run

    if games is None:
        games = 100 if bots else 10_000
    if not 1 <= games <= MOST_MATCHES:
        raise BadOption(f"The number of games must be from 1 to {MOST_MATCHES}, not {games}.")
    chosen = find_game(game)
    options = read_pairs(option)
    players = chosen.read_players(players, options)
    chosen.read_options(options, players)
    entrants = read_entrants(bots, players)
    reactions = read_reactions(reaction or [], [one.reaction for one in entrants] or [Reaction()] * players)
    if bots:
        prepare(chosen, MATCH, BOTS, SIMULATION)
    columns = (TextColumn("Simulating"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task, told = bar.add_task("", total=games), False

        def advance(done: int) -> None:
            nonlocal told
            bar.advance(task, done)
            if BEHIND.current and not told:
                told = True
                sign = f"Compiling {chosen.name} for this machine ({how_often(chosen)}); meanwhile it is played in plain Python."
                errors.print(sign, markup=False, soft_wrap=True)

        result = run(
            chosen, players, games, options, seed_number(seed), advance, reactions, [one.bot for one in entrants]
        )  # fmt: skip
    if json:
        print_json(result.as_json())
    else:
        show(chosen.name, result)


def read_entrants(bots: str | None, players: int) -> list[Level]:
    """One bot per seat; none if they play at random."""
    entrants = [find_bot(name) for name in bots.split(",")] if bots else []
    if len(entrants) == 1:
        entrants *= players
    if entrants and len(entrants) != players:
        raise BadOption(f"Name one bot for all seats, or {players} separated by commas, not {len(entrants)}.")
    return entrants


def read_reactions(words: list[str], reactions: list[Reaction]) -> list[Reaction]:
    """One Reaction per seat, changed by words such as skill=2 or 0:skill=2."""
    players = len(reactions)
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
    """Shares as percentages, other numbers as they are; lists and tables on one line."""
    if isinstance(value, dict):
        return ", ".join(f"{key}: {shown(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(shown(part) for part in value)
    return f"{value:.2f}" if type(value) is float else str(value)
