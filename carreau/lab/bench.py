"""How fast the engine is on this machine, next to its peers in the same run.

Common ground is one game at random, which the peers have too (lab/peers): whole games inside the engine on one core, single
steps driven from Python, and batched steps with observation and legal mask on all cores. Then the environments for agents that
learn (lab/environments.py); every game for which there is a straightforward C++ program, by number of players; the bots of the
quickest game, and what it costs to note its matches for experiments; and how long people wait on a machine where nothing has
been compiled yet.
"""

from __future__ import annotations

import importlib
import os
import random
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import numpy as np

import carreau
from carreau.bots.bot import MOST_ITERATIONS, NO_LIMIT
from carreau.bots.search_for import search_for
from carreau.bots.seen import Seen
from carreau.core import policy
from carreau.core.batch import Batch
from carreau.core.engine import SIMULATION
from carreau.core.errors import MissingExtra
from carreau.core.extra import how_to_install, is_installed
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.core.policy import Policy
from carreau.core.seed import read_seed, seed_words
from carreau.core.stepper import Stepper
from carreau.games import quickest
from carreau.lab.experiment import Setting
from carreau.lab.first_start import before, measure_first_start
from carreau.lab.matches import play as play_noted
from carreau.lab.peers import COMMON, LIBRARIES, PROGRAMS
from carreau.lab.stopwatch import cost, rate

BATCH = 4096
NOTED = 1000  # matches that are played bare, then noted
PARTS = ("common", "environments", "programs", "bots", "lab", "start")
Say = Callable[[str], None]


def bench(peers: bool, say: Say, parts: Collection[str] = PARTS) -> dict[str, Any]:
    """The figures of these parts; `say` is told what is being measured."""
    policy.choose(Policy.FIRST)
    if peers and not any(map(is_installed, LIBRARIES.values())):
        raise MissingExtra(f"A comparison needs OpenSpiel, Pgx or PettingZoo: {how_to_install('peers')}")
    common, quick = load_common(), quickest()
    figures: dict[str, Any] = {"cores": os.cpu_count(), "game": common.name}
    if "common" in parts:
        figures["common"] = measure_common(common, peers, say)
        if peers:
            figures["ratios"] = ratios(figures["common"])
    if "environments" in parts:
        found = figures.get("common", {}) if peers else {}
        figures["environments"] = measure_learning(common, peers, found, say)
    if "programs" in parts:
        figures["programs"] = {}
        for id, source in PROGRAMS.items():
            if id in carreau.games():
                figures["programs"] |= measure_program(carreau.load(id), source, say)
    if "bots" in parts:
        say(f"{quick.name}'s bots")
        figures["bots"] = measure_bots(quick)
    if "lab" in parts:
        say(f"{quick.name}, noted for experiments")
        figures["lab"] = measure_notes(quick)
    if "start" in parts:
        games = [carreau.load(name) for name in carreau.games()]
        figures["start"], figures["before"] = measure_first_start(games, say), before(games)
    return figures


def measure_common(game: Game, peers: bool, say: Say) -> dict[str, Any]:
    """The game that the libraries have too, in this engine and in theirs."""
    say(f"{game.name} in this engine")
    figures: dict[str, Any] = {
        "carreau": {"inside": inside(game, 2, "matches"), "stepped": stepped(game), "batched": batched(game)}
    }
    for name in LIBRARIES if peers else ():
        say(f"{game.name} in {name}")
        figures[name] = measure_library(name)
    return figures


def measure_learning(common: Game, peers: bool, found: dict[str, Any], say: Say) -> Any:
    """The environments for learning agents; `found` has figures of peers that are already measured."""
    try:
        from carreau.lab.environments import measure_environments
    except ImportError:
        return f"not installed: {how_to_install('rl')}"
    names = ("pettingzoo", "pgx") if peers else ()
    try:
        return measure_environments(common, {name: found.get(name) or measure_library(name) for name in names}, say)
    except MissingExtra as missing:
        return str(missing)


def load_common() -> Game:
    return carreau.load(carreau.examples() / COMMON)


def measure_program(game: Game, source: Path, say: Say) -> dict[str, Any]:
    """A game by number of players, and a program that plays only this game."""
    figures: dict[str, Any] = {}
    for players in game.players:
        say(f"{game.name} with {players} players")
        figures[f"{game.name}, {players} players, moves/s"] = inside(game, players, "moves")
    say(f"{game.name} in C++")
    figures[f"{game.name}, 2 players in C++, moves/s"] = measure_cpp(source)
    figures[f"{game.name}, bytes of a state"] = game.rules.STATE.itemsize
    return figures


