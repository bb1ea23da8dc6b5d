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

Where time can run out, one more choice is to wait: a seat that may act need not act now, and when all wait, time passes.

A `symmetry.py` lists transformations that the rules do not notice: see symmetry.py in this folder.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from carreau.core.bits import count_bits
from carreau.core.compile import entry, long_entry, rule
from carreau.core.memory import memory, zeros
from carreau.core.state import CLOCK

GAME: Any = GAME  # noqa: F821
RULES: Any = RULES  # noqa: F821
DRIVE: Any = DRIVE  # noqa: F821
OBSERVE: Any = OBSERVE  # noqa: F821
SYMMETRY: Any = SYMMETRY  # noqa: F821
LENGTH: int = LENGTH  # noqa: F821
CHOICES: int = CHOICES  # noqa: F821
FIRST_BYTE: int = FIRST_BYTE  # noqa: F821

STATE, MOST_LEGAL = RULES.STATE, RULES.MOST_LEGAL
SIZE = STATE.itemsize
SEATS = max(GAME.players)
WHOLE = -1
WAIT = CHOICES - 1 if GAME.clock else WHOLE  # where time can run out, to do nothing now is a choice

setup, legal, returns, view = RULES.setup, RULES.legal, RULES.returns, RULES.view
play, add_to_seed = DRIVE.play, DRIVE.add_to_seed


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
    if WAIT != WHOLE and legal(s, CLOCK, actions):
        mask[WAIT] = True


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

    @long_entry
    def transform_rows(states: Any, seats: Any, numbers: Any, observation: Any, moves: Any) -> None:
        """What seats see in transformed states, and what each of their choices becomes; -1 for those that are not legal, or only
        half an action. A transformation that does not hold in a state leaves it as it is."""
        copies, actions = zeros(1, STATE), zeros(MOST_LEGAL, np.int64)
        for i in range(len(states)):
            copies[0] = states[i]
            number = numbers[i] if holds(states[i], numbers[i]) else 0
            transform(copies[0], number)
            fill(copies[0], seats[i], WHOLE, observation[i])
            for choice in range(CHOICES):
                moves[i, choice] = -1
            for k in range(legal(states[i], seats[i], actions)):
                action = actions[k]
                if second(states[i], seats[i], action) == WHOLE:
                    to = moved(states[i], seats[i], action, number)
                    moves[i, first(states[i], seats[i], action)] = first(copies[0], seats[i], to)
            if WAIT != WHOLE and legal(states[i], CLOCK, actions):
                moves[i, WAIT] = WAIT


# one match after another choice

SEAT, HALF, WAITS = range(3)  # of a turn: whose it is, the first half of an action if it is chosen, how many have just waited


@rule
def next_seat(s: Any, seat: int) -> int:
    """The next acting seat round the table."""
    seat = (seat + 1) % int(s.players)
    while not (s.acting >> seat) & 1:
        seat = (seat + 1) % int(s.players)
    return seat


@rule
def choose(s: Any, turn: Any, choice: int, actions: Any) -> None:
    """What is chosen happens. When all who may act have waited, the clock acts: by the last of what it may do."""
    action = WHOLE
    if choice == WAIT:
        turn[WAITS] += 1
        turn[HALF] = WHOLE
        if turn[WAITS] >= count_bits(s.acting):
            turn[WAITS] = 0
            play(s, CLOCK, actions[legal(s, CLOCK, actions) - 1])
    else:
        action = action_of(s, turn[SEAT], turn[HALF], choice)
        turn[HALF] = choice if action == WHOLE else WHOLE
        if action != WHOLE:
            turn[WAITS] = 0
            play(s, turn[SEAT], action)
    if s.acting and turn[HALF] == WHOLE:
        turn[SEAT] = next_seat(s, turn[SEAT])


@rule
def begin_turn(s: Any, turn: Any) -> None:
    """Where several seats may act at once, the first to be asked depends on chance."""
    turn[SEAT] = next_seat(s, int(s.key[0]) % int(s.players))
    turn[HALF], turn[WAITS] = WHOLE, 0


@entry
def begin_at(address: int, turn: int) -> None:
    begin_turn(memory(address, 1, STATE)[0], memory(turn, 3, np.int64))


