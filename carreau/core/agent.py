"""The driver for learning agents: observations, choices, symmetries, and batches of matches.

This file is run once per game (see agent_for.py), like drive.py. A game may say in an `observe.py` what a seat sees, and how its
actions become choices: the columns of a mask. Without, an observation is the bytes of the view, and a choice is an action.

    FIELDS                              the fields of an observation
    observe(s, seat, out)               fills an observation, which is all zero
    CHOICES                             how many choices there are
    first(s, seat, action)              the choice that stands for an action, or for its first half
    second(s, seat, action)             the choice for its second half; WHOLE if it has none
    joined(s, seat, first, second)      the action of these choices; WHOLE if the second half is missing
    pending(s, seat, first, out)        adds to an observation that the first half has been chosen

A `symmetry.py` lists transformations that the rules do not notice: see symmetry.py in this folder.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from carreau.core.compile import entry, long_entry, rule
from carreau.core.memory import memory, zeros
from carreau.core.quick import quick_next, quick_start

RULES: Any = RULES  # noqa: F821
DRIVE: Any = DRIVE  # noqa: F821
OBSERVE: Any = OBSERVE  # noqa: F821
SYMMETRY: Any = SYMMETRY  # noqa: F821
LENGTH: int = LENGTH  # noqa: F821
CHOICES: int = CHOICES  # noqa: F821
FIRST_BYTE: int = FIRST_BYTE  # noqa: F821

STATE, MOST_LEGAL = RULES.STATE, RULES.MOST_LEGAL
SIZE = STATE.itemsize
WHOLE = -1

setup, legal, returns, view = RULES.setup, RULES.legal, RULES.returns, RULES.view
play, lowest, choose_seat, add_to_seed = DRIVE.play, DRIVE.lowest, DRIVE.choose_seat, DRIVE.add_to_seed


# what a game may leave out


@rule
def observe_bytes(s: Any, seat: int, out: Any) -> None:
    copies = zeros(1, STATE)
    copies[0] = s
    view(copies[0], seat)
    found = memory(copies.ctypes.data, SIZE, np.int8)
    for i in range(LENGTH):
        out[i] = found[FIRST_BYTE + i]


@rule
def is_choice(s: Any, seat: int, action: int) -> int:
    return action


@rule
def is_whole(s: Any, seat: int, action: int) -> int:
    return WHOLE


@rule
def is_action(s: Any, seat: int, one: int, other: int) -> int:
    return one


@rule
def adds_nothing(s: Any, seat: int, one: int, out: Any) -> None:
    pass


observe = getattr(OBSERVE, "observe", observe_bytes)
first, second = getattr(OBSERVE, "first", is_choice), getattr(OBSERVE, "second", is_whole)
joined, pending = getattr(OBSERVE, "joined", is_action), getattr(OBSERVE, "pending", adds_nothing)


# one seat


@rule
def fill(s: Any, seat: int, half: int, out: Any) -> None:
    """What a seat sees, and has chosen as the first half of an action, if it has."""
    for i in range(LENGTH):
        out[i] = 0
    observe(s, seat, out)
    if half != WHOLE:
        pending(s, seat, half, out)


@rule
def list_choices(s: Any, seat: int, half: int, actions: Any, mask: Any) -> None:
    """Mark the choices of a seat: for an action, or for the second half of one."""
    for choice in range(CHOICES):
        mask[choice] = False
    for k in range(legal(s, seat, actions)):
        choice = first(s, seat, actions[k])
        if half == choice:
            choice = second(s, seat, actions[k])
        elif half != WHOLE:
            continue
        mask[choice] = True


@rule
def action_of(s: Any, seat: int, half: int, choice: int) -> int:
    """The action that is now chosen; WHOLE if a second half is missing."""
    if half != WHOLE:
        return joined(s, seat, half, choice)
    return joined(s, seat, choice, WHOLE)


@entry
def observe_at(address: int, seat: int, half: int, out: int) -> None:
    fill(memory(address, 1, STATE)[0], seat, half, memory(out, LENGTH, np.int16))


@entry
def choices_at(address: int, seat: int, half: int, out: int) -> None:
    list_choices(memory(address, 1, STATE)[0], seat, half, zeros(MOST_LEGAL, np.int64), memory(out, CHOICES, np.int8))


@entry
def action_at(address: int, seat: int, half: int, choice: int) -> int:
    return action_of(memory(address, 1, STATE)[0], seat, half, choice)


@entry
def first_at(address: int, seat: int, action: int) -> int:
    return first(memory(address, 1, STATE)[0], seat, action)


@entry
def second_at(address: int, seat: int, action: int) -> int:
    return second(memory(address, 1, STATE)[0], seat, action)


# symmetries

if SYMMETRY is not None:
    transform, moved, holds = SYMMETRY.transform, SYMMETRY.moved, SYMMETRY.holds

    @entry
    def holds_at(address: int, number: int) -> bool:
        return holds(memory(address, 1, STATE)[0], number)

    @entry
    def transform_at(address: int, number: int) -> None:
        transform(memory(address, 1, STATE)[0], number)

    @entry
    def moved_at(address: int, seat: int, action: int, number: int) -> int:
        """What an action becomes; the state at the address is not transformed yet."""
        return moved(memory(address, 1, STATE)[0], seat, action, number)


# a batch of matches, all a step further at once


@rule
def begin(states: Any, i: int, players: int, options: Any, seed: Any, number: int, key: Any) -> None:
    """Deal a match, with a seed that lies a number further on."""
    add_to_seed(seed, number, key)
    setup(states[i], players, options, key)


@rule
def next_seat(s: Any, number: int) -> int:
    """The acting seat, or any of several."""
    if s.acting & (s.acting - 1):
        return choose_seat(s, quick_next(quick_start(number * 1009 + s.ply)))
    return lowest(s.acting)


@rule
def show_step(
    states: Any, i: int, number: int, actions: Any, seats: Any, halves: Any, mask: Any, observation: Any
) -> None:  # fmt: skip
    s = states[i]
    seat = seats[i] if halves[i] != WHOLE else next_seat(s, number)
    seats[i] = seat
    list_choices(s, seat, halves[i], actions, mask[i])
    fill(s, seat, halves[i], observation[i])


@long_entry
def start_batch(
    states: Any, start: int, end: int, players: int, options: Any, seed: Any,
    seats: Any, halves: Any, mask: Any, observation: Any,
) -> None:  # fmt: skip
    """Deal the matches start … end - 1, each with its own seed."""
    actions, key, blank = zeros(MOST_LEGAL, np.int64), zeros(8, np.int64), zeros(1, STATE)
    for i in range(start, end):
        states[i] = blank[0]
        halves[i] = WHOLE
        begin(states, i, players, options, seed, i, key)
        show_step(states, i, i, actions, seats, halves, mask, observation)


@long_entry
def step_batch(
    states: Any, start: int, end: int, players: int, options: Any, seed: Any, dealt: Any, chosen: Any,
    seats: Any, halves: Any, mask: Any, observation: Any, shares: Any, over: Any,
) -> None:  # fmt: skip
    """Make one choice in each of the matches start … end - 1; one that ends gives its shares and is dealt again."""
    actions, key, blank = zeros(MOST_LEGAL, np.int64), zeros(8, np.int64), zeros(1, STATE)
    for i in range(start, end):
        s = states[i]
        action = action_of(s, seats[i], halves[i], chosen[i])
        halves[i] = chosen[i] if action == WHOLE else WHOLE
        if action != WHOLE:
            play(s, seats[i], action)
        over[i] = s.over
        for seat in range(players):
            shares[i, seat] = 0.0
        if s.over:
            returns(s, shares[i])
            dealt[i] += 1
            states[i] = blank[0]
            begin(states, i, players, options, seed, i + len(states) * dealt[i], key)
        show_step(states, i, i + len(states) * dealt[i], actions, seats, halves, mask, observation)
