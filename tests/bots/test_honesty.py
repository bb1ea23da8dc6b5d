"""A bot knows what its seat may know and nothing else; carreau/check/bots.py checks that hidden cards change no choice."""

from __future__ import annotations

import inspect
import random
from typing import Any

import numpy as np
import pytest

import carreau
from carreau.bots.bot import Random
from carreau.bots.levels import LEVELS
from carreau.bots.seen import Seen
from carreau.check.bots import KINDS
from carreau.core.game import Game, Mode
from tests import probe
from tests.conftest import CASES, case_name
from tests.some import racing

IN_TURNS = [case for case in CASES if not case[0].new(case[2], 1, **case[1].options).in_real_time]


def positions(game: Game, mode: Mode, players: int, count: int) -> list[Any]:
    states = probe.positions(game, players, dict(mode.options), players, count)
    return [state for state in states if not state.over]


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_what_is_seen_is_a_view_whatever_it_was_made_from(case: tuple[Game, Mode, int]) -> None:
    game, mode, players = case
    for state in positions(game, mode, players, 5):
        for seat in range(players):
            view = probe.view(game, state, seat)
            assert Seen(game, seat, state)._states[0].tobytes() == view.tobytes()
            assert Seen(game, seat, view)._states[0].tobytes() == view.tobytes(), "a view of a view is the same view"


@pytest.mark.parametrize("bot", [*KINDS.values(), *(level.bot for level in LEVELS.values())], ids=repr)
def test_a_bot_can_be_handed_nothing_else(bot: Any) -> None:
    assert list(inspect.signature(bot.choose).parameters) == ["seen", "legal", "seed"]


def test_the_blanking_can_fail() -> None:
    """Some worlds differ in what is hidden, so the tests above really compare something."""
    hiding = 0
    for game, mode, players in IN_TURNS:
        state = positions(game, mode, players, 5)[2]
        seat = probe.acting_seats(state)[0]
        worlds = {probe.redeal(game, state, seat, seed).tobytes() for seed in range(5)}
        hiding += len(worlds) > 1 and state.tobytes() != Seen(game, seat, state)._states[0].tobytes()
    assert hiding


def test_real_time_players_see_their_view_alone() -> None:
    """In real time, bots look at `match.seen(seat)`: redealing what is hidden changes none of their intents."""
    from carreau.bots.reaction import Race

    for plan in racing():
        game = carreau.load(plan.game)
        match = game.new(2, 5, **plan.options)
        for seat in range(2):
            intents = []
            for seed in (None, 11, 12):
                twin = match.copy()
                if seed is not None:
                    twin._states[0] = probe.redeal(game, match.state, seat, seed)
                race = Race(twin, [LEVELS[3].reaction] * 2, random.Random(3), None)
                race.notice(seat)
                intents.append((race.intents[seat].sees, race.intents[seat].actions))
            assert intents[0] == intents[1] == intents[2]


def test_seeds_matter() -> None:
    game, mode, players = IN_TURNS[0]
    state = positions(game, mode, players, 5)[1]
    seat = probe.acting_seats(state)[0]
    legal = probe.legal(game, state, seat)
    choices = {Random().choose(Seen(game, seat, state), legal, seed) for seed in range(20)}
    assert len(choices) > 1 and np.all([choice in legal for choice in choices])
