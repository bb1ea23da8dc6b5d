"""carreau puzzle: play a game's puzzle of the day, the same for everyone."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from rich.console import Console

from carreau.cli.command_tools import console, find_game, in_plain_python, print_json
from carreau.core.errors import BadOption, CarreauError
from carreau.core.game import Game
from carreau.games import with_puzzle

if TYPE_CHECKING:
    from carreau.core.match import Match

HELP = "'hint' shows one step, 'quit' leaves the puzzle open."


def puzzle(game: str | None = None, *, date: str | None = None, play: bool = True, json: bool = False) -> None:
    """Show the puzzle of the day, the same for everyone, and play it here.

    Args:
        game: id or folder of a game that has puzzles; the first such game if left out.
        date: the day, as YYYY-MM-DD; today if left out.
        play: enter moves at the keyboard.
        json: print the puzzle as JSON.
    """
    chosen, day = find(game), read_date(date)
    in_plain_python()
    if json:
        print_json(facts(chosen, day))
    else:
        show_puzzle(chosen, day, play, console)


def find(name: str | None) -> Game:
    """The game named, or the first that has puzzles."""
    having = with_puzzle()
    if name is None and not having:
        raise BadOption("None of the games has a puzzle of the day.")
    game = having[0] if name is None else find_game(name)
    if game.puzzle is None:
        others = ", ".join(one.id for one in having) or "none"
        raise BadOption(f"{game.name} has no puzzle of the day; the games that have one: {others}.")
    return game


def read_date(date: str | None) -> datetime.date:
    if date is None:
        return datetime.date.today()
    try:
        return datetime.date.fromisoformat(date)
    except ValueError:
        raise BadOption(f"{date[:20]!r} is not a date: write YYYY-MM-DD, as in 2026-01-31.") from None


def facts(game: Game, day: datetime.date) -> dict[str, Any]:
    assert game.puzzle is not None
    return {"game": game.id, "date": day.isoformat(), **game.puzzle.facts(game.puzzle.puzzle_of(day))}


def show_puzzle(game: Game, day: datetime.date, play: bool, console: Console) -> Match:
    """The puzzle of a day, to look at or to play at this keyboard."""
    assert game.puzzle is not None
    words = game.words("en")
    match: Match = game.puzzle.puzzle_of(day)
    about = game.puzzle.about(match, words)
    console.print(f"[bold]{game.name}, puzzle of {day.isoformat()}[/]: {about}", highlight=False)
    console.print(game.puzzle.task(words), highlight=False)
    console.print(match.text(0), highlight=False)
    if play:
        help = f"{game.puzzle.notation(words)} {HELP}"
        console.print(help, highlight=False)
        take_turns(match, help, console)
    return match


def take_turns(match: Match, help: str, console: Console) -> None:
    """Read and play until the puzzle is solved, given up or left."""
    while not match.over:
        try:
            said = console.input("> ").strip().lower()
        except EOFError:
            return
        if said in ("q", "quit"):
            return
        if not said:
            continue
        if said in ("help", "?"):
            console.print(help, highlight=False)
        elif said == "hint":
            console.print(hinted(match), highlight=False)
        else:
            answer(match, said, console)
    if match.outcome is not None:
        console.print(match.outcome["text"])


def hinted(match: Match) -> str:
    assert match.game.puzzle is not None
    action = match.game.puzzle.hint(match)
    return "There is no hint to give." if action is None else f"Try: {match.game.name_action(action)}"


def answer(match: Match, said: str, console: Console) -> None:
    try:
        match.play(said, 0)
    except CarreauError as error:
        console.print(str(error), highlight=False, markup=False)
    else:
        console.print(match.text(0), highlight=False)
