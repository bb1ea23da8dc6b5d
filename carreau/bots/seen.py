"""What one seat may know of a match: all that a bot is ever given."""

from __future__ import annotations

from typing import Any

import numpy as np

from carreau.core.game import Game
from carreau.core.match import Match


class Seen:
    """A seat's view. Whatever record it is made from is blanked again, so that it cannot hold more."""

    def __init__(self, game: Game, seat: int, record: Any) -> None:
        self.game = game
        self.seat = seat
        self.states = np.zeros(1, game.rules.STATE)
        truth = np.zeros(1, game.rules.STATE)
        truth[0] = record
        game.drive.view_at(truth.ctypes.data, seat, self.states.ctypes.data)

    @classmethod
    def of(cls, match: Match, seat: int) -> Seen:
        return cls(match.game, seat, match.seen(seat))

    @property
    def players(self) -> int:
        return int(self.states[0].players)
