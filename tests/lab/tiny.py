"""A tiny game whose truth is known exactly, played many times at once: for tests of what the lab says of games.

Either seat is dealt a card from 1 to 6. The higher card wins, seat 0 if they are equal; but with the chance `upset` the other
seat does. A match takes four plies and as many more as seat 0's card says, and with a chance of a half two more. At every ply
of its own a seat chooses among as many actions as its card says. So a deal decides most of a match, and matches of one deal
are much alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

CARDS = 6
Columns = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Tiny:
    """The rules."""

    upset: float = 0.1
    more: int = 0  # plies

    def play(self, cards: NDArray[Any], upset: NDArray[Any], longer: NDArray[Any]) -> Columns:
        """The columns of many matches from what chance has decided."""
        zero_wins = (cards[:, 0] >= cards[:, 1]) != upset
        plies = 4 + self.more + cards[:, 0] + 2 * longer
        decisions = np.stack([(plies + 1) // 2, plies // 2], axis=1)
        laid = (cards[:, :, None] == np.arange(1, CARDS + 1)).astype(np.int8)
        none, nobody = np.zeros(len(plies), np.int32), np.zeros((len(plies), 2), np.int32)
        return {
            "first": none.astype(np.int16),
            "rounds": none + 1,
            "forced": nobody + 1,
            "bot": nobody.astype(np.int16),
            "points": cards.astype(np.int32),
            "thinking": (decisions * np.log2(cards)).astype(np.float32),
            "lead_changes": longer.astype(np.int32),
            "lead_taken": np.where(longer, 0.5, 0.25).astype(np.float32),
            "behind": none,
            "margin": np.abs(cards[:, 0] - cards[:, 1]).astype(np.int32),
            "level": (cards[:, 0] == cards[:, 1]).astype(np.int16),
            "shares": np.stack([zero_wins, ~zero_wins], axis=1).astype(np.float32),
            "plies": plies.astype(np.int32),
            "decisions": decisions.astype(np.int32),
            "branching": (decisions * cards).astype(np.float64),
            "laid": laid,
        }

    def outcomes(self) -> Iterator[tuple[float, tuple[int, int], bool, bool]]:
        """Everything that can happen, each with its chance."""
        for zero, one, upset, longer in product(range(1, CARDS + 1), range(1, CARDS + 1), (False, True), (False, True)):
            yield (self.upset if upset else 1 - self.upset) / 2 / CARDS**2, (zero, one), upset, longer

    def every(self) -> tuple[NDArray[np.float64], Columns]:
        """The chances of all outcomes, and their columns."""
        chances, cards, upset, longer = zip(*self.outcomes())
        return np.array(chances), self.play(np.array(cards), np.array(upset), np.array(longer))

    def truth(self, of: Callable[[Columns], NDArray[Any]]) -> float:
        """The mean of something."""
        chances, columns = self.every()
        return float(chances @ of(columns))


def matches(game: Tiny, seed: int, deals: int, again: int, choices: int = 0) -> Columns:
    """So many deals, each played again and again. The same seed gives the same deals, whatever the players choose."""
    deal = np.repeat(np.arange(deals), again)
    cards = np.random.default_rng([seed, 0]).integers(1, CARDS + 1, (deals, 2))[deal]
    chance = np.random.default_rng([seed, 1, choices])
    upset, longer = chance.random(len(deal)) < game.upset, chance.random(len(deal)) < 0.5
    return {
        "deal": deal.astype(np.int64),
        "table": np.zeros(len(deal), np.int16),
        "again": np.tile(np.arange(again, dtype=np.int16), deals),
        **game.play(cards, upset, longer),
    }
