"""Matches and their reviews, which several tests look at: each is made once."""

from __future__ import annotations

from functools import cache

import pytest

import carreau
from carreau.bots.turn import play_out
from carreau.core.match import Match
from carreau.review.budget import Budget
from carreau.review.result import Review
from carreau.review.review import review
from tests.some import IN_TURNS

SMALL = Budget(400, 100)


@cache
def played(id: str, players: int = 2) -> Match:
    """A short match of a strong and a weak bot."""
    match = carreau.load(id).new(players, seed=3, **carreau.load(id).short)
    play_out(match, [carreau.bot(("ismcts:100", "random")[seat % 2]) for seat in range(players)], 1)
    return match


@cache
def reviewed(id: str, players: int = 2) -> Review:
    return review(played(id, players), SMALL, seed=4)


@pytest.fixture(params=[game.id for game in IN_TURNS])
def id(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name