def inside(game: Game, players: int, count: str) -> float:
    """Random matches without leaving the engine, on one core."""
    SIMULATION.need(game)
    numbers = np.array(game._option_numbers(game.read_options({}, players)), np.int64)
    words = np.array(seed_words(read_seed(1)), np.int64)
    matches = 500
    results, totals = np.zeros((matches, 1 + 2 * players)), np.zeros(64)
    first = 0

    def work() -> int:
        nonlocal first
        first += matches
        game._drive.random_matches(first, matches, players, numbers, words, totals, results)
        return matches if count == "matches" else int(results[:, 0].sum())

    return rate(work)


def stepped(game: Game) -> float:
    """Random steps driven from Python."""
    stepper = Stepper(game)
    seed = 0

    def work() -> int:
        nonlocal seed
        steps = 0
        for _ in range(100):
            seed += 1
            stepper.deal(seed)
            while not stepper.over:
                stepper.play(random.choice(stepper.legal()))
                steps += 1
        return steps

    return rate(work)


def batched(game: Game) -> float:
    """Random steps of many matches at once on all cores, with observation and legal mask."""
    batch = Batch(game, BATCH)
    batch.start(1)
    chooser = np.random.default_rng(1)

    def work() -> int:
        for _ in range(10):
            batch.step((chooser.random(batch.mask.shape, np.float32) * batch.mask).argmax(axis=1))
        return 10 * BATCH

    figure = rate(work)
    batch.close()
    return figure


def measure_library(name: str) -> dict[str, float] | str:
    """A library's figures, or why there are none."""
    try:
        peer = importlib.import_module(f"carreau.lab.peers.{name}")
    except ImportError:
        return f"not installed: {how_to_install('peers')}"
    figures: dict[str, float] = peer.measure(BATCH)
    return figures


def ratios(figures: dict[str, Any]) -> dict[str, float]:
    """This engine's figures divided by each peer's."""
    return {
        f"{kind}: carreau / {name}": figures["carreau"][kind] / value
        for name, peer in figures.items()
        if name != "carreau" and isinstance(peer, dict)
        for kind, value in peer.items()
    }


def measure_bots(game: Game) -> dict[str, float]:
    """Search iterations per second on one core, in the opening for two players: playouts to the end of a round or match."""
    return {
        f"{game.name}, as short as it gets, iterations/s": searched(game.new(2, 1, **game.short)),
        f"{game.name}, as it is, iterations/s": searched(game.new(2, 1)),
        "megabytes of the largest tree": search_for(game).NODE.itemsize * (MOST_ITERATIONS + 1) / 1e6,
    }


def measure_notes(game: Game) -> dict[str, float]:
    """Random matches for two, one core: bare, and noted for experiments; turn by turn, in time of the processor."""
    SIMULATION.need(game)
    options = game.read_options({}, 2)
    numbers, words = np.array(game._option_numbers(options), np.int64), np.array(seed_words(read_seed(1)), np.int64)
    results, totals = np.zeros((NOTED, 1 + 2 * 2)), np.zeros(64)
    setting = Setting("bench", game, 2, options, {}, ("random",) * 2)
    ways: tuple[Callable[[], object], ...] = (
        lambda: game._drive.random_matches(0, NOTED, 2, numbers, words, totals, results),
        lambda: play_noted(setting, read_seed(1), 0, NOTED),
        lambda: play_noted(setting, read_seed(1), 0, NOTED, needs={"cards"}),
    )
    bare, plain, cards = (min(seconds) for seconds in zip(*([cost(way) for way in ways] for _ in range(20))))
    return {
        f"{game.name} at random, 2 players, matches/s": NOTED / bare,
        "noted with all that is measured of random play, matches/s": NOTED / plain,
        "part of the bare speed": bare / plain,
        "part of it with cards, too": bare / cards,
    }


def searched(match: Match) -> float:
    seen, search = Seen.of(match, match.acting[0]), search_for(match.game)
    iterations, seed = 5000, 0

    def work() -> int:
        nonlocal seed
        seed += iterations
        nodes = np.zeros(iterations + 1, search.NODE)
        search.grow(seen._states, seen.seat, iterations, seed, 0.5, NO_LIMIT, nodes, np.zeros(1, np.int64))
        return int(nodes[0].visits)

    return rate(work)


def measure_cpp(source: Path) -> float | str:
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        return "no C++ compiler found"
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / source.stem)
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, str(source)], check=True)

        def run() -> float:
            _, moves, seconds = subprocess.run([program, "10000"], capture_output=True, text=True, check=True).stdout.split()
            return int(moves) / float(seconds)

        return max(run() for _ in range(3))
