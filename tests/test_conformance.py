"""What the contract promises, checked for every game that can be found. No game is named here."""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.text import Text

import carreau
from carreau.core.engine import plain_drive
from carreau.core.game import Game, Mode
from carreau.core.markup import plain
from carreau.core.match import COMMON_KEYS, Match
from carreau.core.seed import read_seed, seed_words
from carreau.core.state import CLOCK, MOST_PLAYERS, SPECTATOR
from tests.conftest import CASES, GAMES, case_name
from tests.effort import often
from tests.probe import acting_seats, choose, legal, may_act, played, positions, probe, redeal, view, world

Case = tuple[Game, Mode, int]

each_case = pytest.mark.parametrize("case", CASES, ids=case_name)
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)

POSITIONS = 30
MATCHES = 400
SMALL = 40  # so few worlds can be counted
DRAWS = 40  # redeals per world
NAMES = 1000  # of so many actions of a position the names are tried


def sample(case: Case, seed: int = 1, count: int = POSITIONS) -> Any:
    game, mode, players = case
    return positions(game, players, dict(mode.options), seed, count)


def play_to_the_end(match: Match, seed: int) -> None:
    chooser = random.Random(seed)
    while not match.over:
        seat, action = choose(match, chooser)
        match.play(action, seat)


# setup, play, returns


@each_case
def test_same_arguments_same_bytes(case: Case) -> None:
    game, mode, players = case
    one, other = (game.new(players, 11, **mode.options) for _ in range(2))
    for match in (one, other):
        play_to_the_end(match, 5)
    assert one.states.tobytes() == other.states.tobytes()
    assert game.new(players, 12, **mode.options).states.tobytes() != game.new(players, 11, **mode.options).states.tobytes()


@each_case
def test_matches_end_in_time_and_share_one_win(case: Case) -> None:
    game, mode, players = case
    options = game.read_options(mode.options, players)
    results = np.zeros((MATCHES, 1 + 2 * players))
    numbers = np.array(game.option_numbers(options), np.int64)
    words = np.array(seed_words(read_seed(3)), np.int64)
    game.drive.random_matches(0, MATCHES, players, numbers, words, np.zeros(64), results)
    assert results[:, 0].max() <= game.plies(players, options)
    shares = results[:, 1 : 1 + players]
    assert all(is_one_win(match) for match in shares.tolist())
    assert (shares >= 0).all()


def is_one_win(shares: Sequence[float]) -> bool:
    """One win, shared; alone one wins or not."""
    return sum(shares) == pytest.approx(1) or list(shares) == [0.0]


@each_case
def test_header_tells_the_truth(case: Case) -> None:
    states = sample(case)
    assert [state.over for state in states] == [0] * (len(states) - 1) + [1]
    for before, after in zip(states, states[1:], strict=False):
        assert before.ply < after.ply
    for state in states:
        assert state.players == case[2] <= MOST_PLAYERS
        assert bool(state.acting) != bool(state.over)
        assert state.acting < 1 << int(state.players)
    assert states[0].ply == 0


@each_game
def test_every_option_is_played(game: Game) -> None:
    for option in game.options:
        for mode in game.modes:
            for players in mode.players:
                for value in option.samples(players):
                    given = {**mode.options, option.name: value}
                    try:
                        match = game.new(players, 5, **given)
                    except carreau.BadOption:
                        continue
                    assert match.options[option.name] == value
                    play_to_the_end(match, 6)
                    assert match.ply <= game.plies(players, match.options)
                    assert is_one_win(match.returns)


# legal


@each_case
def test_legal_is_sorted_unique_and_never_empty(case: Case) -> None:
    for state in sample(case):
        for seat in may_act(case[0], state):
            actions = legal(case[0], state, seat)
            assert actions or seat == CLOCK
            assert actions == sorted(set(actions))
            assert all(0 <= action < case[0].actions for action in actions)
            assert len(actions) <= case[0].rules.MOST_LEGAL
    assert case[0].actions == case[0].rules.ACTIONS


