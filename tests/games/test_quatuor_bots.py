"""Bots in Quatuor's ways in real time."""

from __future__ import annotations

from carreau.bots.levels import LEVELS
from carreau.bots.reaction import Reaction, play_real_time
from carreau.games.quatuor import GAME


def slips(reaction: Reaction, matches: int) -> float:
    """How many of a player's tries did not fit, in way C."""
    barred = tries = 0
    for seed in range(matches):
        match = GAME.new(2, seed, way="c")
        play_real_time(match, [reaction] * 2, seed)
        replayed = GAME.new(2, seed, way="c")
        for seat, action in match.history:
            before = int(replayed.state.barred)
            replayed.play(action, seat)
            if seat >= 0:
                tries += 1
                barred += int(replayed.state.barred) > before
    return barred / tries


def test_levels_place_wrongly_as_rarely_as_they_say() -> None:
    assert slips(LEVELS[5].reaction, 20) == 0
    assert 0 < slips(LEVELS[3].reaction, 30) < slips(LEVELS[1].reaction, 30)
