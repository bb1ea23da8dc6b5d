"""What the coach is asked at a table, in a form that can be sent to another process."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from carreau.bots.search_for import BOTS
from carreau.bots.seen import Seen
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.review import coach
from carreau.review.coach import Counsel
from carreau.review.worlds_for import REVIEW


class CoachQuestion(NamedTuple):
    """Everything the coach gets, which is everything its seat may know."""

    seat: int
    seen: bytes
    legal: tuple[int, ...]


class BlunderQuestion(NamedTuple):
    """Whether a move is a blunder beside the best one."""

    position: CoachQuestion
    best: int
    action: int


def coach_question(match: Match, seat: int) -> CoachQuestion:
    return CoachQuestion(seat, Seen.of(match, seat)._states.tobytes(), tuple(match.actions(seat)))


def seen_of(game: Game, asked: CoachQuestion) -> Seen:
    return Seen(game, asked.seat, np.frombuffer(asked.seen, game.rules.STATE)[0])


def is_ready(game: Game) -> bool:
    """Whether what the coach needs is compiled: in plain Python it would think for minutes."""
    BOTS.want(game)
    if BOTS.is_used(game):
        REVIEW.want(game)
    return REVIEW.is_used(game)


def counsel(game: Game, asked: CoachQuestion) -> Counsel | None:
    """The coach's answer; None while the game is not compiled."""
    return coach.counsel(seen_of(game, asked), asked.legal) if is_ready(game) else None


def is_blunder(game: Game, asked: BlunderQuestion) -> bool:
    return is_ready(game) and coach.is_blunder(seen_of(game, asked.position), asked.best, asked.action)
