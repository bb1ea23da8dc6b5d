"""The rules of a game as plain Python with bounds checked: twins as in core/machine.py, which check."""

from __future__ import annotations

from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from carreau.check.bounded import OUT, Misuse, Record, bounded
from carreau.check.watch import Watch
from carreau.core.compile import FLAGS, is_marked
from carreau.core.game import Game
from carreau.core.memory import memory
from carreau.core.sources import LIBRARIES

CORE = Path(__file__).parent.parent / "core"  # its functions are checked elsewhere; what they are given is bounded
MOST_RECORDS = 256


class Twins:
    """Functions that live in a copy of their module's names, where every table is bounded."""

    def __init__(self) -> None:
        self.names: dict[int, dict[str, Any]] = {}
        self.made: dict[Any, Any] = {}

    def names_for(self, names: dict[str, Any]) -> dict[str, Any]:
        if id(names) not in self.names:
            twins = self.names[id(names)] = dict(names)
            twins.update({name: self.of(name, thing) for name, thing in names.items() if needs_twin(thing)})
        return self.names[id(names)]

    def of(self, name: str, thing: Any) -> Any:
        if isinstance(thing, np.ndarray):
            return bounded(thing, name)
        if thing not in self.made:
            self.made[thing] = self.module(thing) if isinstance(thing, ModuleType) else self.function(thing)
        return self.made[thing]

    def function(self, function: FunctionType) -> FunctionType:
        names = self.names_for(function.__globals__)
        twin = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
        twin.__kwdefaults__ = function.__kwdefaults__
        return twin

    def module(self, module: ModuleType) -> ModuleType:
        twin = ModuleType(module.__name__)
        self.made[module] = twin  # known before it is filled: modules may read each other
        twin.__dict__.update(self.names_for(vars(module)))
        return twin


def needs_twin(thing: Any) -> bool:
    if isinstance(thing, ModuleType):
        parts = (one for one in vars(thing).values() if not isinstance(one, ModuleType))
        return not is_library(getattr(thing, "__file__", None)) and any(map(needs_twin, parts))
    if isinstance(thing, FunctionType):
        return is_marked(thing) and hasattr(thing, FLAGS) and not is_library(thing.__code__.co_filename)
    return isinstance(thing, np.ndarray) and thing.ndim > 0


def is_library(file: str | None) -> bool:
    return file is None or any(Path(file).is_relative_to(folder) for folder in (CORE, *LIBRARIES))


class CheckedDrive:
    """What a match asks of core/drive.py, with checked rules: states and lists by their address."""

    def __init__(self, game: Game) -> None:
        self.rules = Twins().module(game.rules)
        self.tallying = None if game.tally is None else Twins().function(game.tally.tally)
        self.records: dict[int, Record] = {}
        self.watch = Watch()

    def record(self, address: int) -> Record:
        if address not in self.records:
            if len(self.records) >= MOST_RECORDS:
                self.records.clear()
            self.records[address] = Record(memory(address, 1, self.rules.STATE))
        return self.records[address]

    def call(self, rule: str, *given: Any) -> Any:
        """One rule, interrupted if it runs for ever. Overflows are reported: machine code has wider numbers."""
        try:
            with self.watch.over(rule), np.errstate(over="raise"):
                return getattr(self.rules, rule)(*given)
        except FloatingPointError as error:
            raise Misuse(
                "a number gets too large for the type of its field while it is computed: write int(…) around the field"
            ).with_traceback(error.__traceback__) from None

    def out(self, address: int, length: int, kind: Any) -> Any:
        return bounded(memory(address, length, kind), OUT)

    def setup_at(self, address: int, players: int, options: Any, seed: Any) -> None:
        self.call("setup", self.record(address), players, bounded(options, "options"), bounded(seed, "seed"))

    def legal_at(self, address: int, seat: int, out: int) -> int:
        listed = self.call("legal", self.record(address), seat, self.out(out, self.rules.MOST_LEGAL, np.int64))
        if listed is None:
            raise Misuse("legal returns nothing: it has to return how many actions it has listed")
        return int(listed)

    def score_at(self, address: int, seat: int, action: int) -> None:
        self.call("play", self.record(address), seat, action)

    def play_at(self, address: int, seat: int, action: int) -> None:
        self.score_at(address, seat, action)
        s = self.record(address)
        if not s.acting and not s.over and hasattr(self.rules, "next_round"):
            self.call("next_round", s)

    def lowest_acting_at(self, address: int) -> int:
        acting = int(self.record(address).acting)
        return (acting & -acting).bit_length() - 1

    def returns_at(self, address: int, out: int) -> None:
        s = self.record(address)
        self.call("returns", s, self.out(out, int(s.players), np.float64))

    def view_at(self, address: int, seat: int, out: int) -> None:
        kind = self.rules.STATE
        memory(out, 1, kind)[0] = memory(address, 1, kind)[0]
        self.call("view", self.record(out), seat)

    def redeal_at(self, address: int, seat: int, seed: int) -> None:
        self.call("redeal", self.record(address), seat, seed)

    def tally_at(self, address: int, seat: int, action: int, totals: Any) -> None:
        if self.tallying is not None:
            self.tallying(self.record(address), seat, action, bounded(totals, "totals"))


def checked(game: Game) -> Game:
    """The same game, its rules running as checked plain Python."""
    twin = object.__new__(Game)
    vars(twin).update(vars(game))
    vars(twin)["_drive"] = CheckedDrive(game)
    return twin


def in_plain_python(game: Game) -> Game:
    """The same game, its rules running as they are written."""
    from carreau.core.engine import plain_drive

    twin = object.__new__(Game)
    vars(twin).update(vars(game))
    vars(twin)["_drive"] = plain_drive(game)
    return twin
