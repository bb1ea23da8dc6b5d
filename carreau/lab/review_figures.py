"""How good reviews are, in figures: `python -m carreau.lab.review_figures --help`.

Planted blunders and how many are found, the search's own moves and how many are called mistakes, verdicts again with four times
the thought, how long a review takes, and whether luck is fair: its mean over many matches.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from random import Random
from statistics import fmean, stdev, variance
from typing import Any

from carreau.bots.bot import Bot, Ismcts
from carreau.bots.levels import read_bot
from carreau.bots.turn import play_out
from carreau.core import policy
from carreau.core.engine import MATCH
from carreau.core.game import Game
from carreau.core.match import Match
from carreau.core.policy import Policy
from carreau.games import games, load
from carreau.lab.interval import Z, wilson
from carreau.review.budget import STANDARD, Budget
from carreau.review.chances import start_of
from carreau.review.judgement import judge_seen
from carreau.review.moments import Moment, moments_of
from carreau.review.review import review
from carreau.review.seeds import seed_for
from carreau.review.split import Split, quick_splits
from carreau.review.trees import difference, lines_after
from carreau.review.verdict import is_serious
from carreau.review.worlds_for import REVIEW

SEARCH = Ismcts(8000)  # whose best and worst moves are planted
DEEPER = 32_000  # iterations that say whether the worst move is a blunder
WORSE = 0.15  # a blunder is worse than the best move by this share of a win
LITTLE = 0.05  # variance of results: there is next to none to take out
PLAYERS = 2
CORES = 2
PLAYOUTS = 400  # for each decision when luck is counted


@dataclass(frozen=True)
class Rate:
    """How many of how many, with the 95 % interval of the share."""

    count: int
    of: int

    def as_json(self) -> dict[str, Any]:
        low, high = wilson(self.count / self.of, self.of) if self.of else (0.0, 1.0)
        return {**asdict(self), "share": self.count / self.of if self.of else None, "low": low, "high": high}


@dataclass(frozen=True)
class Fairness:
    """Luck and decisions over many matches between two kinds of bots, from the first bot's side."""

    matches: int
    result: float  # mean, less the start
    luck: tuple[float, float]  # mean, and half its 95 % interval
    decisions: tuple[float, float]
    taken_out: float | None  # which part of the variance of the result goes with the luck
    noise: float | None  # which part of it the counting has added
    worst_sum: float  # how far the parts of a result are from the result at most


# matches


def play(game: Game, bots: Sequence[Bot], seed: int, **options: Any) -> Match:
    match = game.new(PLAYERS, seed, **options)
    play_out(match, bots, seed)
    return match


def side_by_side(work: Callable[[int], Any], count: int) -> Iterator[Any]:
    with ThreadPoolExecutor(CORES) as pool:
        yield from pool.map(work, range(count))


# verdicts


def planted(game: Game, matches: int, each: int, budget: Budget, seed: int) -> dict[str, Rate]:
    """Of blunders planted at random plies of a search's matches, how many are found, and how many are called mistakes or
    blunders; of the search's own moves, how many are called so."""

    def work(number: int) -> list[tuple[bool, str]]:
        match = play(game, [Ismcts(1000)] * PLAYERS, seed_for(seed, "planted", number))
        moments = [moment for moment in moments_of(match) if len(moment.legal) > 1]
        chosen = Random(number).sample(moments, min(each, len(moments)))
        return [found for moment in chosen for found in plant(moment, budget, seed_for(seed, number, moment.ply))]

    found = [one for some in side_by_side(work, matches) for one in some]
    blunders, own = ([verdict for planted, verdict in found if planted is kind] for kind in (True, False))
    return {
        "planted_found": Rate(sum(map(bool, blunders)), len(blunders)),
        "planted_called_serious": Rate(sum(map(is_serious, blunders)), len(blunders)),
        "own_called_serious": Rate(sum(map(is_serious, own)), len(own)),
        "own_called_anything": Rate(sum(map(bool, own)), len(own)),
    }


def plant(moment: Moment, budget: Budget, seed: int, deeper: int = DEEPER) -> Iterator[tuple[bool, str]]:
    """What the search’s best move is called, and its worst if that is a blunder; each with whether it was planted."""
    seen = moment.seen[moment.seat]
    thought = sorted(SEARCH.estimate(seen, moment.legal, seed), key=lambda one: -one.weight)
    best, worst = thought[0].action, min(thought, key=lambda one: one.share).action
    yield False, judge_seen(seen, moment.legal, best, budget, seed + 1).verdict(best)
    if best != worst:
        lines = lines_after(seen, [best, worst], deeper, seed + 2)
        if difference(lines[best], lines[worst]).mean >= WORSE:
            yield True, judge_seen(seen, moment.legal, worst, budget, seed + 3).verdict(worst)


