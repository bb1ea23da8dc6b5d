"""The search: its tree adds up, it gives the same result again, it stops when told, and it finds the best move."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import carreau
from carreau.bots.bot import MOST_ITERATIONS, NO_LIMIT, Greedy, Ismcts, best_of, flat
from carreau.bots.levels import LEVELS
from carreau.bots.search_for import search_for
from carreau.bots.seen import Seen
from carreau.core.game import Game
from carreau.core.match import Match
from tests import probe
from tests.conftest import GAMES
from tests.some import QUICK

ROOT = Path(__file__).parent.parent.parent
FOUR = next(game for game in GAMES if game.id == "connect_four")


def tree_of(match: Match, iterations: int, seed: int = 1, deepest: int = 1000) -> tuple[Any, int]:
    search = search_for(match.game)
    seat = match.acting[0]
    nodes = np.zeros(iterations + 1, search.NODE)
    stop = np.zeros(1, np.int64)
    count = search.grow(Seen.of(match, seat)._states, seat, iterations, seed, 0.5, deepest, nodes, stop)
    return nodes[:count], count


def children(nodes: Any, node: int) -> list[int]:
    found, child = [], int(nodes[node]["first"])
    while child:
        found.append(child)
        child = int(nodes[child]["following"])
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_tree_adds_up(game: Game) -> None:
    match = game.new(seed=3)
    match.play(match.actions(match.acting[0])[0])
    nodes, count = tree_of(match, 500)
    seen = {0}
    for node in range(count):
        below = children(nodes, node)
        seen |= set(below)
        actions = [int(nodes[child]["action"]) for child in below]
        assert actions == sorted(set(actions))
        visits = [int(nodes[child]["visits"]) for child in below]
        assert all(visits) and all(nodes[child]["available"] >= nodes[child]["visits"] for child in below)
        if node == 0:
            assert sum(visits) == nodes[0]["visits"]
        else:
            assert sum(visits) <= nodes[node]["visits"] - 1 or not below
        assert abs(nodes[node]["total"].sum() - nodes[node]["visits"]) < 1e-3 * nodes[node]["visits"], "shares of one win each"
    assert seen == set(range(count))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_same_seed_gives_the_same_choice(game: Game) -> None:
    match = game.new(seed=4)
    seat = match.acting[0]
    for bot in (Ismcts(200), Ismcts(200, cores=2), flat(200), Greedy(), LEVELS[1].bot):
        assert isinstance(bot, Ismcts | Greedy)
        twice = [bot.estimate(Seen.of(match, seat), match.actions(seat), 9) for _ in range(2)]
        assert twice[0] == twice[1]


@pytest.mark.parametrize("bot", [Greedy(worlds=2), Ismcts(200), Ismcts(200, cores=2)])
def test_some_of_the_legal_actions_are_estimated_as_among_all(bot: Any) -> None:
    match = FOUR.new(seed=1)
    seen, legal = Seen.of(match, 0), match.actions(0)
    whole = {one.action: one for one in bot.estimate(seen, legal, 1)}
    for some in (legal[2:5], legal[::-1], [legal[6], legal[1]]):
        few = bot.estimate(seen, some, 1)
        assert [(one.action, one.share) for one in few] == [(action, whole[action].share) for action in some]
        assert bot.choose(seen, some, 1) in some


def test_a_tree_never_grows_deeper_than_the_path_that_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    search: Any = sys.modules[search_for(FOUR).__name__]  # plain Python, which notices
    monkeypatch.setattr(search, "DEEPEST", 3)
    match, nodes = FOUR.new(seed=1), np.zeros(401, search.NODE)
    search.grow(Seen.of(match, 0)._states, 0, 400, 1, 0.5, NO_LIMIT, nodes, np.zeros(1, np.int64))
    assert depth(nodes, 0) == 3


def depth(nodes: Any, node: int) -> int:
    return max((1 + depth(nodes, child) for child in children(nodes, node)), default=0)


def test_flat_has_no_second_level() -> None:
    nodes, _ = tree_of(FOUR.new(seed=1), 300, deepest=1)
    assert all(not children(nodes, child) for child in children(nodes, 0))


PLAIN = """
import json, sys, numpy as np, carreau
from carreau.bots.bot import Greedy, Ismcts
from carreau.bots.seen import Seen
out = []
match = carreau.load(sys.argv[1]).new(seed=6)
for ply in range(2):
    seat = match.acting[0]
    seen, legal = Seen.of(match, seat), match.actions(seat)
    for bot in (Ismcts(8), Greedy(worlds=1)):
        out.append([[one.action, round(one.share, 6), round(one.weight, 6)] for one in bot.estimate(seen, legal, ply)])
    match.play(legal[ply % len(legal)])
print(json.dumps(out))
"""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_compiled_and_plain_python_agree(game: Game) -> None:
    """A game's advice and the search itself, without a compiler."""
    results = []
    for switch in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": switch, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", PLAIN, game.id if game.id in carreau.games() else str(game.folder)]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        assert done.returncode == 0, done.stderr
        results.append(json.loads(done.stdout))
    for fast, plain in zip(*results, strict=True):
        assert [one[0] for one in fast] == [one[0] for one in plain]
        assert np.allclose([one[1:] for one in fast], [one[1:] for one in plain], atol=1e-5)


def solve(match: Match) -> dict[int, float]:
    """What each action is worth to the acting seat if both play perfectly, by brute force."""
    seat = match.acting[0]
    values = {}
    for action in match.actions(seat):
        twin = match.copy()
        twin.play(action)
        values[action] = twin.returns[seat] if twin.over else 1 - max(solve(twin).values())
    return values


