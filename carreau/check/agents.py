"""What learning agents see and choose, for games with an `observe.py`."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from carreau.check.case import Case
from carreau.check.probe import acting_seats, legal, redeal, view
from carreau.check.registry import COMPILED, case_check, claim
from carreau.core.agent_for import AGENTS, agent_of, plain_agent
from carreau.core.game import Game

LOOKS = 4  # at plain Python
MANY = 2000  # actions: more take too long


def observed(drive: ModuleType, state: Any, seat: int, half: int = -1) -> Any:
    """What a seat sees as numbers."""
    states, row = np.array([state], drive.STATE), np.full(drive.LENGTH, 99, np.int16)
    drive.observe_at(states.ctypes.data, seat, half, row.ctypes.data)
    return row


def choices_of(drive: ModuleType, state: Any, seat: int, action: int) -> tuple[int, int]:
    """The choices that stand for an action; the second is -1 if it takes only one."""
    states = np.array([state], drive.STATE)
    return drive.first_at(states.ctypes.data, seat, action), drive.second_at(states.ctypes.data, seat, action)


def action_of(drive: ModuleType, state: Any, seat: int, half: int, choice: int) -> int:
    """The action that a choice stands for, or that it completes."""
    states = np.array([state], drive.STATE)
    return int(drive.action_at(states.ctypes.data, seat, half, choice))


def is_observed(game: Game) -> bool:
    return game.observing is not None


def field_of(game: Game, place: int) -> str:
    """The field of an observation that a number belongs to."""
    return next(field.name for field in game.observation_fields if field.offset <= place < field.offset + field.size)


def same(case: Case, state: Any, seat: int, one: Any, other: Any, what: str) -> None:
    """Whether two observations are the same, number by number."""
    for place in np.flatnonzero(one != other)[:1].tolist():
        name = field_of(case.game, place)
        claim(False, f"{what}: its field {name!r} has {one[place]} and {other[place]} {case.at(state, seat)}.")


@case_check(
    COMPILED,
    "An observation shows nothing that its seat may not know, and is the same in plain Python.",
    "An agent that was trained on hidden cards has learned to cheat, and plays badly where it cannot.",
    when=is_observed,
)
def observations_need_only_the_view(case: Case) -> None:
    game = case.game
    AGENTS.need(game)
    drive = agent_of(game)
    for number, state in enumerate(case.sample):
        for seat in range(case.players):
            seen = observed(drive, state, seat)
            same(
                case,
                state,
                seat,
                seen,
                observed(drive, view(game, state, seat), seat),
                "The observation shows what the view hides",
            )
            other = observed(drive, redeal(game, state, seat, number), seat)
            same(case, state, seat, seen, other, "The observation changes when what the seat cannot know is dealt again")
            if number < LOOKS:
                plain = observed(plain_agent(game), state, seat)
                same(case, state, seat, plain, seen, "In plain Python and compiled, the observation is different")


@case_check(
    COMPILED,
    "Numbers of an observation are within the bounds of their field.",
    "Libraries refuse what is outside, and agents scale numbers by these bounds.",
    when=is_observed,
)
def observations_are_within_bounds(case: Case) -> None:
    AGENTS.need(case.game)
    for state in case.sample:
        for seat in range(case.players):
            seen = observed(agent_of(case.game), state, seat)
            for field in case.game.observation_fields:
                low, high = int(field.of(seen).min()), int(field.of(seen).max())
                wrong = low if low < field.low else high
                claim(
                    field.low <= low and high <= field.high,
                    f"The field {field.name!r} goes from {field.low} to {field.high}, but holds {wrong} {case.at(state, seat)}.",
                )


@case_check(
    COMPILED,
    "Every legal action is a choice of its own, and the choice leads back to it.",
    "An agent could not make a move, or would make another than it chose.",
    when=is_observed,
)
def choices_are_actions(case: Case) -> None:
    game = case.game
    AGENTS.need(game)
    for state in case.sample:
        for seat in acting_seats(state):
            actions = legal(game, state, seat)
            made = {action: choices_of(agent_of(game), state, seat, action) for action in actions[:MANY]}
            claim(len(set(made.values())) == len(made), f"Two legal actions are the same choice {case.at(state, seat)}.")
            for action, choices in made.items():
                check_way_back(case, state, seat, action, choices)


def check_way_back(case: Case, state: Any, seat: int, action: int, choices: tuple[int, int]) -> None:
    drive, name = agent_of(case.game), case.game.name_action(action)
    for choice in choices[: 1 + (choices[1] >= 0)]:
        claim(0 <= choice < drive.CHOICES, f"{name!r} is choice {choice}, which there is not {case.at(state, seat)}.")
    first, second = choices
    found = action_of(drive, state, seat, -1, first) if second < 0 else action_of(drive, state, seat, first, second)
    claim(found == action, f"{name!r} is choice {first}, but this choice is another action {case.at(state, seat)}.")
