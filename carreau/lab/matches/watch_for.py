"""The watcher for a game: in plain Python, and as machine code, which is kept apart from that of the rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np

from carreau.core.code_folder import cache_folder
from carreau.core.engine import begin, bind, machine_drive, plain_drive, quick
from carreau.core.game import Game
from carreau.core.work import Work

WATCH = Path(__file__).with_name("watch.py")
CARD = "card"  # the field of an action that names a card


def kinds_of(game: Game) -> int:
    """How many values the field `card` of an action has; 0 for games without such a field."""
    return next((field.size for field in game.fields if field.name == CARD), 0)


def stride_of(game: Game) -> int:
    """What the number of an action grows by from one card to the next."""
    stride = 1
    for field in reversed(game.fields):
        if field.name == CARD:
            break
        stride *= field.size
    return stride


@cache
def watch_of(game: Game) -> ModuleType:
    """The watcher for this game. Each function is plain Python until its machine code is there and takes its place."""
    watch = ModuleType(f"watcher of {game.id}")
    vars(watch).update(vars(plain_watch(game)))
    return watch


@cache
def plain_watch(game: Game) -> ModuleType:
    """The same, in plain Python for ever."""
    return bind(game, WATCH, DRIVE=plain_drive(game), KINDS=kinds_of(game), STRIDE=stride_of(game))


@cache
def machine_watch(game: Game) -> ModuleType:
    machine_drive(game)  # it says where the code of its functions is kept
    return quick(plain_watch(game), watch_folder(game))


@cache
def watch_folder(game: Game) -> Path:
    """Where its machine code is kept."""
    return cache_folder(f"{game.id}-watch", game.folder, WATCH)


class WatchWork(Work):
    """Work for some functions of the watcher; `call` calls each of them once."""

    def __init__(self, name: str, call: Callable[[ModuleType, Game], tuple[str, ...]]) -> None:
        super().__init__(name)
        self.call = call

    def folder(self, game: Game) -> Path:
        return watch_folder(game)

    def load(self, game: Game) -> None:
        made = machine_watch(game)
        entries = self.call(made, game)
        vars(watch_of(game)).update({name: vars(made)[name] for name in entries})


def play_at_random(watch: ModuleType, game: Game) -> tuple[str, ...]:
    players, numbers, words = begin(game)
    none = np.zeros(0, np.int8), np.zeros((0, 0), np.int64)
    watch.random_rows(0, 0, 1, players, numbers, words, 1, np.zeros(0, watch.NOTES), *none)
    return ("random_rows",)


def note_a_little(watch: ModuleType, game: Game) -> tuple[str, ...]:
    players, numbers, words = begin(game)
    states, notes, switches = np.zeros(1, game.rules.STATE), np.zeros(1, watch.NOTES), np.zeros(8, np.int64)
    actions, cards = np.zeros(1, np.int64), np.zeros(watch.MOST_PLAYERS * 2 * watch.KINDS, np.int8)
    address, *places = (array.ctypes.data for array in (states, notes, switches, actions, cards))
    plain_drive(game).setup_at(address, players, numbers, words)
    watch.begin_at(address, places[0], places[1], 8)
    watch.note_at(address, 0, 1, places[0], places[1], 8)
    watch.finish_at(address, places[0], places[1], 8)
    watch.cards_at(0, 0, places[2], 0, places[3])
    return "begin_at", "note_at", "finish_at", "cards_at"


RANDOM_ROWS = WatchWork("RANDOM_ROWS", play_at_random)
NOTING = WatchWork("NOTING", note_a_little)
