"""A player who plays anything: for tests and proofs that want to get everywhere."""

from __future__ import annotations

import random

from carreau.core.match import Match
from carreau.core.state import CLOCK


def choose(match: Match, chance: random.Random) -> tuple[int, int]:
    """A random seat that may act, now and then the clock, and one of its actions.

    In real time nearly all actions are mistakes: half of the time it picks one that is not, if there is one.
    """
    if match.game.clock and chance.random() < 0.1 and (actions := match.actions(CLOCK)):
        return CLOCK, chance.choice(actions)
    seat = chance.choice(match.acting)
    if (
        match.game.realtime
        and match.in_real_time
        and chance.random() < 0.5
        and (places := match.game.realtime.places(match.seen(seat), seat))
    ):
        return seat, chance.choice(places)[0]
    return seat, chance.choice(match.actions(seat))
