"""The one door to the bots that take turns."""

from __future__ import annotations

import secrets
from typing import NamedTuple

import numpy as np

from carreau.bots.levels import LEVELS
from carreau.bots.seen import Seen
from carreau.core.game import Game
from carreau.core.match import Match


class Question(NamedTuple):
    """What a bot is asked: it is given what its seat may know, and nothing else, so that it can think anywhere."""

    seat: int
    level: int
    seen: bytes
    legal: tuple[int, ...]
    seed: int


def question(match: Match, seat: int, level: int) -> Question:
    seen = Seen.of(match, seat).states.tobytes()
    return Question(seat, level, seen, tuple(match.actions(seat)), secrets.randbits(60))


def answer(game: Game, asked: Question) -> int:
    seen = Seen(game, asked.seat, np.frombuffer(asked.seen, game.rules.STATE)[0])
    return LEVELS[asked.level].bot.choose(seen, asked.legal, asked.seed)


def choose(match: Match, seat: int, level: int) -> str:
    """The action of a bot, by name."""
    return match.game.name_action(answer(match.game, question(match, seat, level)))
