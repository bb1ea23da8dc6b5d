"""What the rules say about a position: nothing here changes it."""

from __future__ import annotations

from typing import Any

import numpy as np

from carreau.core.bits import members
from carreau.core.game import Game
from carreau.core.state import CLOCK, GENERATOR


def acting_seats(state: Any) -> list[int]:
    return members(state.acting)


def may_act(game: Game, state: Any) -> list[int]:
    """The acting seats, and the clock where the game has one."""
    return [*acting_seats(state), CLOCK] if game.clock and not state.over else acting_seats(state)


def legal(game: Game, state: Any, seat: int) -> list[int]:
    states = np.array([state], game.rules.STATE)
    actions = np.zeros(game.rules.MOST_LEGAL, np.int64)
    count = game._drive.legal_at(states.ctypes.data, seat, actions.ctypes.data)
    found: list[int] = actions[:count].tolist()
    return found


def view(game: Game, state: Any, seat: int) -> Any:
    states = np.array([state, state], game.rules.STATE)
    game._drive.view_at(states.ctypes.data, seat, states[1:].ctypes.data)
    return states[1]


def redeal(game: Game, state: Any, seat: int, seed: int) -> Any:
    states = np.array([state], game.rules.STATE)
    game._drive.redeal_at(states.ctypes.data, seat, seed)
    return states[0]


def played(game: Game, state: Any, seat: int, action: int) -> Any:
    states = np.array([state], game.rules.STATE)
    game._drive.play_at(states.ctypes.data, seat, action)
    return states[0]


def shares(game: Game, state: Any) -> list[float]:
    states, found = np.array([state], game.rules.STATE), np.zeros(state.players)
    game._drive.returns_at(states.ctypes.data, found.ctypes.data)
    listed: list[float] = found.tolist()
    return listed


def world(state: Any) -> bytes:
    """The state without its generator: two worlds that differ only in future chance are one."""
    copy = state.copy()
    for name in GENERATOR:
        copy[name] = 0
    return bytes(copy.tobytes())


def difference(one: Any, other: Any) -> str:
    """The first field in which two states differ, with both values; nothing if they are the same."""
    if one.tobytes() == other.tobytes():  # by far the most usual, and the quickest to see
        return ""
    for name in one.dtype.names:
        mine, yours = np.atleast_1d(one[name]), np.atleast_1d(other[name])
        for place in np.argwhere(mine != yours):
            shown = f"[{', '.join(str(part) for part in place)}]" if np.ndim(one[name]) else ""
            return f"{name}{shown} is {mine[tuple(place)]} and {yours[tuple(place)]}"
    return ""
