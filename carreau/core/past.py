"""What a match remembers of its past: its last states, and one for each table that a late action may have been meant for."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from carreau.core.game import Game
from carreau.core.state import State
from carreau.core.types import Action, Ply, Seat

RECENT = 32  # plies, in real time: what was meant for an older one comes too late
A_FEW = 16  # plies, where turns are taken


class Past:
    """Past states, as bytes that nobody can change."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.recent: deque[bytes] = deque(maxlen=RECENT if game.realtime else A_FEW)  # the last is that before the last action
        self.grounds: dict[Any, tuple[int, bytes]] = {}  # in real time: the first ply and state of each

    def keep(self, states: Any) -> None:
        """An action is about to be played."""
        state = states.tobytes()
        self.recent.append(state)
        if self.game.realtime is not None:
            ground = self.game.realtime.ground(states[0])
            if ground not in self.grounds:
                self.grounds[ground] = int(states[0]["ply"]), state

    def back(self, plies: int) -> State | None:
        """The state this many plies ago; None if it is not remembered."""
        return self.read(self.recent[-plies]) if self.reaches(plies) else None

    def reaches(self, plies: int) -> bool:
        """Whether the state this many plies ago is remembered."""
        return 0 < plies <= len(self.recent)

    def copy_back(self, plies: int) -> Any:
        """A copy of the state this many plies ago, as an array that can be played on."""
        return np.frombuffer(bytearray(self.recent[-plies]), self.game.rules.STATE)

    def tables(self) -> Iterator[State]:
        """One state for each table so far, the newest first."""
        return (self.read(state) for _, state in reversed(self.grounds.values()))

    def until(self, plies: int, ply: int) -> Past:
        """What was remembered back then, at a ply."""
        earlier = Past(self.game)
        earlier.recent.extend(islice(self.recent, len(self.recent) - plies))
        earlier.grounds = {ground: kept for ground, kept in self.grounds.items() if kept[0] < ply}
        return earlier

    def read(self, state: bytes) -> State:
        found: State = np.frombuffer(state, self.game.rules.STATE)[0]
        return found

    # what comes after its moment

    def is_stale(self, now: State, seat: Seat, action: Action, ply: Ply) -> bool:
        """Whether an action was meant for a moment that has passed: any earlier one, unless the game knows better."""
        current = int(now.ply)
        if ply == current or not 0 <= ply < current or self.game.realtime is None:
            return ply != current
        then = self.back(current - ply)
        return then is None or bool(self.game.realtime.stale(then, now, seat, action))

    def is_late(self, now: State, seat: Seat, action: Action, ply: Ply | None, recorded: bool) -> bool:
        """Whether an action that is no longer possible was when its player last looked, and still counts as a mistake."""
        if self.game.realtime is None or ply == int(now.ply) or (ply is None and not recorded):
            return False
        moments = self.tables() if ply is None else [self.back(int(now.ply) - ply)]
        return any(self.game.realtime.late(then, now, seat, action) for then in moments if then is not None)
