"""carreau ladder: let bots play each other on the same deals, and rate them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from carreau.cli.command_tools import console, errors, find_bot, find_game, prepare, print_json, read_pairs, seed_number
from carreau.core.errors import BadOption

MOST_MATCHES = 1_000_000
MOST_BOTS = 20


def ladder(
    game: str,
    *,
    bots: str = "random,greedy,1,2,3,4,5",
    players: int | None = None,
    games: int = 100,
    early: bool = True,
    option: Annotated[list[str] | None, Parameter(negative=())] = None,
    seed: str | None = None,
    plot: Path | None = None,
    json: bool = False,
) -> None:
    """Let every bot play every other on the same deals, each from every seat, and rate them.

    Args:
        game: id or folder of a game.
        bots: random, greedy, flat:N, ismcts:N (N iterations), a level 1 to 5 or your own as module:Name, separated by commas.
        players: how many take part; two bots share the seats in turn.
        games: matches for each pair of bots.
        early: stop a pair as soon as it is decided; --no-early plays all.
        option: an option of the game as name=value; may be given several times.
        seed: the seed of the first deal; the next deals count on from it.
        plot: draw strength against iterations to this SVG file.
        json: print JSON.
    """
    from carreau.lab.ladder import climb, need_ratings

    chosen = find_game(game)
    names = [name.strip() for name in bots.split(",") if name.strip()]
    if not 2 <= len(set(names)) == len(names) <= MOST_BOTS:
        raise BadOption(f"A ladder needs 2 to {MOST_BOTS} different bots, separated by commas.")
    if not 1 <= games <= MOST_MATCHES:
        raise BadOption(f"The number of games must be from 1 to {MOST_MATCHES}, not {games}.")
    entrants = {name: find_bot(name) for name in names}
    options = read_pairs(option)
    count = chosen.read_players(players, options)
    chosen.read_options(options, count)
    if count == 1:
        raise BadOption("A ladder needs more than one player.")
    need_ratings(count)
    from carreau.bots.search_for import BOTS
    from carreau.core.engine import MATCH

    prepare(chosen, MATCH, BOTS)
    columns = (TextColumn("Climbing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("", total=games * len(names) * (len(names) - 1) // 2)
        result = climb(chosen, count, entrants, games, options, seed_number(seed), lambda n: bar.advance(task, n), early)
    if plot is not None:
        from carreau.lab.plot import strength_plot

        plot.write_text(strength_plot(result, chosen.name), encoding="utf-8")
    if json:
        print_json(result.as_json())
    else:
        show(chosen.name, result)


def show(name: str, result: Any) -> None:
    console.print(f"[bold]{name}[/], {result.players} players: {result.matches:,} matches in {result.seconds:,.0f} s\n")
    rating = "Elo" if result.scale == "elo" else "openskill"
    table = Table("bot", rating, "95 % interval", "share of wins", box=None, header_style="bold")
    for one in result.standings:
        digits = 0 if result.scale == "elo" else 1
        table.add_row(one.bot, f"{one.rating:.{digits}f}", f"{one.low:.{digits}f} to {one.high:.{digits}f}", f"{one.share:.1%}")
    console.print(table)
    console.print()
    pairs = Table("bot", "against", "share of wins", "95 % interval", "matches", "", box=None, header_style="bold")
    for pair in result.pairs:
        decided = "decided early" if pair.decided else ""
        pairs.add_row(
            pair.first, pair.second, f"{pair.share:.1%}", f"{pair.low:.1%} to {pair.high:.1%}", str(pair.matches), decided
        )
    console.print(pairs)
