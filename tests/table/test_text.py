"""The log in words: quick, without a drawing, and the same whoever reads it."""

from __future__ import annotations

import random

import pytest

from carreau.core.game import Game
from carreau.core.match import Match
from carreau.table.entry import PLAY, Entry
from carreau.table.text import EntryText, LogText
from proofs.tools.plans import Plan
from tests.conftest import GAMES
from tests.pace import least
from tests.probe import choose
from tests.some import plan_name, racing
from tests.table.tables import do, table

PLIES = 1000
MOST_SECONDS = 0.05
NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal")


def long_log(game: Game) -> list[tuple[Match, list[Entry]]]:
    """Matches in all ways to play, with up to this many plies, each with its entries."""
    found, left, chooser = [], PLIES, random.Random(3)
    while left:
        for mode in game.modes:
            match = game.new(mode.players[-1], chooser.getrandbits(30), **mode.options)
            while not match.over and left and match.ply < PLIES // 4:
                seat, action = choose(match, chooser)
                match.play(action, seat)
                left -= 1
            actions = [(seat, game.name_action(action)) for seat, action in match.history]
            found.append((match.at(0), [Entry(k, 0.0, PLAY, seat, name) for k, (seat, name) in enumerate(actions)]))
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_thousand_plies_are_told_in_50_milliseconds(game: Game) -> None:
    log, words = long_log(game), game.words("fr")
    lines: list[str] = []

    def tell() -> None:
        voices = [(EntryText(match.at(0), words, lambda: NAMES), entries) for match, entries in log]
        lines[:] = [voice.tell(entry) for voice, entries in voices for entry in entries]

    seconds = least(tell)
    assert len(lines) == PLIES and all(line.strip() for line in lines)
    assert seconds < MOST_SECONDS, f"{seconds:.3f} s"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("often", [1.0, 0.4, 0.02])
def test_a_log_is_told_alike_however_often_somebody_reads_it(game: Game, often: float) -> None:
    t, chance = table(game.id, "me", "hot", seed=5), random.Random(1)
    words = game.words("fr")
    told = LogText(t, words, lambda: NAMES)
    for now in range(100):
        last = t.match.history[-1][0] if t.match.history else 0
        if not t.playing:
            break
        if chance.random() < 0.3 and t.can_undo(last):
            do(t, t.undo(last, float(now)))
        else:
            seat, action = choose(t.match, chance)
            do(t, t.play(seat, game.name_action(action), t.match.ply, float(now)))
        if chance.random() < often:
            told.up_to_now()
    own = EntryText(t.match.at(0), words, lambda: NAMES)
    assert told.up_to_now() == [own.tell(entry) for entry in t.entries]


@pytest.mark.parametrize("plan", racing(), ids=plan_name)
@pytest.mark.parametrize("often", [1.0, 0.4])
def test_a_log_in_real_time_is_told_alike_however_often_somebody_reads_it(plan: Plan, often: float) -> None:
    t, chance = table(plan.game, "me", "hot", seed=5, **plan.options), random.Random(1)
    words = t.game.words("en")
    told = LogText(t, words, lambda: NAMES)
    while t.playing and t.sequence < 100:
        seat, action = choose(t.match, chance)
        do(t, t.entry(1.0, PLAY, seat, t.game.name_action(action)))
        if chance.random() < often:
            told.up_to_now()
    own = EntryText(t.match.at(0), words, lambda: NAMES)
    assert told.up_to_now() == [own.tell(entry) for entry in t.entries]
