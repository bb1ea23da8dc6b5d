"""Asking a bot for its move, where players take turns."""

from __future__ import annotations

import secrets
from typing import NamedTuple

import numpy as np

from carreau.bots.levels import LEVELS
from carreau.bots.seen import Seen
from carreau.core.game import Game
from carreau.core.match import Match


class Question(NamedTuple):
    """All that a bot is given, and all that its seat may know. It can be answered in any process."""

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
    """The name of the action that a bot chooses."""
    return match.game.name_action(answer(match.game, question(match, seat, level)))
