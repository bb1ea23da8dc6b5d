"""The ladder: bots against each other on the same deals, and what that says about their strength.

Two bots take alternate seats in a match, and every deal is played once for each rotation of the table, so that
neither the cards nor the seats favour either bot.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from itertools import combinations
from random import Random
from typing import Any

from carreau.bots.levels import Level
from carreau.bots.reaction import play_real_time
from carreau.bots.turn import play_out
from carreau.core.extra import need
from carreau.core.game import Game
from carreau.core.seed import read_seed
from carreau.lab.interval import Z, wilson

Progress = Callable[[int], None]  # called with how many more matches are done

MARGIN = 0.05  # shares nearer to a half than this count as equal when a comparison is decided
CERTAIN = math.log(0.95 / 0.05)
FEWEST_DEALS = 10  # before a comparison can be decided
RESAMPLES = 200
PER_ELO = 400 / math.log(10)


@dataclass(frozen=True)
class Pair:
    """Two bots compared: the share of the wins that went to the first."""

    first: str
    second: str
    matches: int
    share: float
    low: float
    high: float
    decided: bool  # whether the sequential test ended it early
    deals: list[float] = field(repr=False)  # the share per deal


@dataclass(frozen=True)
class Standing:
    """A bot's place on the ladder."""

    bot: str
    share: float  # of the wins, over all its pairs
    rating: float  # Elo with a mean of 0 (two players), or openskill's mu (more)
    low: float
    high: float


@dataclass(frozen=True)
class Ladder:
    """The result of a ladder."""

    game: str
    version: int
    players: int
    options: dict[str, Any]
    seed: str
    scale: str  # elo or openskill
    matches: int
    seconds: float
    standings: list[Standing]  # the strongest first
    pairs: list[Pair]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def climb(
    game: Game, players: int | None, bots: Mapping[str, Level], matches: int, options: Mapping[str, Any],
    seed: int | str | None, progress: Progress, early: bool = True,
) -> Ladder:  # fmt: skip
    """A round robin: `matches` matches for every pair, fewer where a comparison is decided early."""
    players = game.read_players(players, options)
    chosen = game.read_options(options, players)
    need_ratings(players)
    seed = read_seed(seed)
    started = time.perf_counter()
    pairs = []
    for first, second in combinations(bots, 2):
        deals = compare(game, players, chosen, bots[first], bots[second], matches, int(seed, 16), progress, early)
        pairs.append(weigh(first, second, players, deals, matches))
    scale = "elo" if players == 2 else "openskill"
    standings = rank(list(bots), pairs) if players == 2 else rank_many(list(bots), pairs)
    return Ladder(
        game=game.id, version=game.version, players=players, options=chosen, seed=seed, scale=scale,
        matches=sum(pair.matches for pair in pairs), seconds=time.perf_counter() - started, standings=standings, pairs=pairs,
    )  # fmt: skip


# matches


def line_ups(players: int) -> list[list[int]]:
    """Who sits where: bot 0 and bot 1 alternate, and the table turns so that each has every seat equally often."""
    turned = [[(seat + shift) % players % 2 for seat in range(players)] for shift in range(players)]
    mirrored = [[1 - bot for bot in line_up] for line_up in turned]
    return turned[:2] if players % 2 == 0 else turned + mirrored


def compare(
    game: Game, players: int, options: Mapping[str, Any], first: Level, second: Level, matches: int, seed: int,
    progress: Progress, early: bool,
) -> list[float]:  # fmt: skip
    """The first bot's share, per deal."""
    tables = line_ups(players)
    deals: list[float] = []

    def work(deal: int) -> float:
        shares = [play_match(game, players, options, [(first, second)[b] for b in table], seed + deal) for table in tables]
        return sum(share_of(table, result) for table, result in zip(tables, shares)) / len(tables)

    for share in side_by_side(work, max(1, round(matches / len(tables)))):
        deals.append(share)
        progress(len(tables))
        if early and is_decided(deals):
            break
    return deals


def side_by_side(work: Callable[[int], float], count: int) -> Iterator[float]:
    """The results in order, from all cores, never computed far ahead of what is asked for."""
    cores = os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as pool:
        ahead = [pool.submit(work, i) for i in range(min(cores, count))]
        for i in range(count):
            result = ahead.pop(0).result()
            if i + cores < count:
                ahead.append(pool.submit(work, i + cores))
            try:
                yield result
            except GeneratorExit:
                for task in ahead:
                    task.cancel()
                raise


def play_match(game: Game, players: int, options: Mapping[str, Any], bots: Sequence[Level], seed: int) -> tuple[float, ...]:
    """Each seat's share of the win."""
    match = game.new(players, seed % 2**256, **options)
    if match.in_real_time:
        play_real_time(match, [bot.reaction for bot in bots], seed % 2**60)
        return match.returns
    play_out(match, [bot.bot for bot in bots], seed)
    return match.returns


