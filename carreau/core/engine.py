"""From a game's folder to compiled code: the generic driver is run once per game."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np

from carreau.core.game import Game
from carreau.core.machine import DRIVE, FOLDER, home_of, machine
from carreau.core.seed import read_seed, seed_words


def load_drive(game: Game) -> ModuleType:
    """The generic driver for this game, as machine code; as plain Python under NUMBA_DISABLE_JIT=1."""
    return quick(plain_drive(game))


@cache
def plain_drive(game: Game) -> ModuleType:
    """The same in plain Python."""
    return bind(game, DRIVE, code_folder(game))


def quick(module: ModuleType) -> ModuleType:
    return module if numba.config.DISABLE_JIT else machine(module)


def bind(game: Game, source: Path, folder: Path, **names: Any) -> ModuleType:
    """Run a generic source file as a separate module with this game's rules among its names, in plain Python.

    This way its twin is compiled at full speed for every game, and found again in that game's cache folder.
    """
    spec = importlib.util.spec_from_file_location(f"carreau.{source.stem}:{game.id}", source)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where Numba looks for it when it reads its cache
    module.__dict__.update({"GAME": game, "RULES": game.rules, "TALLY": game.tally, FOLDER: folder, **names})
    spec.loader.exec_module(module)
    return module


def code_folder(game: Game) -> Path:
    return home_of(game.folder)


def is_ready(game: Game, work: str = "match") -> bool:
    """Whether a match (or a simulation) can begin without compiling."""
    return (code_folder(game) / work).exists()


def make_ready(game: Game, work: str = "match") -> None:
    """Compile what a match (or a simulation) needs."""
    players = game.read_players(None)
    numbers = np.array(game._option_numbers(game.read_options({}, players)), np.int64)
    words = np.array(seed_words(read_seed(0)), np.int64)
    if work == "match":
        play_a_little(game, players, numbers, words)
    else:
        game._drive.random_matches(0, 0, players, numbers, words, np.zeros(1), np.zeros((0, 1)))
    (code_folder(game) / work).touch()


def play_a_little(game: Game, players: int, numbers: Any, words: Any) -> None:
    drive = game._drive
    states = np.zeros(2, game.rules.STATE)
    actions = np.zeros(game.rules.MOST_LEGAL, np.int64)
    shares = np.zeros(players)
    address, copy = states.ctypes.data, states[1:].ctypes.data
    drive.setup_at(address, players, numbers, words)
    seat = drive.lowest_acting_at(address)
    drive.legal_at(address, seat, actions.ctypes.data)
    drive.view_at(address, seat, copy)
    drive.play_at(address, seat, actions[0])
    drive.returns_at(address, shares.ctypes.data)


def in_real_time(game: Game, players: int, options: Mapping[str, Any]) -> bool:
    """Whether several seats act at once and time counts. It asks the plain rules, so nothing has to be compiled."""
    if game.realtime is None:
        return False
    states = np.zeros(1, game.rules.STATE)
    numbers = np.array(game._option_numbers(game.read_options(options, players)), np.int64)
    game.rules.setup(states[0], players, numbers, np.array(seed_words(read_seed(1)), np.int64))
    return bool(game.realtime.timers(states[0]))
