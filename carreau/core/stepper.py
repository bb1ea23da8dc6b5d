"""A match driven by numbers alone, as fast as Python can: no record is kept and nothing is checked."""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np

from carreau.core.game import Game


class Stepper:
    """For agents that step matches millions of times and only ever choose from `legal()`."""

    def __init__(self, game: Game, players: int | None = None, **options: Any) -> None:
        self.players = game.read_players(players, options)
        self.numbers = np.array(game.option_numbers(game.read_options(options, self.players)), np.int64)
        self.states = np.zeros(1, game.rules.STATE)
        self.address: int = self.states.ctypes.data
        self.actions = array("q", bytes(8 * game.rules.MOST_LEGAL))
        self.out = self.actions.buffer_info()[0]
        self.count = 0  # of legal actions
        self.over = True
        self.drive = game.drive
        self.step = game.drive.step_at

    def deal(self, seed: int) -> None:
        """Begin a new match, from a seed of up to 63 bits."""
        self.count = self.drive.deal_at(self.address, self.players, self.numbers, seed, self.out)
        self.over = False

    @property
    def seat(self) -> int:
        """The lowest seat that may act."""
        seat: int = self.drive.lowest_acting_at(self.address)
        return seat

    def legal(self) -> list[int]:
        """The actions of `seat`; none when the match is over."""
        return self.actions[: self.count].tolist()

    def play(self, action: int) -> None:
        """Play for `seat`."""
        self.count = count = self.step(self.address, action, self.out)
        self.over = not count

    @property
    def returns(self) -> tuple[float, ...]:
        shares = np.zeros(self.players)
        self.drive.returns_at(self.address, shares.ctypes.data)
        return tuple(shares.tolist())
