"""The columns of a table of matches: one row for each match, in the order of deal, table and repeat."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Columns = dict[str, NDArray[Any]]

PER_SEAT = {
    "shares": np.float32, "points": np.int32, "decisions": np.int32, "forced": np.int32, "branching": np.float64,
    "thinking": np.float32,
}  # fmt: skip
PER_MATCH = {
    "first": np.int16, "plies": np.int32, "rounds": np.int32, "lead_changes": np.int32, "lead_taken": np.float32,
    "behind": np.int32, "margin": np.int32, "level": np.int16,
}  # fmt: skip


def numbered(first: int, count: int, tables: int, again: int) -> Columns:
    """Which deal, table and repeat each row is."""
    deals, shape = np.arange(first, first + count, dtype=np.int64), (count, tables, again)
    return {
        "deal": np.broadcast_to(deals[:, None, None], shape).reshape(-1),
        "table": np.broadcast_to(np.arange(tables, dtype=np.int16)[:, None], shape).reshape(-1),
        "again": np.broadcast_to(np.arange(again, dtype=np.int16), shape).reshape(-1),
    }


def noted(notes: Any, players: int) -> Columns:
    """What the watcher has noted, one record for each match."""
    seats = {name: np.ascontiguousarray(notes[name][:, :players]).astype(kind) for name, kind in PER_SEAT.items()}
    return {**seats, **{name: np.ascontiguousarray(notes[name]).astype(kind) for name, kind in PER_MATCH.items()}}


def timed(seconds: Any, columns: Columns) -> Columns:
    """How long matches in simulated time took: there, nobody chooses among what is legal. In turns time is not simulated."""
    choice = np.where(np.isnan(seconds), 0.0, np.nan)[:, None]
    return {
        "seconds": seconds.astype(np.float32),
        "branching": columns["branching"] + choice,
        "thinking": columns["thinking"] + choice.astype(np.float32),
    }


def counted(cards: Any, players: int, kinds: int) -> Columns:
    """Which cards were laid, and which could have been."""
    both = cards.reshape(-1, players, 2, kinds)
    return {"laid": np.ascontiguousarray(both[:, :, 0]), "held": np.ascontiguousarray(both[:, :, 1])}


def unknown(rows: int, players: int) -> Columns:
    """What is found by looking into positions, before anybody has looked."""
    shapes = {"decided": (rows,), "lowest": (rows,), "real": (rows, players), "stake": (rows, players)}
    return {name: np.full(shape, np.nan, np.float32) for name, shape in shapes.items()}
