"""Tables for tests, without a network."""

from __future__ import annotations

from typing import Any

import carreau
from carreau.core.game import Game
from carreau.table.entry import Entry
from carreau.table.settings import Chair, make_settings
from carreau.table.table import Table
from tests.some import QUICK


def table(game: str = QUICK.id, *kinds: str, seed: int = 1, now: float = 0.0, clock: int = 0, **options: Any) -> Table:
    chairs = [Chair(kind, 3, "" if kind == "bot" else f"P{i}") for i, kind in enumerate(kinds or ("me", "bot"))]
    chosen = carreau.load(game)
    return Table(make_settings(chosen, chairs, options, clock, seed), chosen, [], now)


def short_table(game: Game, *kinds: str, **more: Any) -> Table:
    """With the options that make a match as short as it gets."""
    options: dict[str, Any] = {**game.short, **more}
    return table(game.id, *kinds, **options)


def do(table: Table, entry: Entry, now: float | None = None) -> Entry:
    table.apply(entry, entry.at if now is None else now)
    return entry


def first_legal(t: Table) -> tuple[int, str]:
    seat = t.match.acting[0]
    return seat, t.match.legal(seat)[0]


def play_on(t: Table, plies: int = 1000, now: float = 1.0) -> None:
    while not t.match.over and plies:
        seat, action = first_legal(t)
        do(t, t.play(seat, action, t.match.ply, now, by_bot=t.is_bot(seat)))
        plies -= 1


def rebuilt(table: Table, now: float = 1000.0) -> Table:
    return Table(table.settings, table.game, list(table.entries), now)


def truth(table: Table) -> tuple[Any, ...]:
    """Everything about a table, except times."""
    return (
        table.match.state.tobytes(), table.match.history, table.chairs, table.away, table.handed_over, table.timed_out,
        table.started, table.next, table.entries, table.clock.spent,
    )  # fmt: skip
