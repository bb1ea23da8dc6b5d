"""The one door to the bots that take turns."""

from __future__ import annotations

import secrets

from carreau.bots.levels import LEVELS
from carreau.bots.seen import Seen
from carreau.core.match import Match


def choose(match: Match, seat: int, level: int) -> str:
    """The action of a bot, by name; it is given what its seat may know."""
    action = LEVELS[level].bot.choose(Seen.of(match, seat), match.actions(seat), secrets.randbits(60))
    return match.game.name_action(action)