def ends(match: Match, action: int) -> bool:
    twin = match.copy()
    twin.play(action)
    return twin.over


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 4, 5, 6, 7])
def test_perfect_play_is_found_where_brute_force_can_tell(seed: int) -> None:
    chooser = np.random.default_rng(seed)
    match = FOUR.new(seed=seed)
    while match.ply < 34:
        quiet = [action for action in match.actions(match.acting[0]) if not ends(match, action)]
        match.play(int(chooser.choice(quiet)))
    values = solve(match)
    seat = match.acting[0]
    choice = Ismcts(4000).choose(Seen.of(match, seat), match.actions(seat), seed)
    assert values[choice] == max(values.values())


def test_a_search_ends_when_it_is_decided() -> None:
    """Connect Four with a win on the board: the remaining iterations could change nothing."""
    match = FOUR.new(seed=1)
    seat = match.acting[0]
    for column in (0, 6, 0, 6, 0, 5):
        match.play(match.actions(match.acting[0])[column])
    nodes, _ = tree_of(match, 20_000)
    best = max(children(nodes, 0), key=lambda child: int(nodes[child]["visits"]))
    assert int(nodes[best]["action"]) == match.actions(seat)[0]
    assert nodes[0]["visits"] < 20_000
    visits = sorted(int(nodes[child]["visits"]) for child in children(nodes, 0))
    assert visits[-1] - visits[-2] > 20_000 - nodes[0]["visits"]


def test_a_deadline_is_kept() -> None:
    match = QUICK.new(seed=2)
    match.play(match.actions(match.acting[0])[0])
    seat = match.acting[0]
    bot = Ismcts(MOST_ITERATIONS, seconds=0.3, cores=2)
    bot.estimate(Seen.of(match, seat), match.actions(seat), 1)
    started = time.perf_counter()
    found = bot.estimate(Seen.of(match, seat), match.actions(seat), 1)
    assert time.perf_counter() - started < 1.0
    assert sum(one.weight for one in found) > 100


def test_a_stop_flag_ends_a_search() -> None:
    match = QUICK.new(seed=2)
    match.play(match.actions(match.acting[0])[0])
    seat = match.acting[0]
    stop = np.zeros(1, np.int64)
    bot = Ismcts(MOST_ITERATIONS, stop=stop)
    timer = threading.Timer(0.2, lambda: stop.__setitem__(0, 1))
    timer.start()
    started = time.perf_counter()
    assert best_of(bot.estimate(Seen.of(match, seat), match.actions(seat), 1)).weight > 0
    assert time.perf_counter() - started < 2.0


def test_a_deadline_leaves_the_stop_flag_as_it_was() -> None:
    match, stop = FOUR.new(seed=1), np.zeros(1, np.int64)
    bot = Ismcts(MOST_ITERATIONS, seconds=0.05, stop=stop)
    for _ in range(2):
        found = bot.estimate(Seen.of(match, 0), match.actions(0), 1)
        assert sum(one.weight for one in found) > 0 and stop[0] == 0
    stop[0] = 1
    assert sum(one.weight for one in bot.estimate(Seen.of(match, 0), match.actions(0), 1)) == 0 and stop[0] == 1


def test_the_largest_tree_stays_under_200_megabytes() -> None:
    assert search_for(FOUR).NODE.itemsize * (MOST_ITERATIONS + 1) < 200e6


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_advice_is_sound(game: Game) -> None:
    """Shares of one win, and a policy that names one of the actions, in positions from random matches."""
    search = search_for(game)
    actions = np.zeros(game.rules.MOST_LEGAL, np.int64)
    for mode in game.modes:
        for players in mode.players[:2]:
            for number, state in enumerate(probe.positions(game, players, dict(mode.options), 7, 12)):
                if state.over or game.new(players, 1, **mode.options).in_real_time:
                    continue
                copies = np.array([state], game.rules.STATE)
                shares = np.zeros(8)
                judge_at(search, copies, shares)
                assert abs(shares[:players].sum() - 1) < 1e-9 and shares.min() >= 0
                assert not shares[players:].any()
                seat = probe.acting_seats(state)[0]
                n = game._drive.legal_at(copies.ctypes.data, seat, actions.ctypes.data)
                assert 0 <= policy_at(search, copies, seat, actions, n, number * 7919) < n


def judge_at(search: Any, states: Any, shares: Any) -> None:
    compiled(search, "judge")(states, shares)


def policy_at(search: Any, states: Any, seat: int, actions: Any, n: int, chance: int) -> int:
    return int(compiled(search, "policy")(states, seat, actions, n, chance))


CALLERS: dict[tuple[str, str], Any] = {}


def compiled(search: Any, name: str) -> Any:
    """Compiled rules cannot be called from Python, but a small function around one can."""
    import numba

    key = (search.__name__, name)
    if key not in CALLERS:
        judge, policy = search.judge, search.policy
        if name == "judge":
            CALLERS[key] = numba.njit(lambda states, shares: judge(states[0], shares))
        else:
            CALLERS[key] = numba.njit(lambda states, seat, actions, n, chance: policy(states[0], seat, actions, n, chance))
    return CALLERS[key]


def test_the_driver_of_a_game_is_kept_in_its_own_folder_even_if_bots_come_first() -> None:
    """Otherwise another game would find it in the folder that all share, and run these rules."""
    code = (
        "import carreau, sys; from carreau.bots.search_for import machine_search; from carreau.core import engine; "
        "game = carreau.load(sys.argv[1]); machine_search(game); "
        "print(vars(engine.plain_drive(game)).get(engine.FOLDER) == engine.code_folder(game))"
    )
    done = subprocess.run([sys.executable, "-c", code, QUICK.id], capture_output=True, text=True, timeout=120)
    assert done.stdout == "True\n", done.stderr
