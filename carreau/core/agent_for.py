"""The agents' driver for a game: in plain Python, and as machine code, which is kept apart from that of the rules."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from carreau.core.code_folder import OBSERVE, SYMMETRY, cache_folder
from carreau.core.engine import begin, bind, machine_drive, plain_drive, quick
from carreau.core.game import Game
from carreau.core.work import Work

AGENT = Path(__file__).with_name("agent.py")


@cache
def agent_of(game: Game) -> ModuleType:
    """The driver for this game. Each function is plain Python until its machine code is there and takes its place."""
    drive = ModuleType(f"agents of {game.id}")
    vars(drive).update(vars(plain_agent(game)))
    return drive


@cache
def plain_agent(game: Game) -> ModuleType:
    """The same, in plain Python for ever."""
    fields = game.observation_fields
    names = {"OBSERVE": game.observing, "SYMMETRY": game.symmetry, "CHOICES": game.choices, "FIRST_BYTE": game._first_byte}
    length = sum(field.size for field in fields)
    return bind(game, AGENT, DRIVE=plain_drive(game), LENGTH=length, **names)


@cache
def machine_agent(game: Game) -> ModuleType:
    machine_drive(game)  # it says where the code of its functions is kept
    return quick(plain_agent(game), agent_folder(game))


@cache
def agent_folder(game: Game) -> Path:
    """Where its machine code is kept."""
    own = [game.folder / name for name in (OBSERVE, SYMMETRY)]
    return cache_folder(f"{game.id}-agent", game.folder, AGENT, *(file for file in own if file.exists()))


class AgentWork(Work):
    """Work for some functions of the agents' driver; each is called once."""

    def __init__(self, name: str, *entries: str) -> None:
        super().__init__(name)
        self.entries = entries

    def folder(self, game: Game) -> Path:
        return agent_folder(game)

    def load(self, game: Game) -> None:
        made = machine_agent(game)
        entries = [name for name in self.entries if hasattr(made, name)]
        for name in entries:
            CALLS[name](made, game)
        vars(agent_of(game)).update({name: vars(made)[name] for name in entries})


def dealt(game: Game) -> Any:
    """The smallest match, and room for what is listed about it."""
    players, numbers, words = begin(game)
    states = np.zeros(1, game.rules.STATE)
    plain_drive(game).setup_at(states.ctypes.data, players, numbers, words)
    return states, int(plain_drive(game).lowest_acting_at(states.ctypes.data))


def some_action(game: Game, states: Any, seat: int) -> int:
    actions = np.zeros(game.rules.MOST_LEGAL, np.int64)
    plain_drive(game).legal_at(states.ctypes.data, seat, actions.ctypes.data)
    return int(actions[0])


def call_observe(made: ModuleType, game: Game) -> None:
    (states, seat), row = dealt(game), np.zeros(made.LENGTH, np.int16)
    made.observe_at(states.ctypes.data, seat, made.WHOLE, row.ctypes.data)


def call_choices(made: ModuleType, game: Game) -> None:
    (states, seat), mask = dealt(game), np.zeros(made.CHOICES, np.int8)
    made.choices_at(states.ctypes.data, seat, made.WHOLE, mask.ctypes.data)


def call_action(made: ModuleType, game: Game) -> None:
    states, seat = dealt(game)
    choice = made.first_at(states.ctypes.data, seat, some_action(game, states, seat))
    made.action_at(states.ctypes.data, seat, made.WHOLE, choice)


def call_second(made: ModuleType, game: Game) -> None:
    states, seat = dealt(game)
    made.second_at(states.ctypes.data, seat, some_action(game, states, seat))


def call_symmetry(made: ModuleType, game: Game) -> None:
    states, seat = dealt(game)
    made.holds_at(states.ctypes.data, 0)
    made.moved_at(states.ctypes.data, seat, some_action(game, states, seat), 0)
    made.transform_at(states.ctypes.data, 0)


def call_rows(made: ModuleType, game: Game) -> None:
    (states, _), none = dealt(game), np.zeros(0, np.int64)
    observation, moves = np.zeros((0, made.LENGTH), np.int16), np.zeros((0, made.CHOICES), np.int64)
    made.transform_rows(states[:0], none, none, observation, moves)


def call_start(made: ModuleType, game: Game) -> None:
    run_batch(made, game, 0)


def call_step(made: ModuleType, game: Game) -> None:
    run_batch(made, game, 1)


def run_batch(made: ModuleType, game: Game, step: int) -> None:
    """Call one of the functions for a batch: for no match at all."""
    players, numbers, words = begin(game)
    states, number, turns = np.zeros(1, game.rules.STATE), np.zeros(1, np.int64), np.zeros((1, 3), np.int64)
    mask, observation = np.zeros((1, made.CHOICES), np.bool_), np.zeros((1, made.LENGTH), np.int16)
    match = (states, 0, 0, players, numbers, words)
    if step:
        shares, over = np.zeros((1, players)), np.zeros(1, np.bool_)
        made.step_batch(*match, number, number, turns, mask, observation, shares, over, observation)
    else:
        made.start_batch(*match, turns, mask, observation)


def call_choose(made: ModuleType, game: Game) -> None:
    (states, seat), turn = dealt(game), np.zeros(3, np.int64)
    row, mask = np.zeros(made.LENGTH, np.int16), np.zeros(made.CHOICES, np.int8)
    made.begin_at(states.ctypes.data, turn.ctypes.data)
    choice = plain_agent(game).first_at(states.ctypes.data, seat, some_action(game, states, seat))
    turn[0] = seat
    made.choose_at(states.ctypes.data, turn.ctypes.data, choice, row.ctypes.data, mask.ctypes.data)


def call_ahead(made: ModuleType, game: Game) -> None:
    (states, _), turns, none = dealt(game), np.zeros((1, 3), np.int64), np.zeros(0, np.int64)
    observation = np.zeros((0, made.LENGTH), np.int16)
    made.look_ahead(states, 0, 0, turns, none, none, observation, np.zeros(0), np.zeros(0, np.bool_))


def call_mirror(made: ModuleType, game: Game) -> None:
    (states, _), turns, none = dealt(game), np.zeros((1, 3), np.int64), np.zeros(0, np.int64)
    mask, observation = np.zeros((1, made.CHOICES), np.bool_), np.zeros((1, made.LENGTH), np.int16)
    made.mirror_batch(states, 0, 0, none, turns, mask, observation)


def nothing(made: ModuleType, game: Game) -> None:
    pass


CALLS = {
    "observe_at": call_observe,
    "choices_at": call_choices,
    "action_at": call_action,
    "first_at": nothing,
    "second_at": call_second,
    "begin_at": nothing,
    "choose_at": call_choose,
    "holds_at": call_symmetry,
    "transform_at": nothing,
    "moved_at": nothing,
    "transform_rows": call_rows,
    "start_batch": call_start,
    "step_batch": call_step,
    "look_ahead": call_ahead,
    "mirror_batch": call_mirror,
}

AGENTS = AgentWork(
    "AGENTS", "observe_at", "choices_at", "action_at", "first_at", "second_at", "begin_at", "choose_at"
)  # fmt: skip
SYMMETRIES = AgentWork("SYMMETRIES", "holds_at", "transform_at", "moved_at", "transform_rows")
BATCH = AgentWork("BATCH", "start_batch", "step_batch")
LEARNING = AgentWork("LEARNING", "look_ahead", "mirror_batch")
