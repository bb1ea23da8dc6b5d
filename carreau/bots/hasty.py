"""Bots for the time until a game is compiled: they think in plain Python, and answer within a second or two."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random as Chance

import numpy as np

from carreau.bots.bot import Bot
from carreau.bots.levels import OWN_LEVEL, level_of
from carreau.bots.search_for import BOTS, plain_search
from carreau.bots.seen import Seen
from carreau.core.game import Game
from carreau.core.types import Action

MOST_WORLDS = 1000


@dataclass(frozen=True)
class Hasty:
    """A bot that looks one ply ahead, in as many worlds as it has time for.

    Attributes:
        worlds: How many worlds it imagines at most.
        blur: How wrong it may be about an action, as a standard deviation of the share.
        seconds: How long it may think; it imagines at least one world.
    """

    worlds: int = MOST_WORLDS
    blur: float = 0.0
    seconds: float = 1.0

    def choose(self, seen: Seen, legal: Sequence[Action], seed: int) -> Action:
        """Choose an action: see [`Bot`][carreau.Bot]."""
        if len(legal) == 1:
            return legal[0]
        started, values, chance = time.perf_counter(), np.zeros(seen.game.rules.MOST_LEGAL), Chance(seed)
        for world in range(1, self.worlds + 1):
            plain_search(seen.game).greedy_values(seen._states, seen.seat, 1, seed + world - 1, values)
            if (time.perf_counter() - started) / world * (world + 1) > self.seconds:  # there is no time for another
                break
        shares = values / world
        found = {action: share + self.blur * chance.gauss() for action, share in zip(seen._legal(), shares.tolist())}
        return max(legal, key=lambda action: (found[action], chance.random()))


INSTEAD = {1: Hasty(worlds=1, blur=0.1), 2: Hasty(worlds=4, blur=0.055)}  # these are as strong as ever


def bot_at_once(game: Game, level: int) -> Bot:
    """The bot of a level; one that answers at once as long as the game is not compiled."""
    if level == OWN_LEVEL:
        return level_of(level).bot
    BOTS.want(game)
    return level_of(level).bot if BOTS.is_used(game) else INSTEAD.get(level, Hasty())
