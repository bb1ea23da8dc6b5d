"""What an action does at once, in worlds that fit what its seat knows: points, rounds and matches won, and what it allows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import numpy as np

from carreau.bots.seen import Seen
from carreau.core.seats import acting_seat
from carreau.core.state import copied
from carreau.core.types import Action, Seat

WORLDS = 24


@dataclass(frozen=True)
class Gain:
    """What somebody gets from one action.

    Attributes:
        points: The rulebook's points.
        round: 1 if it wins a round.
        match: 1 if it wins the match.
    """

    points: float = 0.0
    round: float = 0.0
    match: float = 0.0


@dataclass(frozen=True)
class Effect:
    """What an action does at once, on average.

    Attributes:
        own: What its player gets.
        allows: What the next player can get at once with the best answer.
        next: Who that is; None if the same seat goes on, or nobody does.
    """

    own: Gain
    allows: Gain
    next: Seat | None


def effect_of(seen: Seen, action: Action, seed: int = 0) -> Effect:
    worlds = [one_effect(seen, action, seed + number) for number in range(WORLDS)]
    following = [one.next for one in worlds if one.next is not None]
    return Effect(
        mean([one.own for one in worlds]), mean([one.allows for one in worlds]),
        max(set(following), key=following.count) if following else None,
    )  # fmt: skip


def mean(gains: list[Gain]) -> Gain:
    return Gain(fmean(one.points for one in gains), fmean(one.round for one in gains), fmean(one.match for one in gains))


def one_effect(seen: Seen, action: Action, seed: int) -> Effect:
    states = copied(seen._states)
    seen.game._drive.redeal_at(states.ctypes.data, seen.seat, seed)
    own, after = played(seen, states, seen.seat, action)
    following = acting_seat(after[0])
    if following < 0 or following == seen.seat:
        return Effect(own, Gain(), None)
    answers = [played(seen, after, following, answer)[0] for answer in legal(seen, after, following)]
    return Effect(own, max(answers, key=lambda gain: (gain.match, gain.round, gain.points)), following)


def played(seen: Seen, states: Any, seat: Seat, action: Action) -> tuple[Gain, Any]:
    """What a seat gets from an action, and the states after it."""
    after = copied(states)
    seen.game._drive.play_at(after.ctypes.data, seat, action)
    before, now = states[0], after[0]
    points = int(now.points[seat]) - int(before.points[seat])
    shares = np.zeros(seen.players)
    if now.over:
        seen.game._drive.returns_at(after.ctypes.data, shares.ctypes.data)
    return Gain(points, float(points > 0 and int(now.scored) == int(now.ply)), float(shares[seat])), after


def legal(seen: Seen, states: Any, seat: Seat) -> Iterator[Action]:
    actions = np.zeros(seen.game.rules.MOST_LEGAL, np.int64)
    yield from actions[: seen.game._drive.legal_at(states.ctypes.data, seat, actions.ctypes.data)].tolist()