def share_of(table: Sequence[int], returns: Sequence[float]) -> float:
    return sum(share for bot, share in zip(table, returns) if bot == 0)


def is_decided(deals: Sequence[float]) -> bool:
    """Wald's sequential test between a share of 45 % and one of 55 %, for the mean over deals."""
    n = len(deals)
    if n < FEWEST_DEALS:
        return False
    mean = sum(deals) / n
    variance = max(sum((share - mean) ** 2 for share in deals) / (n - 1), 0.25 / n)
    return abs(n * 2 * MARGIN * (mean - 0.5) / variance) > CERTAIN


# what they say


def weigh(first: str, second: str, players: int, deals: list[float], asked: int) -> Pair:
    share, low, high = interval(deals)
    played = len(deals) * len(line_ups(players))
    return Pair(first, second, played, share, low, high, played < asked, deals)


def interval(deals: Sequence[float]) -> tuple[float, float, float]:
    """The mean share with its 95 % interval (Wilson's, for as many matches as would spread like these deals)."""
    n = len(deals)
    mean = sum(deals) / n
    spread = sum((share - mean) ** 2 for share in deals) / max(1, n - 1) / n
    worth = mean * (1 - mean) / spread if spread > 0 else n
    return mean, *wilson(mean, worth)


def rank(bots: list[str], pairs: list[Pair]) -> list[Standing]:
    """Elo ratings that explain all pairs best, with intervals from resampling the deals."""
    ratings = elo(bots, [(pair, pair.share) for pair in pairs])
    chance = Random(0)
    samples = []
    for _ in range(RESAMPLES):
        drawn = [(pair, sum(chance.choices(pair.deals, k=len(pair.deals))) / len(pair.deals)) for pair in pairs]
        samples.append(elo(bots, drawn))
    standings = []
    for bot in bots:
        values = sorted(sample[bot] for sample in samples)
        low, high = values[round(0.025 * RESAMPLES)], values[round(0.975 * RESAMPLES) - 1]
        standings.append(Standing(bot, total_share(bot, pairs), ratings[bot], min(low, ratings[bot]), max(high, ratings[bot])))
    return sorted(standings, key=lambda one: -one.rating)


def need_ratings(players: int) -> None:
    """Two players are rated here, more by openskill."""
    if players > 2:
        need(f"A ladder for {players} players", "lab", openskill="openskill")


def elo(bots: list[str], shares: list[tuple[Pair, float]]) -> dict[str, float]:
    """Bradley-Terry strengths (by Zermelo's iteration), with an extra draw for each pair so that they stay finite."""
    strength = dict.fromkeys(bots, 1.0)
    won = dict.fromkeys(bots, 0.0)
    for pair, share in shares:
        won[pair.first] += share * pair.matches + 0.5
        won[pair.second] += (1 - share) * pair.matches + 0.5
    for _ in range(300):
        met = dict.fromkeys(bots, 0.0)
        for pair, _share in shares:
            both = (pair.matches + 1) / (strength[pair.first] + strength[pair.second])
            met[pair.first] += both
            met[pair.second] += both
        strength = {bot: won[bot] / met[bot] if met[bot] else 1.0 for bot in bots}
    ratings = {bot: PER_ELO * math.log(strength[bot]) for bot in bots}
    mean = sum(ratings.values()) / len(ratings)
    return {bot: rating - mean for bot, rating in ratings.items()}


def rank_many(bots: list[str], pairs: list[Pair]) -> list[Standing]:
    """openskill's ratings (Plackett-Luce), deal by deal."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {bot: model.rating(name=bot) for bot in bots}
    for i in range(max(len(pair.deals) for pair in pairs)):  # in turn, so that no pair has the last word
        for pair in pairs:
            if i < len(pair.deals):
                teams = [[ratings[pair.first]], [ratings[pair.second]]]
                new = model.rate(teams, scores=[pair.deals[i], 1 - pair.deals[i]])
                ratings[pair.first], ratings[pair.second] = new[0][0], new[1][0]
    standings = [
        Standing(bot, total_share(bot, pairs), one.mu, one.mu - Z * one.sigma, one.mu + Z * one.sigma)
        for bot, one in ratings.items()
    ]
    return sorted(standings, key=lambda one: -one.rating)


def total_share(bot: str, pairs: list[Pair]) -> float:
    shares = [pair.share if bot == pair.first else 1 - pair.share for pair in pairs if bot in (pair.first, pair.second)]
    return sum(shares) / len(shares) if shares else 0.0
