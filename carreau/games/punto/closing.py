"""The table as the last card of a round left it. The rules clear it at once; people want to look at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carreau.core.words import Words
from carreau.draw.scene import Scene
from carreau.games.punto import show
from carreau.games.punto.cards import KIND
from carreau.games.punto.picture import picture


def closing(before: Any, after: Any, action: int, seat: int, words: Words, names: Sequence[str], form: str) -> Scene | None:
    """What `seat` sees, from its views before and after the action that ended a round; None if no table was cleared."""
    if before.begun == after.begun:
        return None
    return picture(settled(before, after, action), seat, [], words, names, form)


def settled(before: Any, after: Any, action: int) -> Any:
    """The view between two: the card lies, the round is decided, the next has not begun."""
    s = before.copy()
    kind, cell = divmod(action, show.ASIDE + 1)
    if cell != show.ASIDE:
        lay(s, kind, cell)
    s.phase, s.acting = 0, 0
    s.ended, s.ender, s.winner, s.ended_ply, s.ply = after.ended, after.ender, after.winner, after.ply, after.ply
    s.points[:] = after.points
    for card, place in enumerate(after.where.tolist()):
        if place >= show.SET_ASIDE:
            s.where[card] = place
    return s


def lay(s: Any, kind: int, cell: int) -> None:
    """The acting seat's card of this kind, from before it to the table."""
    held = s.up[int(s.acting).bit_length() - 1]
    slot = next(i for i, card in enumerate(held) if card and KIND[card - 1] == kind)
    card, spot = int(held[slot]), show.spot(cell)
    held[slot] = 0
    s.under[card - 1], s.top[spot] = s.top[spot], card
    row, column = cell // show.SIDE + 1, cell % show.SIDE + 1
    s.north, s.south, s.west, s.east = min(s.north, row), max(s.south, row), min(s.west, column), max(s.east, column)
    s.count, s.last = s.count + 1, cell + 1
