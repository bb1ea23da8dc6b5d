"""The course of a match: deal, legal actions, plies, the end and its shares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from carreau.check.case import Case, Subject, play_to_the_end
from carreau.check.probe import difference, legal, may_act, shares, view
from carreau.check.registry import COMPILED, RULES, case_check, claim, game_check
from carreau.core.engine import SIMULATION
from carreau.core.errors import BadOption
from carreau.core.seed import read_seed, seed_words
from carreau.core.state import CLOCK, MOST_PLAYERS
from carreau.core.types import Value

MATCHES = 400


@case_check(
    RULES,
    "Every match ends within the plies that the game declares, and one win is shared among the winners.",
    "A match without end has no winner; bots, ladders and simulations count on shares that add up.",
    first=True,
)
def matches_end(case: Case) -> None:
    check_shares(case, case.finished[0].returns, "seed 1")
    for seed in range(2, case.size(3, 2)):
        check_shares(case, play_to_the_end(case, seed).returns, f"seed {seed}")
    early = shares(case.game, case.sample[0])
    claim(not any(early), f"returns gives {early} before the end: it has to be zero for every seat.")


def check_shares(case: Case, found: Sequence[float], where: str) -> None:
    claim(
        is_one_win(found) and min(found) >= 0,
        f"returns gives {list(found)} at the end ({case}, {where}): the shares of one win add up to 1; alone, it is 1 or 0.",
    )


def is_one_win(found: Sequence[float]) -> bool:
    """One win, shared; a player alone wins or does not."""
    return abs(sum(found) - 1) < 1e-9 or list(found) == [0.0]


@case_check(
    COMPILED,
    "Hundreds of random matches end in time.",
    "What happens once in a hundred matches happens every evening.",
)
def many_matches_end(case: Case) -> None:
    game, count = case.game, MATCHES
    options = game.read_options(case.mode.options, case.players)
    results = np.zeros((count, 1 + 2 * case.players))
    numbers = np.array(game._option_numbers(options), np.int64)
    words = np.array(seed_words(read_seed(3)), np.int64)
    SIMULATION.need(game)
    game._drive.random_matches(0, count, case.players, numbers, words, np.zeros(64), results)
    longest = int(results[:, 0].argmax())
    claim(
        results[longest, 0] <= case.most,
        f"A match without end: it lasts {results[longest, 0]:.0f} plies, but the game says that none is longer than {case.most} "
        f"({case}, seed {3 + longest}).",
    )
    for number, match in enumerate(results[:, 1 : 1 + case.players].tolist()):
        check_shares(case, match, f"seed {3 + number}")


@case_check(
    RULES,
    "The same arguments give the same bytes, and different seeds give different bytes.",
    "Records, replays and fair deals depend on it.",
)
def same_arguments_same_bytes(case: Case) -> None:
    one, other = (play_to_the_end(case, 5, 20 if case.plain else None) for _ in range(2))
    found = difference(one.state, other.state)
    claim(not found, f"The same match played twice ends differently: {found} ({case}, seed 5).")
    deals = [case.new(seed)._states.tobytes() for seed in (11, 12)]
    claim(deals[0] != deals[1], "Two seeds give the same bytes: setup has to begin with key_with(s, seed).")


@case_check(
    RULES,
    "players, ply, acting and over say how the match stands.",
    "Everything outside the rules reads them.",
)
def the_header_is_true(case: Case) -> None:
    states = case.sample
    claim(states[0].ply == 0, f"The deal is at ply {states[0].ply}, not 0 ({case}).")
    claim(case.players <= MOST_PLAYERS, f"No table has more than {MOST_PLAYERS} seats.")
    for state in states:
        where = case.at(state)
        claim(state.players == case.players, f"s.players is {state.players} {where}: setup has to set it.")
        claim(bool(state.acting) != bool(state.over), f"acting is {state.acting} and over is {state.over} {where}.")
        claim(state.acting < 1 << case.players, f"acting is {state.acting}, with a seat that does not exist {where}.")


@game_check(
    RULES,
    "Every option can be played with each of its values.",
    "A value that the page offers but the rules do not know breaks a table.",
)
def every_option_is_played(subject: Subject) -> None:
    for option in subject.game.options:
        played: list[Value] = []
        for case in subject.leading:
            values = [value for value in option.samples(case.players) if not subject.plain or value not in played]
            played += [value for value in values if play_with(case, option.name, value)]


def play_with(case: Case, name: str, value: Value) -> bool:
    """Whether the option can have this value in this case; then it is played."""
    given = replace(case.mode, options={**case.mode.options, name: value})
    try:
        case.game.read_options(given.options, case.players)
    except BadOption:
        return False
    other = replace(case, mode=given)
    match = play_to_the_end(other, 5, 6 if case.plain else None)
    claim(match.options[name] == value, f"The option {name}={value} is read as {match.options[name]}.")
    if match.over:
        check_shares(other, match.returns, f"option {name}={value}, seed 5")
    return True


@case_check(
    RULES,
    "legal lists actions in ascending order, none of them twice, and at least one for every acting seat.",
    "An action is checked by looking it up in the list; the search reads lists side by side.",
)
def legal_is_sorted(case: Case) -> None:
    game = case.game
    for state in case.sample:
        for seat in may_act(game, state):
            actions, where = legal(game, state, seat), case.at(state, seat)
            claim(actions or seat == CLOCK, f"A seat that acts has no legal action {where}.")
            claim(actions == sorted(set(actions)), f"legal is not ascending, or lists an action twice: {actions[:8]} … {where}.")
            claim(all(0 <= one < game.actions for one in actions), f"legal lists numbers that are not actions {where}.")


@case_check(
    RULES,
    "Nothing but play changes a state.",
    "Looking at the table must not be a move.",
)
def nothing_but_play_changes_a_state(case: Case) -> None:
    game = case.game
    for state in case.sample:
        states = np.array([state], game.rules.STATE)
        before, address = states.copy(), states.ctypes.data
        actions, found = np.zeros(game.rules.MOST_LEGAL, np.int64), np.zeros(MOST_PLAYERS)

        def check(what: str, states: np.ndarray = states, before: np.ndarray = before) -> None:
            changed = difference(before[0], states[0])
            claim(not changed, f"{what} changes the state: {changed} {case.at(before[0])}.")

        for seat in may_act(game, state):
            game._drive.legal_at(address, seat, actions.ctypes.data)
        check("legal")
        game._drive.returns_at(address, found.ctypes.data)
        check("returns")
        for seat in case.viewers:
            view(game, states[0], seat)
        game.show.describe(states[0])
        check("describe in show.py")
        game.show.text(states[0], 0, [])
        check("text in show.py")
