"""Tables for tests, without a network."""

from __future__ import annotations

from typing import Any

import carreau
from carreau.table.entry import Entry
from carreau.table.settings import Chair, make_settings
from carreau.table.table import Table


def table(game: str = "punto", *kinds: str, seed: int = 1, now: float = 0.0, clock: int = 0, **options: Any) -> Table:
    chairs = [Chair(kind, 3, "" if kind == "bot" else f"P{i}") for i, kind in enumerate(kinds or ("me", "bot"))]
    chosen = carreau.load(game)
    return Table(make_settings(chosen, chairs, options, clock, seed), chosen, [], now)


def do(table: Table, entry: Entry, now: float | None = None) -> Entry:
    table.apply(entry, entry.at if now is None else now)
    return entry


def rebuilt(table: Table, now: float = 1000.0) -> Table:
    return Table(table.settings, table.game, list(table.entries), now)


def truth(table: Table) -> tuple[Any, ...]:
    """All that a table is, apart from moments."""
    return (
        table.match.state.tobytes(), table.match.history, table.chairs, table.away, table.lent, table.lost, table.started,
        table.next, table.entries, table.clock.spent,
    )  # fmt: skip
