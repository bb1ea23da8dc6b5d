"""Bots that know Punto see the obvious at once."""

from __future__ import annotations

import numpy as np
import pytest

from carreau.bots.bot import Greedy, Ismcts
from carreau.bots.seen import Seen
from carreau.core.match import Match
from tests.games.punto_tools import GAME


def test_a_line_is_completed() -> None:
    """Greedy and search both see the obvious at once."""
    found = 0
    for seed in range(200):
        match = GAME.new(2, seed, rounds=1)
        chooser = np.random.default_rng(seed)
        while not match.over:
            seat = match.acting[0]
            legal = match.actions(seat)
            wins = [action for action in legal if wins_at_once(match, action, seat)]
            if wins:
                found += 1
                for bot in (Greedy(), Ismcts(5000)):
                    assert bot.choose(Seen.of(match, seat), legal, seed) in wins
                break
            match.play(int(chooser.choice(legal)))
        if found == 8:
            return
    pytest.fail("too few positions with a win")


def wins_at_once(match: Match, action: int, seat: int) -> bool:
    twin = match.copy()
    twin.play(action)
    return twin.over and twin.returns[seat] == 1


def test_a_line_is_stopped() -> None:
    """If most of the opponent's cards would complete a line, the search blocks it if it can."""
    found = 0
    for seed in range(400):
        match = GAME.new(2, seed, rounds=1)
        chooser = np.random.default_rng(seed)
        while not match.over:
            seat = match.acting[0]
            legal = match.actions(seat)
            threat = match.ply > 8 and all(
                loses_at_once(match, action) for action in (legal[0], legal[len(legal) // 2], legal[-1])
            )
            if threat and not any(wins_at_once(match, action, seat) for action in legal):
                dangers = {action: danger(match, action, seat) for action in legal}
                if min(dangers.values()) < 0.1 and sorted(dangers.values())[len(legal) // 3] > 0.6:
                    found += 1
                    assert dangers[Ismcts(5000).choose(Seen.of(match, seat), legal, seed)] < 0.5
                    break
            match.play(int(chooser.choice(legal)))
        if found == 2:
            return
    pytest.fail("too few positions with a threat")


def danger(match: Match, action: int, seat: int) -> float:
    """In how many of the possible worlds the next seat wins after an action."""
    worlds = [match.copy() for _ in range(10)]
    for number, world in enumerate(worlds):
        match.game._drive.redeal_at(world._address, seat, number)
    return sum(loses_at_once(world, action) for world in worlds) / len(worlds)


def loses_at_once(match: Match, action: int) -> bool:
    """Whether the next seat can win after an action."""
    twin = match.copy()
    twin.play(action)
    if twin.over:
        return False
    seat = twin.acting[0]
    return any(wins_at_once(twin, reply, seat) for reply in twin.actions(seat))