def repeated(game: Game, matches: int, budget: Budget, seed: int) -> tuple[Rate, Rate]:
    """Of mistakes and blunders, how many are still called so with four times the thought; and how many exactly the same."""

    def work(number: int) -> list[tuple[bool, bool]]:
        match = play(game, [read_bot("4"), read_bot("2")], seed_for(seed, "repeated", number))
        usual = budget.for_plies(match.ply)
        return [one for moment in moments_of(match) if len(moment.legal) > 1 for one in repeat(moment, usual, number)]

    found = [one for some in side_by_side(work, matches) for one in some]
    return Rate(sum(still for still, _ in found), len(found)), Rate(sum(same for _, same in found), len(found))


def repeat(moment: Moment, budget: Budget, seed: int) -> Iterator[tuple[bool, bool]]:
    def verdict(budget: Budget, seed: int) -> str:
        return judge_seen(moment.seen[moment.seat], moment.legal, moment.action, budget, seed).verdict(moment.action)

    first = verdict(budget, seed_for(seed, moment.ply, 1))
    if is_serious(first):
        again = verdict(budget.times(4), seed_for(seed, moment.ply, 2))
        yield is_serious(again), again == first


# luck


def fairness(
    game: Game, first: Bot, second: Bot, matches: int, playouts: int, seed: int, deals: int = 20_000, **options: Any
) -> Fairness:  # fmt: skip
    """The two bots change seats after every match."""
    start = start_of(game, PLAYERS, game.read_options(options, PLAYERS), deals)

    def work(number: int) -> Split:
        bots = [first, second] if number % 2 == 0 else [second, first]
        match = play(game, bots, seed_for(seed, "fair", number // 2), **options)
        return quick_splits(match, playouts, seed_for(seed, "luck", number), start)[number % 2]

    return fairness_of(list(side_by_side(work, matches)))


def fairness_of(splits: Sequence[Split]) -> Fairness:
    results = [one.result - one.start for one in splits]
    luck, decisions = [one.luck for one in splits], [one.own + one.others for one in splits]
    spread = variance(results)
    return Fairness(
        len(splits), fmean(results), mean_of(luck), mean_of(decisions),
        1 - variance(decisions) / spread if spread > LITTLE else None,
        fmean(one.error**2 for one in splits) / spread if spread > LITTLE else None,
        max(abs(one.start + one.luck + one.own + one.others - one.result) for one in splits),
    )  # fmt: skip


def mean_of(values: Sequence[float]) -> tuple[float, float]:
    """A mean, and half its 95 % interval."""
    return fmean(values), Z * stdev(values) / math.sqrt(len(values))


# all together


PARTS = ("seconds", "planted", "again", "equal", "stronger")


def figures(
    game: Game, matches: int, again: int, fair: int, seed: int, parts: Sequence[str] = PARTS, playouts: int = PLAYOUTS,
    budget: Budget = STANDARD,
) -> dict[str, Any]:  # fmt: skip
    found: dict[str, Any] = {"game": game.id}
    if "seconds" in parts:
        found["seconds"] = timed(game, seed)
    if "planted" in parts:
        found |= {name: rate.as_json() for name, rate in planted(game, matches, 8, budget, seed).items()}
    if "again" in parts:
        still, same = repeated(game, again, budget, seed)
        found |= {"still_serious": still.as_json(), "same_verdict": same.as_json()}
    if "equal" in parts:
        found["equal"] = asdict(fairness(game, read_bot("2"), read_bot("2"), fair, playouts, seed))
    if "stronger" in parts:
        found["stronger"] = asdict(fairness(game, read_bot("4"), read_bot("1"), fair, playouts, seed))
    return found


def timed(game: Game, seed: int) -> dict[str, float]:
    """How long the review of a match takes on two cores."""
    match = play(game, [read_bot("4")] * PLAYERS, seed)
    begun = time.perf_counter()
    review(match, cores=CORES)
    return {"plies": match.ply, "seconds": round(time.perf_counter() - begun, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=games())
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="what to measure")
    parser.add_argument("--matches", type=int, default=24, help="in which blunders are planted")
    parser.add_argument("--again", type=int, default=6, help="whose mistakes are looked at with four times the thought")
    parser.add_argument("--fair", type=int, default=400, help="over which luck is counted")
    parser.add_argument("--playouts", type=int, default=PLAYOUTS, help="for each decision, when luck is counted")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    policy.choose(Policy.FIRST)
    for name in given.games:
        game = load(name)
        MATCH.need(game)
        REVIEW.need(game)
        found = figures(game, given.matches, given.again, given.fair, given.seed, given.parts, given.playouts)
        print(json.dumps(found, indent=2), flush=True)
        print(f"{name} is done.", file=sys.stderr)


if __name__ == "__main__":
    main()
