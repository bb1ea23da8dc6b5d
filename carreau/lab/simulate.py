"""Many matches: how long, how they end, who wins.

Players choose at random, or are bots; where several act at once, a reaction model (bots/reaction.py) orders what they
see and do.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

import numpy as np

from carreau.bots.bot import Bot
from carreau.bots.reaction import Reaction, play_real_time
from carreau.bots.turn import SEED_BITS, take_turn
from carreau.core.behind import BEHIND
from carreau.core.engine import SIMULATION, drive_of, in_real_time
from carreau.core.game import Game
from carreau.core.seed import read_seed, seed_words
from carreau.lab.interval import wilson

Progress = Callable[[int], None]  # called with how many more matches are done

SLICES = 200


@dataclass(frozen=True)
class Share:
    """A share of wins with its 95 % interval."""

    seat: int
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Simulation:
    """The result of many matches."""

    game: str
    version: int
    players: int
    options: dict[str, Any]
    seed: str
    matches: int
    seconds: float
    moves: int
    moves_per_second: float
    length: float  # mean number of actions of a match
    shortest: int
    longest: int
    shares: list[Share]
    points: list[float]  # mean per seat
    report: dict[str, Any]  # what the game's tally says

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def simulate(
    game: Game, players: int | None, matches: int, options: Mapping[str, Any], seed: int | str | None, progress: Progress,
    reactions: Sequence[Reaction] = (), bots: Sequence[Bot] = (),
) -> Simulation:  # fmt: skip
    """Play `matches` matches on all cores, with the seeds seed, seed + 1, …; the number of cores does not change the result.

    `reactions` and `bots` give one for each seat. While the rules are being compiled, matches at random are played in plain
    Python, so that nobody has to wait.
    """
    players = game.read_players(players, options)
    chosen = game.read_options(options, players)
    seed = read_seed(seed)
    numbers = np.array(game._option_numbers(chosen), np.int64)
    words = np.array(seed_words(seed), np.int64)
    columns = game.tally.COLUMNS if game.tally else ()
    results = np.zeros((matches, 1 + 2 * players))
    real_time = in_real_time(game, players, chosen)

    def work(begin: int, end: int) -> Any:
        totals = np.zeros(max(1, len(columns)))
        if real_time:
            race(game, players, chosen, int(seed, 16), begin, reactions or [Reaction()] * players, totals, results[begin:end])
        elif bots:
            contest(game, players, chosen, int(seed, 16), begin, bots, totals, results[begin:end])
        else:
            drive_of(game).random_matches(begin, end - begin, players, numbers, words, totals, results[begin:end])
        return totals

    started = time.perf_counter()
    if bots:
        SIMULATION.need(game)
    first = [] if bots else list(while_compiling(game, work, matches, progress))
    totals = sum(first, np.zeros(max(1, len(columns))))
    totals += sum(run_slices(work, len(first), matches, progress))
    seconds = time.perf_counter() - started
    sums = dict(zip(columns, totals.tolist(), strict=False))
    return Simulation(
        game=game.id, version=game.version, players=players, options=chosen, seed=seed, matches=matches, seconds=seconds,
        moves=int(results[:, 0].sum()), moves_per_second=results[:, 0].sum() / seconds, length=results[:, 0].mean(),
        shortest=int(results[:, 0].min()), longest=int(results[:, 0].max()),
        shares=[share_of(seat, results[:, 1 + seat].mean(), matches) for seat in range(players)],
        points=results[:, 1 + players :].mean(axis=0).tolist(),
        report=game.tally.report(sums, matches) if game.tally else {},
    )  # fmt: skip


def race(
    game: Game, players: int, options: Mapping[str, Any], seed: int, first: int, reactions: Sequence[Reaction],
    totals: Any, results: Any,
) -> None:  # fmt: skip
    """Matches in simulated time; the results as `random_matches` gives them."""
    for i in range(len(results)):
        match = game.new(players, (seed + first + i) % 2**256, **options)
        play_real_time(match, reactions, first + i, totals)
        results[i] = [match.ply, *match.returns, *match.points]


def contest(
    game: Game, players: int, options: Mapping[str, Any], seed: int, first: int, bots: Sequence[Bot], totals: Any, results: Any
) -> None:  # fmt: skip
    """Matches between bots; the results as `random_matches` gives them."""
    for i in range(len(results)):
        match = game.new(players, (seed + first + i) % 2**256, **options)
        chance = Random(first + i)
        while not match.over:
            seat = match.acting[0]
            action = take_turn(match, bots[seat], seat, chance.getrandbits(SEED_BITS))
            game._drive.tally_at(match._address, seat, action, totals)
        results[i] = [match.ply, *match.returns, *match.points]


def while_compiling(game: Game, work: Callable[..., Any], matches: int, progress: Progress) -> Iterator[Any]:
    """The results of the first matches, one by one in plain Python, while another process compiles."""
    SIMULATION.want(game)
    for match in range(matches):
        if BEHIND.has_failed(game):
            SIMULATION.need(game)  # says why
        if SIMULATION.is_used(game):
            return
        yield work(match, match + 1)
        progress(1)


def run_slices(work: Callable[[int, int], Any], first: int, matches: int, progress: Progress) -> Iterator[Any]:
    """The results of all slices in order, from all cores."""
    size = max(1, math.ceil((matches - first) / SLICES))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        tasks: list[tuple[int, Future[Any]]] = []
        for begin in range(first, matches, size):
            end = min(begin + size, matches)
            tasks.append((end - begin, pool.submit(work, begin, end)))
        try:
            for done, task in tasks:
                yield task.result()
                progress(done)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)  # drop what has not started


def share_of(seat: int, share: float, matches: int) -> Share:
    """A seat's share; for shared wins its interval is a little too wide, never too narrow."""
    low, high = wilson(share, matches)
    return Share(seat, float(share), float(low), float(high))
