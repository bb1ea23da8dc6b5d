"""Taking back a move: allowed as long as it revealed nothing."""

from __future__ import annotations

import time

import numpy as np

from carreau.core.engine import MATCH
from carreau.core.match import Match

WORLDS = 256  # that are tried; what only a rarer world would show is next to nothing
PATIENCE = 0.05  # seconds in which plain Python has to try them all; machine code takes two thousandths


def reveals(before: Match, seat: int, action: int) -> bool:
    """Whether a seat learns something from its own action.

    The action is played in other worlds that the seat could not tell from the true one. If it sees the same in all of them, it
    has learnt nothing. As long as the game is not compiled, that may take too long to find out: then it counts as revealing.
    """
    end = None if MATCH.is_used(before.game) else time.perf_counter() + PATIENCE
    drive, states = before.game._drive, np.zeros(2, before.game.rules.STATE)
    world, seen = states.ctypes.data, states[1:].ctypes.data

    def after() -> bytes:
        """What the seat sees after the action, in the world at `world`."""
        drive.play_at(world, seat, action)
        drive.view_at(world, seat, seen)
        return states[1:].tobytes()

    states[0] = before.state
    truth = after()
    for number in range(1, WORLDS + 1):
        states[0] = before.state
        drive.redeal_at(world, seat, number)
        if after() != truth or (end is not None and time.perf_counter() > end):
            return True
    return False