@each_case
def test_nothing_but_play_changes_a_state(case: Case) -> None:
    game = case[0]
    for state in sample(case):
        states = np.array([state], game.rules.STATE)
        before = states.tobytes()
        actions, shares, copy = np.zeros(game.rules.MOST_LEGAL, np.int64), np.zeros(MOST_PLAYERS), states.copy()
        for seat in may_act(game, state):
            game.drive.legal_at(states.ctypes.data, seat, actions.ctypes.data)
        for seat in [*range(state.players), SPECTATOR]:
            game.drive.view_at(states.ctypes.data, seat, copy.ctypes.data)
        game.drive.returns_at(states.ctypes.data, shares.ctypes.data)
        game.show.describe(states[0])
        game.show.text(states[0], 0, [])
        assert states.tobytes() == before


@each_case
def test_names_parse_back(case: Case) -> None:
    game = case[0]
    for state in sample(case):
        for seat in may_act(game, state):
            actions = legal(game, state, seat)
            actions = actions[:: max(1, len(actions) // NAMES)]
            names = [game.name_action(action) for action in actions]
            assert [game.parse_action(name) for name in names] == actions
            assert len(set(names)) == len(names)
            assert [game.pack(**game.unpack(action)) for action in actions] == actions


@each_game
@settings(max_examples=200, deadline=None)
@given(name=st.text(max_size=30) | st.text("abcdefghrgyx0123456789 -,.+", max_size=12))
def test_any_text_is_an_action_or_a_clear_error(game: Game, name: str) -> None:
    try:
        assert 0 <= game.parse_action(name) < game.actions
    except carreau.InvalidAction as error:
        assert str(error).endswith(".")


# real time


@each_game
def test_only_games_with_a_clock_have_timers_and_every_timer_is_an_action_of_the_clock(game: Game) -> None:
    assert game.clock == (game.realtime is not None)
    for mode in game.modes if game.realtime else ():
        for players in mode.players:
            match = game.new(players, 3, **mode.options)
            chooser = random.Random(8)
            while not match.over:
                timers = game.realtime.timers(match.state)
                assert sorted(action for action, _, _ in timers) == match.actions(CLOCK)
                assert all(seconds > 0 and 0 <= since <= match.ply for _, seconds, since in timers)
                assert timers == game.realtime.timers(match.seen(None))
                assert match.in_real_time or len(match.acting) == 1
                seat, action = choose(match, chooser)
                match.play(action, seat)


# records


@each_case
def test_records_replay(case: Case) -> None:
    game, mode, players = case
    match = game.new(players, 21, **mode.options)
    play_to_the_end(match, 22)
    record = json.loads(json.dumps(match.record()))
    again = carreau.verify(record)
    assert again.states.tobytes() == match.states.tobytes()
    assert again.record() == match.record()
    assert again.outcome == match.outcome
    assert match.outcome is not None and set(match.outcome) >= {"winners", "reason", "text"}
    middle = match.ply // 2
    assert carreau.replay(record, middle).ply == middle


# views


@each_case
def test_views_are_json_with_documented_keys(case: Case) -> None:
    game, mode, players = case
    match = game.new(players, 31, **mode.options)
    keys = set(COMMON_KEYS) | set(game.show.KEYS)
    chooser = random.Random(1)
    while not match.over:
        if match.ply % 9 == 0:
            for data in [match.reveal(), *(match.view(seat) for seat in [*range(players), None])]:
                assert set(json.loads(json.dumps(data))) == keys
        seat, action = choose(match, chooser)
        match.play(action, seat)


@each_case
def test_the_terminal_picture_is_sound_markup(case: Case) -> None:
    game = case[0]
    for state in sample(case, count=often(12)):
        for seat in [*range(state.players), SPECTATOR]:
            actions = legal(game, state, seat) if seat in acting_seats(state) else []
            picture = game.show.text(view(game, state, seat), seat, actions)
            assert Text.from_markup(picture).plain == plain(picture)
            assert picture.strip()


@each_case
def test_no_view_shows_the_generator(case: Case) -> None:
    for state in sample(case):
        for seat in [*range(state.players), SPECTATOR]:
            seen = view(case[0], state, seat)
            assert not seen.key.any() and not seen.block.any() and seen.counter == 0


@each_case
def test_legal_depends_only_on_the_view(case: Case) -> None:
    for state in sample(case):
        for seat in acting_seats(state):
            assert legal(case[0], view(case[0], state, seat), seat) == legal(case[0], state, seat)
        if case[0].clock:  # the clock needs no more than all may know
            assert legal(case[0], view(case[0], state, SPECTATOR), CLOCK) == legal(case[0], state, CLOCK)


# redeal


@each_case
def test_a_seat_cannot_tell_a_redealt_world(case: Case) -> None:
    game = case[0]
    for number, state in enumerate(sample(case)):
        for seat in [*range(state.players), SPECTATOR]:
            other = redeal(game, state, seat, number)
            assert view(game, other, seat).tobytes() == view(game, state, seat).tobytes()
            if seat in acting_seats(state):
                assert legal(game, other, seat) == legal(game, state, seat)


@each_case
def test_redeal_needs_only_the_view(case: Case) -> None:
    game = case[0]
    for number, state in enumerate(sample(case)):
        for seat in [*range(state.players), SPECTATOR]:
            assert redeal(game, view(game, state, seat), seat, number).tobytes() == redeal(game, state, seat, number).tobytes()


@each_case
def test_cards_are_conserved(case: Case) -> None:
    game = case[0]
    states = sample(case)
    deck = game.show.inventory(states[0])
    assert len(set(deck)) == len(deck)
    for number, state in enumerate(states):
        assert game.show.inventory(state) == deck
        for seat in [*range(state.players), SPECTATOR]:
            assert game.show.inventory(redeal(game, state, seat, number)) == deck


@each_case
def test_redealt_worlds_can_be_played_out(case: Case) -> None:
    game, mode, players = case
    most = game.plies(players, game.read_options(mode.options, players))
    chooser = random.Random(4)
    for number, state in enumerate(sample(case, seed=2, count=often(5))):
        for seat in range(players):
            other = redeal(game, state, seat, number)
            while not other.over:
                acting = chooser.choice(acting_seats(other))
                other = played(game, other, acting, chooser.choice(legal(game, other, acting)))
            assert other.ply <= most


def small_cases(game: Game) -> list[tuple[Any, int]]:
    """Positions of which a seat knows so much that few worlds are left, but not one alone.

    Where random matches hardly ever come to one, tests/games/small_<id>.py gives them.
    """
    name = f"tests.games.small_{game.id}"
    if importlib.util.find_spec(name):
        return list(importlib.import_module(name).positions())
    found = []
    seeds = min(12, max(3, 84 // sum(len(mode.players) for mode in game.modes)))
    for mode in game.modes:
        for players in mode.players:
            for seed in range(seeds):
                states = positions(game, players, dict(mode.options), seed, 60)
                for state in states[-25:]:
                    seat = int(state.ply) % players
                    worlds = {world(redeal(game, state, seat, number)) for number in range(2 * SMALL)}
                    if 2 <= len(worlds) <= SMALL:
                        found.append((state, seat))
    return found


@each_game
def test_redeals_are_spread_evenly_over_the_worlds_that_fit(game: Game) -> None:
    states = positions(game, game.modes[0].players[0], dict(game.modes[0].options), 1, 5)
    if len({world(redeal(game, states[0], 0, number)) for number in range(20)}) == 1:
        return  # nothing is hidden in this game
    cases = small_cases(game)
    assert cases, "no position with few enough worlds: give some in tests/games/small_<id>.py"
    for state, seat in random.Random(1).sample(cases, min(often(3), len(cases))):
        probed = {world(redeal(game, state, seat, number)) for number in range(20 * SMALL)}
        draws = DRAWS * len(probed)
        counts = Counter(world(redeal(game, state, seat, 1000 + number)) for number in range(draws))
        assert world(state) in counts
        square = sum((count - DRAWS) ** 2 / DRAWS for count in counts.values()) + DRAWS * (len(probed) - len(counts))
        free = len(probed) - 1
        assert square < free + 6 * (2 * free) ** 0.5 + 12, f"{len(probed)} worlds, chi-square {square:.0f}"


# between two rounds


def scored_tables(case: Case, count: int) -> list[Match]:
    """Tables of random matches whose round has been scored, the next not dealt."""
    game, mode, players = case
    found: list[Match] = []
    for seed in range(4):
        match, chooser = game.new(players, seed, **mode.options), random.Random(seed)
        while not match.over and len(found) < count:
            seat, action = choose(match, chooser)
            match.play(action, seat)
            table = match.scored_table()
            assert (table is None) == (match.over or match.scored != match.ply)
            found += [] if table is None else [table]
    return found


ROUNDS = [case for case in CASES if hasattr(case[0].rules, "next_round")]


@pytest.mark.parametrize("case", ROUNDS, ids=case_name)
def test_a_scored_table_is_a_state_like_any_other(case: Case) -> None:
    """It can be viewed, dealt anew and counted; what follows is the deal of the next round, and nothing else."""
    game = case[0]
    for number, table in enumerate(scored_tables(case, often(3))):
        state = table.state
        assert not state.acting and not state.over and state.scored == state.ply == len(table.history)
        for seat in [*range(state.players), SPECTATOR]:
            seen, other = view(game, state, seat), redeal(game, state, seat, number)
            assert view(game, other, seat).tobytes() == seen.tobytes()
            assert redeal(game, seen, seat, number).tobytes() == other.tobytes()
            assert game.show.inventory(other) == game.show.inventory(state)
        after, dealt = table.at(table.ply), np.array([state], game.rules.STATE)
        plain_drive(game).next_round(dealt[0])
        assert dealt.tobytes() == after.states.tobytes()


# with and without the compiler


@each_game
def test_compiled_and_plain_python_agree(game: Game, tmp_path: Path) -> None:
    name = game.id if game.id in carreau.games() else str(game.folder)
    cases = [case for case in CASES if case[0] is game]
    states = np.concatenate([sample(case, seed=7, count=max(4, 60 // len(cases))) for case in cases])
    source, target = tmp_path / "states", tmp_path / "answers"
    states.tofile(source)
    subprocess.run(
        [sys.executable, "-m", "tests.probe", name, str(source), str(target)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "error"}, cwd=Path(__file__).parent.parent, check=True,
    )  # fmt: skip
    assert target.read_bytes() == b"".join(probe(game, states))


@each_game
def test_a_whole_match_is_the_same_in_plain_python(game: Game) -> None:
    """Deal and first moves of every way to play, by the public face, in a process without a compiler."""
    name = game.id if game.id in carreau.games() else str(game.folder)
    program = (
        "import carreau, json, sys\n"
        "game = carreau.load(sys.argv[1])\n"
        "for mode in game.modes:\n"
        "    for players in {mode.players[0], mode.players[-1]}:\n"
        "        match = game.new(players, 9, **mode.options)\n"
        "        while not match.over and match.ply < 25:\n"
        "            seat = match.acting[-1]\n"
        "            actions = match.actions(seat)\n"
        "            match.play(actions[match.ply * 7 % len(actions)], seat)\n"
        "        print(match.states.tobytes().hex())\n"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", program, name], env={**os.environ, "NUMBA_DISABLE_JIT": off},
            capture_output=True, text=True, check=True,
        ).stdout
        for off in ("0", "1")
    ]  # fmt: skip
    assert outputs[0] == outputs[1] and outputs[0]
