"""A finished match taken apart: what every seat could know before each ply, and what was played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from carreau.bots.seen import Seen
from carreau.core.match import Match
from carreau.core.types import Action, Ply, Seat


@dataclass(frozen=True)
class Moment:
    """A position in a match, and what was played there.

    Attributes:
        ply: How many actions had been played.
        seat: Who acted.
        action: What was played.
        legal: What the seat could have played.
        seen: What each seat could know.
        truth: The whole state: for hindsight and nothing else.
    """

    ply: Ply
    seat: Seat
    action: Action
    legal: tuple[Action, ...]
    seen: Sequence[Seen]
    truth: Any


def moments_of(match: Match) -> list[Moment]:
    """All of them, in order."""
    then = match.at(0)
    found = []
    for seat, action in match.history:
        legal = tuple(then.actions(seat)) if seat >= 0 else (action,)
        truth = np.array([then.state])
        found.append(Moment(then.ply, seat, action, legal, views_of(then), truth))
        then._put(seat, action)
    return found


def views_of(match: Match) -> list[Seen]:
    """What each seat may know now."""
    return [Seen.of(match, seat) for seat in range(match.players)]
