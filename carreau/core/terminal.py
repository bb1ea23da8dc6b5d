"""The table in a terminal, in rich's markup: what the texts of all games share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from carreau.core.seats import acts


def styled(text: str, style: str) -> str:
    return f"[bold {style}]{text}[/]"


def turn_mark(s: Any, seat: int) -> str:
    """The mark in front of a seat: whether it may act."""
    return "[bold]>[/]" if acts(s, seat) else " "


def grid_text(
    rows: Sequence[int], columns: Sequence[int], names: Callable[[int], str], width: int, cell: Callable[[int, int], str]
) -> list[str]:
    """Rows and columns with their names; `cell(row, column)` is `width` letters wide."""
    head = "[dim]    " + "".join(f"{names(column):^{width}}" for column in columns).rstrip() + "[/]"
    return [head, *(f"[dim]{row + 1:>3}[/] " + "".join(cell(row, column) for column in columns) for row in rows)]
