"""carreau puzzle: Quatuor's puzzle of the day, the same for everyone."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

from rich.console import Console

import carreau
from carreau.cli.command_tools import console, prepare, print_json
from carreau.core.errors import BadOption, CarreauError

if TYPE_CHECKING:
    from carreau.core.match import Match

HELP = "A card and a cell: '17 0,1', turned '17t 0,1'; 'take 17'; 'hint'; 'give up'; 'quit' to leave it open."


def read_date(date: str | None) -> datetime.date:
    if date is None:
        return datetime.date.today()
    try:
        return datetime.date.fromisoformat(date)
    except ValueError:
        raise BadOption(f"{date[:20]!r} is not a date: write YYYY-MM-DD, as in 2026-01-31.") from None


def puzzle(*, date: str | None = None, play: bool = True, json: bool = False) -> None:
    """Show Quatuor's puzzle of the day, the same for everyone, and play it here.

    Parameters
    ----------
    date: of another day, as YYYY-MM-DD.
    play: take moves from the keyboard.
    json: print the puzzle as JSON.
    """
    prepare(carreau.load("quatuor"))
    if json:
        print_json(facts(read_date(date)))
    else:
        show_puzzle(date, play, console)


def facts(day: datetime.date) -> dict[str, Any]:
    puzzles = carreau.load("quatuor").part("puzzle")
    cards = puzzles.cards_given(puzzles.puzzle_of(day).state)
    solutions = len(puzzles.squares(cards))
    return {
        "date": day.isoformat(),
        "cards": [card for card in range(cards.bit_length()) if cards >> card & 1],
        "solutions": solutions,
        "grade": puzzles.grade(solutions),
    }


def show_puzzle(date: str | None, play: bool, console: Console) -> Match:
    """The puzzle of a day, played at this keyboard if wanted."""
    puzzles = carreau.load("quatuor").part("puzzle")
    day = read_date(date)
    match: Match = puzzles.puzzle_of(day)
    found = puzzles.squares(puzzles.cards_given(match.state))
    ways = "one solution" if len(found) == 1 else f"{len(found)} solutions"
    console.print(f"[bold]Quatuor, puzzle of {day.isoformat()}[/]: {puzzles.grade(len(found))}, {ways}", highlight=False)
    console.print("Form a square of 3x3 from these nine cards: at every joint four different objects in four different colours.")
    console.print(match.text(0), highlight=False)
    if play:
        console.print(HELP, highlight=False)
        take_turns(match, found, puzzles, console)
    return match


def take_turns(match: Match, found: list[tuple[int, ...]], puzzles: Any, console: Console) -> None:
    """Read and play until the square is formed, given up or left."""
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
            console.print(HELP, highlight=False)
        elif said == "hint":
            console.print("Try: " + match.game.name_action(puzzles.hint(match, found)), highlight=False)
        else:
            answer(match, said, console)
    if match.outcome is not None:
        console.print(match.outcome["text"])


def answer(match: Match, said: str, console: Console) -> None:
    try:
        match.play(said, 0)
    except CarreauError as error:
        console.print(str(error), highlight=False, markup=False)
    else:
        console.print(match.text(0), highlight=False)
