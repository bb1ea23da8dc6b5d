"""What an action does at once, in worlds that fit what its seat knows: points, rounds and matches won, and what it allows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import fmean

import numpy as np

from carreau.bots.seen import Seen
from carreau.core.seats import acting_seat
from carreau.core.state import State, copied
from carreau.core.types import Action, Seat

WORLDS = 24


@dataclass(frozen=True)
class Gain:
    """What somebody gets from one action.

    Attributes:
        points: The rulebook's points.
        round: 1 if it ends a round in which nobody gets more points.
        match: 1 if it wins the match.
    """

    points: float = 0.0
    round: float = 0.0
    match: float = 0.0


NOTHING = Gain()


@dataclass(frozen=True)
class Step:
    """An action played in one world.

    Attributes:
        seat: Who plays it.
        action: Which one.
        before: The state before.
        after: The state after it; where it has ended a round, the scored table.
        gain: What its player gets.
    """

    seat: Seat
    action: Action
    before: State
    after: State
    gain: Gain


@dataclass(frozen=True)
class Course:
    """What an action leads to in one world.

    Attributes:
        step: The action.
        answer: The best answer of the next player at once; None if the same seat goes on, or nobody does.
    """

    step: Step
    answer: Step | None


@dataclass(frozen=True)
class Effect:
    """What an action does at once, on average.

    Attributes:
        own: What its player gets.
        allows: What the next player can get at once with the best answer.
        next: Who that is; None if the same seat goes on, or nobody does.
        courses: What it leads to in every world; the same worlds for every action.
    """

    own: Gain
    allows: Gain
    next: Seat | None
    courses: tuple[Course, ...] = field(compare=False)


def effect_of(seen: Seen, action: Action, seed: int = 0) -> Effect:
    courses = tuple(course_of(seen, action, seed + number) for number in range(WORLDS))
    following = [one.answer.seat for one in courses if one.answer is not None]
    return Effect(
        mean([one.step.gain for one in courses]), mean([one.answer.gain if one.answer else NOTHING for one in courses]),
        max(set(following), key=following.count) if following else None, courses,
    )  # fmt: skip


def mean(gains: list[Gain]) -> Gain:
    return Gain(fmean(one.points for one in gains), fmean(one.round for one in gains), fmean(one.match for one in gains))


def course_of(seen: Seen, action: Action, seed: int) -> Course:
    states = copied(seen._states)
    seen.game._drive.redeal_at(states.ctypes.data, seen.seat, seed)
    step = played(seen, states[0], seen.seat, action)
    following = acting_seat(step.after)
    if following < 0 or following == seen.seat:
        return Course(step, None)
    answers = (played(seen, step.after, following, answer) for answer in legal(seen, step.after, following))
    return Course(step, max(answers, key=lambda one: (one.gain.match, one.gain.round, one.gain.points)))


def played(seen: Seen, before: State, seat: Seat, action: Action) -> Step:
    """An action of a seat, and what it gets from it."""
    states = copied(before)
    seen.game._drive.score_at(states.ctypes.data, seat, action)
    after = states[0]
    points = [int(now) - int(then) for now, then in zip(after.points, before.points)]
    shares = np.zeros(seen.players)
    if after.over:
        seen.game._drive.returns_at(states.ctypes.data, shares.ctypes.data)
    wins_round = int(after.scored) == int(after.ply) and points[seat] == max(points) > 0
    return Step(seat, action, before, after, Gain(points[seat], float(wins_round), float(shares[seat])))


def legal(seen: Seen, state: State, seat: Seat) -> Iterator[Action]:
    actions, states = np.zeros(seen.game.rules.MOST_LEGAL, np.int64), copied(state)
    yield from actions[: seen.game._drive.legal_at(states.ctypes.data, seat, actions.ctypes.data)].tolist()
