"""What every rule says about some positions; run in this process, or in one without a compiler."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import numpy as np

import carreau
from carreau.core.game import Game
from carreau.core.state import CLOCK, GENERATOR, SPECTATOR
from carreau.proof.case import choose


def positions(game: Game, players: int, options: dict[str, Any], seed: int, count: int) -> Any:
    """States spread over a random match."""
    chooser = random.Random(seed)
    match = game.new(players, seed, **options)
    states = [match.states.copy()]
    while not match.over:
        seat, action = choose(match, chooser)
        match.play(action, seat)
        states.append(match.states.copy())
    chosen = states if len(states) <= count else [states[i * (len(states) - 1) // (count - 1)] for i in range(count)]
    return np.concatenate(chosen)


def acting_seats(state: Any) -> list[int]:
    return [seat for seat in range(state.players) if state.acting >> seat & 1]


def may_act(game: Game, state: Any) -> list[int]:
    """The acting seats, and the clock where the game has one."""
    return [*acting_seats(state), CLOCK] if game.clock and not state.over else acting_seats(state)


def legal(game: Game, state: Any, seat: int) -> list[int]:
    states = np.array([state], game.rules.STATE)
    actions = np.zeros(game.rules.MOST_LEGAL, np.int64)
    count = game.drive.legal_at(states.ctypes.data, seat, actions.ctypes.data)
    return [int(action) for action in actions[:count]]


def view(game: Game, state: Any, seat: int) -> Any:
    states = np.array([state, state], game.rules.STATE)
    game.drive.view_at(states.ctypes.data, seat, states[1:].ctypes.data)
    return states[1]


def redeal(game: Game, state: Any, seat: int, seed: int) -> Any:
    states = np.array([state], game.rules.STATE)
    game.drive.redeal_at(states.ctypes.data, seat, seed)
    return states[0]


def played(game: Game, state: Any, seat: int, action: int) -> Any:
    states = np.array([state], game.rules.STATE)
    game.drive.play_at(states.ctypes.data, seat, action)
    return states[0]


def world(state: Any) -> bytes:
    """The state without its generator: two worlds that differ only in future chance are one."""
    copy = state.copy()
    for name in GENERATOR:
        copy[name] = 0
    return bytes(copy.tobytes())


def probe(game: Game, states: Any) -> list[bytes]:
    """The answers of all rules to all positions, as bytes."""
    answers = []
    for number, state in enumerate(states):
        for seat in [*range(state.players), SPECTATOR]:
            answers.append(view(game, state, seat).tobytes())
            answers.append(redeal(game, state, seat, number).tobytes())
        for seat in may_act(game, state):
            actions = legal(game, state, seat)
            answers.append(str(actions).encode())
            answers.append(b"" if not actions else played(game, state, seat, actions[number % len(actions)]).tobytes())
        shares = np.zeros(state.players)
        copy = np.array([state], game.rules.STATE)
        game.drive.returns_at(copy.ctypes.data, shares.ctypes.data)
        answers.append(shares.tobytes())
    return answers


if __name__ == "__main__":
    name, source, target = sys.argv[1:]
    the_game = carreau.load(name)
    raw = np.fromfile(source, np.uint8)
    Path(target).write_bytes(b"".join(probe(the_game, raw.view(the_game.rules.STATE))))
