"""What laying a card would bring: tokens and lines that score. Only for drawings; the rules decide."""

from __future__ import annotations

from typing import Any

from ..rules.cards import ALL_FACES, KIND, NO_SYMBOL, Face
from ..rules.grid import SIDE, at
from ..rules.places import EMPTY

SCORING = 5  # cards in a line (M13)

Table = dict[int, Face]


def faces_on(s: Any) -> Table:
    kinds = KIND[s.deck].tolist()
    return {cell: ALL_FACES[kinds[card]] for cell, card in enumerate(s.table) if card != EMPTY}


def beside(cell: int) -> list[list[int]]:
    """The cells west and east of a cell, and those north and south of it."""
    row, column = divmod(cell, SIDE)
    return [[at(row, column - 1), at(row, column + 1)], [at(row - 1, column), at(row + 1, column)]]


def tokens(s: Any, table: Table, seat: int, cell: int) -> int:
    """M10: one for each neighbour beyond the first, as far as the others have any."""
    touched = sum(near in table for pair in beside(cell) for near in pair)
    others = sum(int(s.tokens[k]) for k in range(s.players) if k != seat)
    return min(touched - 1, others)


def lines(s: Any, table: Table, face: Face, cell: int) -> list[int]:
    """The row and the column that would score (M13)."""
    row, column = divmod(cell, SIDE)
    found = [(row, [at(row, i) for i in range(SIDE)]), (SIDE + column, [at(i, column) for i in range(SIDE)])]
    return [
        line
        for (line, cells), near in zip(found, beside(cell))
        if is_full(s, table, cells, cell) and any(close(s, face, table[other]) for other in near if other in table)
    ]


def is_full(s: Any, table: Table, cells: list[int], cell: int) -> bool:
    held = [other in table or other == cell for other in cells]
    pieces = sum(here and not held[i - 1] for i, here in enumerate(held))
    return sum(held) >= SCORING and bool(s.gaps or pieces == 1)


def close(s: Any, face: Face, other: Face) -> bool:
    """M13: two features in common; to have no symbol is one only by choice (M3)."""
    same = [feature == its for feature, its in zip(face, other)]
    return sum(same) - (same[2] and face[2] == NO_SYMBOL and not s.blank) >= 2
