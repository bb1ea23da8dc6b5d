"""Every seat's chance to win, and what a decision changes about it, from quick matches played to their very end.

Nothing is cut short and nothing estimated by rules of thumb: the value of a position is the mean result of the quick policy.
So what decisions add up to is right in the mean, whoever plays: see docs/review/formulae.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from carreau.bots.seen import Seen
from carreau.core.game import Game
from carreau.core.types import Action, Options
from carreau.review.worlds_for import worlds_for

DEALS = 20_000  # from which everybody's chance before the deal is counted
NO_ACTION = -1
Shares = tuple[float, ...]  # by seat


@dataclass(frozen=True)
class Chances:
    """What quick matches say about a position.

    Attributes:
        before: Every seat's chance.
        gain: What the action that was played changes about it.
        errors: The standard errors of the gains.
    """

    before: Shares
    gain: Shares
    errors: Shares


def chances(seen: Seen, action: Action | None, playouts: int, seed: int) -> Chances:
    """In worlds that the seat cannot tell apart: with its action, and in the same worlds with the quick policy's own choice."""
    sums = np.zeros((8, 4))
    given = NO_ACTION if action is None else action
    worlds_for(seen.game).compare(seen._states, seen.seat, given, playouts, seed, sums)
    rows = (sums[: seen.players] / playouts).tolist()
    errors = tuple(math.sqrt(max(0.0, square - gain * gain) / playouts) for _, _, gain, square in rows)
    return Chances(tuple(row[0] for row in rows), tuple(row[2] for row in rows), errors)


def start_of(game: Game, players: int, options: Options, deals: int = DEALS) -> Shares:
    """Every seat's chance before the cards are dealt."""
    sums = np.zeros((players, 2))
    numbers = np.array(game._option_numbers(options), np.int64)
    worlds_for(game).deal(0, deals, players, numbers, sums)
    return tuple((sums[:, 0] / deals).tolist())
