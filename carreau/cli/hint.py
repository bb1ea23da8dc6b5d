"""carreau hint: name the best moves in a position, as far as the player can know."""

from __future__ import annotations

from pathlib import Path

from rich.markup import escape
from rich.table import Table

import carreau
from carreau.cli.command_tools import console, load_record, prepare, print_json
from carreau.core.errors import BadOption, IllegalAction
from carreau.games import load

LONGEST = 600.0


def hint(
    file: Path,
    *,
    ply: int | None = None,
    seat: int | None = None,
    seconds: float = 2.0,
    count: int = 5,
    json: bool = False,
) -> None:
    """Estimate the moves in a position, using only what the seat may know.

    Args:
        file: a record of a match, finished or not.
        ply: the position after this many actions; the last one if left out.
        seat: whose moves; those of the seat that may act if left out.
        seconds: how long to think.
        count: how many moves to show.
        json: print JSON.
    """
    from carreau.bots.bot import MOST_ITERATIONS, Ismcts
    from carreau.bots.search_for import BOTS
    from carreau.bots.seen import Seen
    from carreau.core.engine import MATCH

    if not 0 < seconds <= LONGEST:
        raise BadOption(f"The time to think can be up to {LONGEST:.0f} seconds, not {seconds:g}.")
    if count < 1:
        raise BadOption(f"The number of moves to show must be 1 or more, not {count}.")
    data = load_record(file)
    prepare(load(data["game"]), MATCH, BOTS)
    match = carreau.replay(data)
    if ply is not None:
        if not 0 <= ply <= match.ply:
            raise BadOption(f"The match has {match.ply} actions: --ply must be from 0 to {match.ply}, not {ply}.")
        match = match.at(ply)
    if not match.acting:
        raise IllegalAction("The match is over at that point: choose an earlier position with --ply.")
    if match.in_real_time:
        raise BadOption("When everybody plays at once against the clock, there is no time for hints.")
    if seat is None:
        seat = match.acting[0]
    legal = match.actions(seat)
    if not legal:
        raise IllegalAction(f"Seat {seat} cannot act there.")
    thinker = Ismcts(MOST_ITERATIONS, seconds=seconds, cores=2)
    with console.status(f"Thinking for {seconds:g} seconds …"):
        found = thinker.estimate(Seen.of(match, seat), legal, match.ply)
    found.sort(key=lambda one: -one.weight)
    names = [match.game.name_action(one.action) for one in found[:count]]
    if json:
        rows = [
            {"action": name, "share": one.share, "iterations": int(one.weight)} for name, one in zip(names, found, strict=False)
        ]
        print_json({"game": match.game.id, "ply": match.ply, "seat": seat, "moves": rows})
        return
    table = Table("move", "share of the win", "iterations", "in words", box=None, header_style="bold")
    for name, one in zip(names, found, strict=False):
        table.add_row(name, f"{one.share:.1%}", f"{int(one.weight):,}", escape(match.say_action(one.action, seat)))
    console.print(f"After {match.ply} actions, seat {seat}:")
    console.print(table)
