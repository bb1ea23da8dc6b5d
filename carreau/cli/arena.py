"""carreau arena: let a bot play all of the house's bots on fixed deals, and rate it in a report that anyone can check."""

from __future__ import annotations

import json as json_format
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from carreau.cli.command_tools import console, errors, find_bot, find_game, prepare, print_json, read_pairs
from carreau.core.errors import BadOption

MOST_DEALS = 10_000
LARGEST_REPORT = 500_000_000


def arena(
    game: str | None = None,
    *,
    bot: str | None = None,
    program: str | None = None,
    name: str | None = None,
    deals: int = 50,
    option: Annotated[list[str] | None, Parameter(negative=())] = None,
    report: Path | None = None,
    check: Path | None = None,
    json: bool = False,
) -> None:
    """Let a bot play all of the house's bots on fixed deals, from both seats, and rate it.

    Args:
        game: id or folder of a game.
        bot: your bot as module:Name, or as file.py:Name; or any bot by its name.
        program: a command that starts your bot instead: it reads and writes lines of JSON.
        name: what to call it in the report.
        deals: how many deals; each is played twice against each bot of the house.
        option: an option of the game as name=value; may be given several times.
        report: write everything to this file, for others to check.
        check: play a report again instead; with --bot or --program, the entrant's moves too.
        json: print the report without its matches as JSON.
    """
    from carreau.bots.search_for import BOTS
    from carreau.core.engine import MATCH
    from carreau.lab import arena as lab

    entrant = find_entrant(bot, program)
    try:
        if check is not None:
            found = read_report(check)
            prepare(lab.game_of(found), MATCH, BOTS)
            with Bar("Checking", len(found.get("matches", ()))) as advance:
                lab.check(found, advance, entrant)
            done = "and the entrant's" if entrant else "not the entrant's, whose bot was not given"
            console.print(f"Everything in this report was played again and is true: deals, results, the house's moves, {done}.")
        elif game is None or entrant is None:
            raise BadOption("Say which game and which bot: carreau arena GAME --bot MODULE:NAME.")
        else:
            if not 1 <= deals <= MOST_DEALS:
                raise BadOption(f"The number of deals must be from 1 to {MOST_DEALS}, not {deals}.")
            chosen, options = find_game(game), read_pairs(option)
            prepare(chosen, MATCH, BOTS)
            with Bar("Playing", 2 * deals * len(lab.HOUSE)) as advance:
                found = lab.enter(chosen, options or lab.in_turns(chosen), name or bot or str(program), entrant, deals, advance)
    finally:
        if program is not None and entrant is not None:
            entrant.close()
    if report is not None:
        report.write_text(json_format.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    if json:
        print_json({key: value for key, value in found.items() if key != "matches"})
    else:
        show(found)


def find_entrant(bot: str | None, program: str | None) -> Any:
    if program is not None:
        from carreau.bots.program import Program

        return Program(program)
    if bot is None:
        return None
    file, _, name = bot.partition(".py:")
    if name:
        import sys

        sys.path.insert(0, str(Path(file).resolve().parent))
        bot = f"{Path(file).name}:{name}"
    return find_bot(bot).bot


def read_report(file: Path) -> dict[str, Any]:
    if file.stat().st_size > LARGEST_REPORT:
        raise BadOption(f"{file.name} is too large to be a report.")
    try:
        found = json_format.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise BadOption(f"{file.name} is not a report: {error}.") from error
    if not isinstance(found, dict):
        raise BadOption(f"{file.name} is not a report.")
    return found


class Bar:
    """A bar; what it gives is called with how many more matches are done."""

    def __init__(self, word: str, total: int) -> None:
        columns = (TextColumn(word), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self.bar = Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal)
        self.task = self.bar.add_task("", total=total)

    def __enter__(self) -> Any:
        self.bar.start()
        return lambda many: self.bar.advance(self.task, many)

    def __exit__(self, *details: object) -> None:
        self.bar.stop()


def show(report: dict[str, Any]) -> None:
    table = Table(f"{report['entrant']} against", "share of wins", "95 % interval", box=None, header_style="bold")
    for one in report["results"]:
        table.add_row(one["opponent"], f"{one['share']:.1%}", f"{one['low']:.1%} to {one['high']:.1%}")
    console.print(table)
    console.print()
    if rating := report["rating"]:
        console.print(f"[bold]Elo {rating['elo']:.0f}[/] ({rating['low']:.0f} to {rating['high']:.0f}); greedy has 1000.")
    else:
        console.print("The house's bots have no ratings with these options.")
    console.print(f"Digest: {report['digest']}")
