"""The generic driver: everything that plays a game without knowing which.

This file is run once per game (see engine.py) with that game's rules as RULES and, if it has one, its tally as
TALLY. Functions ending in `_at` take the address of a state as a number, because handing a record to compiled
code from Python costs ten times as much.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from carreau.core.bits import count_bits, nth_bit
from carreau.core.compile import entry, long_entry, rule
from carreau.core.memory import memory, zeros
from carreau.core.quick import quick_below, quick_next, quick_start
from carreau.core.state import MOST_PLAYERS

RULES: Any = RULES  # noqa: F821
TALLY: Any = TALLY  # noqa: F821

STATE = RULES.STATE
SIZE = STATE.itemsize
MOST_LEGAL = RULES.MOST_LEGAL

setup, legal, score = RULES.setup, RULES.legal, RULES.play
returns, view, redeal = RULES.returns, RULES.view, RULES.redeal

if hasattr(RULES, "next_round"):
    next_round = RULES.next_round

    @rule
    def play_on(s: Any, seat: int, action: int) -> None:
        """An action and, where it has ended a round, the deal of the next."""
        score(s, seat, action)
        if not s.acting and not s.over:
            next_round(s)

    play = play_on
else:
    play = score


@rule
def states_at(address: int, length: int) -> Any:
    return memory(address, length, STATE)


@rule
def numbers_at(address: int, length: int) -> Any:
    return memory(address, length, np.int64)


@rule
def bytes_at(address: int, length: int) -> Any:
    return memory(address, length, np.int8)


@rule
def shares_at(address: int, length: int) -> Any:
    return memory(address, length, np.float64)


# one match, driven from Python


LOWEST = np.array([0] + [(seats & -seats).bit_length() - 1 for seats in range(1, 1 << MOST_PLAYERS)])


@rule
def lowest(seats: int) -> int:
    """The lowest seat of a bit mask of seats."""
    return LOWEST[seats]


@entry
def setup_at(address: int, players: int, options: Any, seed: Any) -> None:
    states = states_at(address, 1)
    setup(states[0], players, options, seed)


@entry
def deal_at(address: int, players: int, options: Any, seed: int, out: int) -> int:
    """Start a new match from a seed of up to 63 bits, then list the actions of the lowest acting seat."""
    states, words = zeros(1, STATE), zeros(8, np.int64)
    words[0], words[1] = seed & 0xFFFFFFFF, seed >> 32
    setup(states[0], players, options, words)
    states_at(address, 1)[0] = states[0]
    return legal(states[0], lowest(states[0].acting), numbers_at(out, MOST_LEGAL))


@entry
def legal_at(address: int, seat: int, out: int) -> int:
    return legal(states_at(address, 1)[0], seat, numbers_at(out, MOST_LEGAL))


@entry
def play_at(address: int, seat: int, action: int) -> None:
    play(states_at(address, 1)[0], seat, action)


@entry
def score_at(address: int, seat: int, action: int) -> None:
    """An action alone: where it has ended a round, the scored table stays."""
    score(states_at(address, 1)[0], seat, action)


@entry
def lowest_acting_at(address: int) -> int:
    return lowest(states_at(address, 1)[0].acting)


@entry
def step_at(address: int, action: int, out: int) -> int:
    """Play for the lowest acting seat, then list the actions of the next one; 0 when the match is over."""
    s = states_at(address, 1)[0]
    play(s, lowest(s.acting), action)
    if s.over:
        return 0
    return legal(s, lowest(s.acting), numbers_at(out, MOST_LEGAL))


@entry
def returns_at(address: int, out: int) -> None:
    s = states_at(address, 1)[0]
    returns(s, shares_at(out, s.players))


@entry
def view_at(address: int, seat: int, out: int) -> None:
    """A copy of the state with everything blanked that the seat may not know."""
    copies = states_at(out, 1)
    copies[0] = states_at(address, 1)[0]
    view(copies[0], seat)


@entry
def redeal_at(address: int, seat: int, seed: int) -> None:
    redeal(states_at(address, 1)[0], seat, seed)


@entry
def differs_at(address: int, seat: int, action: int, first: int, last: int) -> bool:
    """Whether a seat sees something else after an action in one of the worlds first … last that it cannot tell from this one.

    After the state at the address lie two more: a place for these worlds, and what the seat sees after the action in this one.
    """
    states = states_at(address, 3)
    seen, expected = bytes_at(address, 3 * SIZE)[SIZE : 2 * SIZE], bytes_at(address, 3 * SIZE)[2 * SIZE :]
    for seed in range(first, last + 1):
        states[1] = states[0]
        redeal(states[1], seat, seed)
        play(states[1], seat, action)
        view(states[1], seat)
        different = 0
        for i in range(SIZE):
            different |= seen[i] ^ expected[i]
        if different:
            return True
    return False


# many matches, without leaving compiled code


@rule
def no_tally(s: Any, seat: int, action: int, out: Any) -> None:
    pass


tally = no_tally if TALLY is None else TALLY.tally


@entry
def tally_at(address: int, seat: int, action: int, totals: Any) -> None:
    tally(states_at(address, 1)[0], seat, action, totals)


@rule
def choose_seat(s: Any, state: int) -> int:
    """The acting seat, or any of several."""
    seats = count_bits(s.acting)
    return nth_bit(s.acting, quick_below(state, seats) if seats > 1 else 0)


@rule
def play_out(s: Any, actions: Any, totals: Any, state: int) -> int:
    """Play at random to the end; the state of the quick generator goes in and comes out."""
    while not s.over:
        seat = lowest(s.acting)
        if s.acting & (s.acting - 1):
            state = quick_next(state)
            seat = choose_seat(s, state)
        n = legal(s, seat, actions)
        state = quick_next(state)
        action = actions[quick_below(state, n)]
        play(s, seat, action)
        tally(s, seat, action, totals)
    return state


@rule
def add_to_seed(seed: Any, number: int, out: Any) -> None:
    """The seed that lies a number further on."""
    carry = number
    for i in range(8):
        carry += seed[i]
        out[i] = carry & 0xFFFFFFFF
        carry >>= 32


@long_entry
def random_matches(first: int, count: int, players: int, options: Any, seed: Any, totals: Any, results: Any) -> None:
    """Play `count` matches with the seeds seed + first, seed + first + 1, …

    Per match, `results` gets its plies, then every seat's share of the win, then every seat's points.
    """
    states = zeros(2, STATE)
    actions = zeros(MOST_LEGAL, np.int64)
    key = zeros(8, np.int64)
    shares = zeros(players, np.float64)
    s = states[0]
    for i in range(count):
        states[0] = states[1]
        add_to_seed(seed, first + i, key)
        setup(s, players, options, key)
        play_out(s, actions, totals, quick_start(first + i))
        returns(s, shares)
        results[i, 0] = s.ply
        for seat in range(players):
            results[i, 1 + seat] = shares[seat]
            results[i, 1 + players + seat] = s.points[seat]
