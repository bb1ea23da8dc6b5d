"""Taking back a move: allowed as long as it revealed nothing."""

from __future__ import annotations

import time
from typing import Any

from carreau.core.engine import MATCH
from carreau.core.game import Game
from carreau.core.state import copied

WORLDS = 256  # that are tried; what only a rarer world would show is next to nothing
PATIENCE = 0.05  # seconds in which plain Python has to try them all; machine code takes a thousandth


def reveals(game: Game, before: Any, seat: int, action: int) -> bool:
    """Whether a seat learns something from its own action, played in the state `before`.

    The action is played in other worlds that the seat could not tell from the true one. If it sees the same in all of them, it
    has learnt nothing. As long as the game is not compiled, that may take too long to find out: then it counts as revealing.
    """
    compiled, end = MATCH.is_used(game), time.perf_counter() + PATIENCE
    drive, states = game._drive, copied(before, 3)  # the true world, a place for others, what the seat sees
    truth = states.ctypes.data
    world, seen = truth + states.itemsize, truth + 2 * states.itemsize
    drive.play_at(world, seat, action)
    drive.view_at(world, seat, seen)
    if compiled:
        return bool(drive.differs_at(truth, seat, action, 1, WORLDS))
    for number in range(1, WORLDS + 1):
        if drive.differs_at(truth, seat, action, number, number) or time.perf_counter() > end:
            return True
    return False
