"""Plain Python gives way to machine code in the middle of a match, and nobody can tell when."""

from __future__ import annotations

import random
import zlib
from types import ModuleType
from typing import Any

import pytest

import carreau
from carreau.bots.anything import choose
from carreau.check.checked import in_plain_python
from carreau.core.engine import MATCH, machine_drive, plain_drive
from carreau.core.game import Game, Mode
from carreau.core.match import Match
from carreau.core.state import CLOCK
from carreau.table.fingerprint import fingerprint
from tests import probe
from tests.conftest import CASES, case_name
from tests.effort import often
from tests.some import QUICK

PLIES = 3  # that are followed in a row: every rule is asked everything after each of them
LATEST = 40  # ply at which they begin
ENTRIES = ("setup_at", "lowest_acting_at", "legal_at", "view_at", "redeal_at", "score_at", "play_at", "returns_at")


class Switching:
    """A game some of whose functions are plain Python and the others machine code, and that changes now and then."""

    def __init__(self, game: Game, chance: random.Random) -> None:
        MATCH.need(game)
        self.drive, self.chance = ModuleType("switching"), chance
        self.ways = [vars(plain_drive(game)), vars(machine_drive(game))]
        vars(self.drive).update(self.ways[0])
        self.game = object.__new__(Game)
        vars(self.game).update(vars(game), _drive=self.drive)

    def switch(self) -> None:
        """All at once, as when machine code is loaded, or any of them."""
        way = self.chance.choice(self.ways)
        for name in ENTRIES:
            vars(self.drive)[name] = way[name]
        if self.chance.random() < 0.5:
            for name in ENTRIES:
                vars(self.drive)[name] = self.chance.choice(self.ways)[name]


def everything(match: Match) -> dict[str, Any]:
    """Whatever anybody can get to know about a match."""
    viewers = [*range(match.players), None]
    one = match.ply % match.players
    return {
        "state": match.state.tobytes(),
        "legal": {seat: match.actions(seat) for seat in match.acting[:2]},
        "clock": match.actions(CLOCK) if match.game.clock else [],
        "seen": [match.seen(seat).tobytes() for seat in viewers],
        "view": match.view(one),
        "world": probe.redeal(match.game, match.state, one, match.ply).tobytes(),
        "returns": match.returns,
        "record": match.record(),
        "digest": fingerprint(match),
    }


def moved(match: Match, state: Any, history: list[tuple[int, int]]) -> Match:
    """The same match at another place."""
    match._states[0] = state
    match.history = list(history)
    return match


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_nobody_can_tell_plain_python_and_machine_code_apart(case: tuple[Game, Mode, int]) -> None:
    """Three tables of one game: one plain, one compiled, one that changes over at any ply, and back."""
    game, mode, players = case
    for seed in range(often(1)):
        chance = random.Random(zlib.crc32(f"{case_name(case)} {seed}".encode()))
        switching = Switching(game, chance)
        plain, compiled, mixed = (
            one.new(players, seed, **mode.options) for one in (in_plain_python(game), game, switching.game)
        )  # fmt: skip
        assert everything(plain) == everything(compiled) == everything(mixed)
        for _ in range(chance.randrange(LATEST)):
            if not compiled.over:
                seat, action = choose(compiled, chance)
                compiled.play(action, seat)
        moved(plain, compiled.state, compiled.history)
        moved(mixed, compiled.state, compiled.history)
        for _ in range(PLIES):
            if compiled.over:
                break
            seat, action = choose(compiled, chance)
            for match in (plain, compiled, mixed):
                switching.switch()
                match.play(action, seat)
            switching.switch()
            assert everything(plain) == everything(compiled) == everything(mixed), f"seed {seed}, ply {compiled.ply}"


def test_a_match_that_has_changed_over_is_verified() -> None:
    chance = random.Random(5)
    switching = Switching(QUICK, chance)
    match = switching.game.new(2, 5, **QUICK.short)
    while not match.over:
        switching.switch()
        seat, action = choose(match, chance)
        match.play(action, seat)
        if chance.random() < 0.1:
            match = match.at(match.ply - 1)
    record = match.record()
    assert carreau.verify(record).over and carreau.replay(record).state.tobytes() == match.state.tobytes()
