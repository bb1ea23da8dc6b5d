"""From a game's folder to rules that run: the generic driver is run once per game, in plain Python and as machine code."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from carreau.core.code_folder import DRIVE, FOLDER, home_of
from carreau.core.game import Game
from carreau.core.seed import read_seed, seed_words
from carreau.core.work import Work


@cache
def drive_of(game: Game) -> ModuleType:
    """The generic driver for this game. Each function is plain Python until its machine code is there and takes its place."""
    drive = ModuleType(f"drive of {game.id}")
    vars(drive).update(vars(plain_drive(game)))
    return drive


@cache
def plain_drive(game: Game) -> ModuleType:
    """The same, in plain Python for ever."""
    return bind(game, DRIVE)


@cache
def machine_drive(game: Game) -> ModuleType:
    """The same as machine code: each function is loaded or compiled when it is first called."""
    return quick(plain_drive(game), code_folder(game))


def bind(game: Game, source: Path, **names: Any) -> ModuleType:
    """Run a generic source file as a separate module with this game's rules among its names, in plain Python.

    This way its twin is compiled at full speed for every game, and found again in that game's cache folder.
    """
    spec = importlib.util.spec_from_file_location(f"carreau.{source.stem}:{game.id}", source)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where Numba looks for it when it reads its cache
    module.__dict__.update({"GAME": game, "RULES": game.rules, "TALLY": game.tally, **names})
    spec.loader.exec_module(module)
    return module


def quick(module: ModuleType, folder: Path) -> ModuleType:
    """A bound module as machine code, which is kept in a folder."""
    from carreau.core.machine import machine  # only now: reading Numba takes half a second

    vars(module)[FOLDER] = folder
    return machine(module)


def code_folder(game: Game) -> Path:
    """It is named after the text of the rules, which are read at the same time: they may be edited later."""
    folder = home_of(game.folder)
    assert game.rules
    return folder


# what machine code is made for


class DriveWork(Work):
    """Work for some functions of the driver; `call` calls each of them once."""

    def __init__(self, name: str, call: Callable[[ModuleType, Game], tuple[str, ...]]) -> None:
        super().__init__(name)
        self.call = call

    def folder(self, game: Game) -> Path:
        return code_folder(game)

    def load(self, game: Game) -> None:
        made = machine_drive(game)
        entries = self.call(made, game)
        vars(drive_of(game)).update({name: vars(made)[name] for name in entries})


def begin(game: Game) -> tuple[int, Any, Any]:
    """The smallest match: its players, options and seed as rules take them."""
    players = game.read_players(None)
    numbers = np.array(game._option_numbers(game.read_options({}, players)), np.int64)
    return players, numbers, np.array(seed_words(read_seed(0)), np.int64)


def play_a_little(drive: ModuleType, game: Game) -> tuple[str, ...]:
    players, numbers, words = begin(game)
    states = np.zeros(3, game.rules.STATE)
    actions, shares = np.zeros(game.rules.MOST_LEGAL, np.int64), np.zeros(players)
    address, copy, other = (states[k:].ctypes.data for k in range(3))
    drive.setup_at(address, players, numbers, words)
    seat = drive.lowest_acting_at(address)
    drive.legal_at(address, seat, actions.ctypes.data)
    drive.view_at(address, seat, copy)
    drive.redeal_at(copy, seat, 1)
    states[2] = states[0]
    drive.score_at(other, seat, actions[0])
    drive.play_at(address, seat, actions[0])
    drive.differs_at(address, seat, actions[0], 1, 0)
    drive.returns_at(address, shares.ctypes.data)
    return (
        "setup_at", "lowest_acting_at", "legal_at", "view_at", "redeal_at", "differs_at", "score_at", "play_at", "returns_at",
    )  # fmt: skip


def step_a_little(drive: ModuleType, game: Game) -> tuple[str, ...]:
    players, numbers, _ = begin(game)
    states, actions = np.zeros(1, game.rules.STATE), np.zeros(game.rules.MOST_LEGAL, np.int64)
    drive.deal_at(states.ctypes.data, players, numbers, 1, actions.ctypes.data)
    drive.step_at(states.ctypes.data, int(actions[0]), actions.ctypes.data)
    return "deal_at", "step_at"


def simulate_a_little(drive: ModuleType, game: Game) -> tuple[str, ...]:
    players, numbers, words = begin(game)
    states, actions, totals = np.zeros(1, game.rules.STATE), np.zeros(game.rules.MOST_LEGAL, np.int64), np.zeros(64)
    drive.random_matches(0, 0, players, numbers, words, totals, np.zeros((0, 1)))
    plain, address = plain_drive(game), states.ctypes.data
    plain.setup_at(address, players, numbers, words)
    seat = plain.lowest_acting_at(address)
    plain.legal_at(address, seat, actions.ctypes.data)
    plain.play_at(address, seat, actions[0])
    drive.tally_at(address, seat, int(actions[0]), totals)
    return "random_matches", "tally_at"


MATCH = DriveWork("MATCH", play_a_little)
STEPPER = DriveWork("STEPPER", step_a_little)
SIMULATION = DriveWork("SIMULATION", simulate_a_little)


def in_real_time(game: Game, players: int, options: Mapping[str, Any]) -> bool:
    """Whether several seats act at once and time counts. It asks the plain rules, so nothing has to be compiled."""
    if game.realtime is None:
        return False
    states = np.zeros(1, game.rules.STATE)
    numbers = np.array(game._option_numbers(game.read_options(options, players)), np.int64)
    game.rules.setup(states[0], players, numbers, np.array(seed_words(read_seed(1)), np.int64))
    return bool(game.realtime.timers(states[0]))
