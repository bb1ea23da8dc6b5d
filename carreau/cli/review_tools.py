"""A review in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from carreau.core.match import Match
from carreau.core.words import Words
from carreau.review.page.told import counted, parts, told
from carreau.review.percent import percent, signed
from carreau.review.race import Race
from carreau.review.result import Review


def summary(review: Review, match: Match, language: str, names: Sequence[str] | None, console: Console) -> None:
    """Per player what came from where, then where the match turned."""
    words = match.game.words(language)
    called = list(names or words.seats(match.players))
    outcome = match.outcome_in(language, called)
    console.print(
        f"[bold]{escape(match.game.name)}[/]: {escape(outcome['text'] if outcome else words.say('The match is not finished.'))}"
    )
    if review.race:
        console.print(race_table(review.race, called, words))
        console.print(escape(words.say("Where all play at once, luck and decisions are not told apart.")))
        return
    console.print(players_table(review, called, words))
    for seat, name in enumerate(called):
        console.print(f"{escape(name)}: {escape(counted(review, seat, words))}")
    turning_points(review, match, called, words, console)


def players_table(review: Review, names: Sequence[str], words: Words) -> Table:
    columns = [name for name, _ in parts(review.splits[0], words)] if review.splits else []
    table = Table("", *columns, words.say("lost by moves"), box=None, header_style="bold")
    for name, split in zip(names, review.splits):
        start, *changes, result = [share for _, share in parts(split, words)]
        changed = [signed(share, words) for share in changes]
        table.add_row(escape(name), percent(start, words), *changed, percent(result, words), percent(split.lost, words))
    return table


def turning_points(review: Review, match: Match, names: Sequence[str], words: Words, console: Console) -> None:
    console.print(f"\n[bold]{escape(words.say('Turning points'))}[/]")
    for ply in review.turning_points():
        one = told(match, ply, words, names)
        note = one.verdict or words.say("luck: {share}", share=signed(max(ply.luck, key=abs), words))
        console.print(f"{ply.ply + 1:>4}. {escape(one.who)}: {escape(one.action)} – [bold]{escape(note)}[/]")
        if one.better:
            console.print(f"      {escape(words.say('Better: {action}.', action=one.better))} {escape(one.why)}")


def race_table(race: Race, names: Sequence[str], words: Words) -> Table:
    say = words.say
    head = (say("places seen"), say("seen wrongly"), say("overlooked"), say("seconds to see one"), say("like level"))
    table = Table("", *head, box=None, header_style="bold")
    for name, one in zip(names, race.runners):
        seconds = "–" if one.seconds is None else f"{one.seconds:.1f}"
        level = "–" if one.level is None else str(one.level)
        table.add_row(escape(name), str(one.found), str(one.wrong), str(one.overlooked), seconds, level)
    return table