@entry
def choose_at(address: int, turn: int, choice: int, observation: int, mask: int) -> bool:
    """What is chosen happens; then what the next seat sees and may choose. Whether the match is over."""
    s, actions, whose = memory(address, 1, STATE)[0], zeros(MOST_LEGAL, np.int64), memory(turn, 3, np.int64)
    choose(s, whose, choice, actions)
    if not s.over:
        fill(s, whose[SEAT], whose[HALF], memory(observation, LENGTH, np.int16))
        list_choices(s, whose[SEAT], whose[HALF], actions, memory(mask, CHOICES, np.int8))
    return s.over != 0


# a batch of matches, all a step further at once


@rule
def begin(states: Any, i: int, players: int, options: Any, seed: Any, number: int, key: Any) -> None:
    """Deal a match, with a seed that lies a number further on."""
    add_to_seed(seed, number, key)
    setup(states[i], players, options, key)


@rule
def show_step(states: Any, i: int, actions: Any, turns: Any, mask: Any, observation: Any) -> None:
    list_choices(states[i], turns[i, SEAT], turns[i, HALF], actions, mask[i])
    fill(states[i], turns[i, SEAT], turns[i, HALF], observation[i])


@long_entry
def start_batch(
    states: Any, start: int, end: int, players: int, options: Any, seed: Any,
    turns: Any, mask: Any, observation: Any,
) -> None:  # fmt: skip
    """Deal the matches start … end - 1, each with its own seed."""
    actions, key, blank = zeros(MOST_LEGAL, np.int64), zeros(8, np.int64), zeros(1, STATE)
    for i in range(start, end):
        states[i] = blank[0]
        begin(states, i, players, options, seed, i, key)
        begin_turn(states[i], turns[i])
        show_step(states, i, actions, turns, mask, observation)


@long_entry
def step_batch(
    states: Any, start: int, end: int, players: int, options: Any, seed: Any, dealt: Any, chosen: Any,
    turns: Any, mask: Any, observation: Any, shares: Any, over: Any, last: Any,
) -> None:  # fmt: skip
    """Make one choice in each of the matches start … end - 1; one that ends gives its shares and is dealt again.

    If there is room for it, what the seat that has chosen sees at the end is kept, too.
    """
    actions, key, blank = zeros(MOST_LEGAL, np.int64), zeros(8, np.int64), zeros(1, STATE)
    for i in range(start, end):
        s, chooser = states[i], turns[i, SEAT]
        choose(s, turns[i], chosen[i], actions)
        over[i] = s.over
        for seat in range(players):
            shares[i, seat] = 0.0
        if s.over:
            returns(s, shares[i])
            if len(last):
                fill(s, chooser, WHOLE, last[i])
            dealt[i] += 1
            states[i] = blank[0]
            begin(states, i, players, options, seed, i + len(states) * dealt[i], key)
            begin_turn(s, turns[i])
        show_step(states, i, actions, turns, mask, observation)


# for learning: what could come next, and the same matches seen otherwise


@long_entry
def look_ahead(
    states: Any, start: int, end: int, turns: Any, starts: Any, choices: Any, observation: Any, shares: Any, over: Any
) -> None:  # fmt: skip
    """What the seat that chooses would see after each of its choices, from starts[i] on for match i; its share at the end."""
    actions, copies, turn = zeros(MOST_LEGAL, np.int64), zeros(1, STATE), zeros(3, np.int64)
    every = zeros(SEATS, np.float64)
    for i in range(start, end):
        seat = turns[i, SEAT]
        for k in range(starts[i], starts[i + 1]):
            copies[0] = states[i]
            s = copies[0]
            for part in range(3):
                turn[part] = turns[i, part]
            choose(s, turn, choices[k], actions)
            fill(s, seat, turn[HALF] if turn[SEAT] == seat else WHOLE, observation[k])
            over[k], shares[k] = s.over, 0.0
            if s.over:
                returns(s, every)
                shares[k] = every[seat]


if SYMMETRY is not None:

    @long_entry
    def mirror_batch(states: Any, start: int, end: int, numbers: Any, turns: Any, mask: Any, observation: Any) -> None:
        """Go on with a match as a symmetry has it; not where half an action is chosen."""
        actions = zeros(MOST_LEGAL, np.int64)
        for i in range(start, end):
            if turns[i, HALF] == WHOLE and holds(states[i], numbers[i]):
                transform(states[i], numbers[i])
                show_step(states, i, actions, turns, mask, observation)
