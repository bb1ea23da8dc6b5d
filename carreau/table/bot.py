"""What a bot is asked at a table, in a form that can be sent to another process."""

from __future__ import annotations

import secrets
from typing import NamedTuple

import numpy as np

from carreau.bots.hasty import bot_at_once
from carreau.bots.seen import Seen
from carreau.bots.turn import SEED_BITS
from carreau.core.errors import BadOption
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.core.phrase import Phrase


class Question(NamedTuple):
    """Everything a bot gets, which is everything its seat may know. It can be answered in any process."""

    seat: int
    level: int
    seen: bytes
    legal: tuple[int, ...]
    seed: int


def question(match: Match, seat: int, level: int) -> Question:
    seen = Seen.of(match, seat)._states.tobytes()
    return Question(seat, level, seen, tuple(match.actions(seat)), secrets.randbits(SEED_BITS))


def answer(game: Game, asked: Question) -> int:
    seen = Seen(game, asked.seat, np.frombuffer(asked.seen, game.rules.STATE)[0])
    action = bot_at_once(game, asked.level).choose(seen, asked.legal, asked.seed)
    if action not in asked.legal:
        raise BadOption(Phrase("A bot chose {action}, which is not a legal action.", action=repr(action)))
    return action
