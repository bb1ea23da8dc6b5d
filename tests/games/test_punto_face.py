"""Punto through the public face of the package: its options, the parts of its actions, and what is said about bad ones."""

from __future__ import annotations

from typing import Any

import pytest

import carreau
from carreau.core.match import Match
from tests.games.punto_tools import GAME


@pytest.fixture
def match() -> Match:
    return GAME.new(players=3, seed=7, rounds=1)


def test_the_public_face(match: Match) -> None:
    seat = match.acting[0]
    assert match.legal(seat) == [f"{match.view(seat)['up'][seat][0]} f6"]
    match.play(match.legal(seat)[0], seat=seat)
    assert match.acting == ((seat + 1) % 3,)
    while not match.over:
        match.play(match.legal(match.acting[0])[0])
    assert sum(match.points) == 1 and match.outcome is not None
    assert match.outcome["winners"] == [match.returns.index(1.0)]


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ({"round": 2}, "rounds, hand, teams, starter, first"),
        ({"rounds": 6}, "from 1 to 5"),
        ({"rounds": "x"}, "from 1 to 5"),
        ({"rounds": True}, "from 1 to 5"),
        ({"rounds": "9" * 5000}, "from 1 to 5"),
        ({"starter": "loser"}, "ended, winner"),
        ({"teams": "maybe"}, "on or off"),
        ({"teams": True}, "4 players"),
        ({"first": 2}, "seat"),
        ({"first": -1}, "seat"),
    ],
)
def test_a_bad_option(option: dict[str, Any], words: str) -> None:
    with pytest.raises(carreau.BadOption) as caught:
        GAME.new(players=2, **option)
    assert words in str(caught.value)


def test_options_may_be_given_as_text() -> None:
    match = GAME.new(players=4, seed=1, rounds="3", teams="on", first="2", starter="winner")
    assert match.options == {"rounds": 3, "hand": 1, "teams": True, "starter": "winner", "first": 2}
    assert match.acting == (2,)


def test_actions_pack_and_unpack() -> None:
    action = GAME.pack(card=4, cell=60)
    assert GAME.unpack(action) == {"card": 4, "cell": 60}
    assert GAME.name_action(action) == "r5 f6"
    wrong: list[dict[str, Any]] = [
        {"card": 36, "cell": 0},
        {"card": 0},
        {"card": 0, "cell": -1},
        {"card": 0, "cell": 0, "turned": 0},
    ]
    for parts in (*wrong, {"card": "4", "cell": 0}, {"card": 4, "cell": None}):
        with pytest.raises(carreau.InvalidAction):
            GAME.pack(**parts)
    odd: list[Any] = [-1, GAME.actions, "1", None, 1.0, 10**5000]
    for action in odd:
        with pytest.raises(carreau.InvalidAction):
            GAME.unpack(action)


def test_what_is_no_action_here(match: Match) -> None:
    for action in ("r5", "r5 z9", "r0 f6", "x5 f6", "r5 f12", "r5 f6 g7"):
        with pytest.raises(carreau.InvalidAction):
            match.play(action, match.acting[0])
