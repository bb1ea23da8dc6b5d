"""Intervals contain the truth as often as they say, for a game whose truth is known; those that ignore the deal do not."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from carreau.lab.statistics import (
    Deals,
    Estimate,
    difference_by_deal,
    mean_by_deal,
    part_by_deal,
    quantile_by_deal,
    ratio_by_deal,
    regress,
    resampled,
    share_by_deal,
    together,
)
from tests.effort import often
from tests.lab.tiny import CARDS, Columns, Tiny, matches

REPEATS = often(1000)
DEALS, AGAIN = 60, 4
GAME, OTHER = Tiny(), Tiny(upset=0.25, more=1)


def coverage(truth: float, estimate: Callable[[Columns], Estimate], repeats: int = REPEATS) -> float:
    """How often the interval contains the truth."""
    found = [estimate(matches(GAME, seed, DEALS, AGAIN)) for seed in range(repeats)]
    return sum(one.low <= truth <= one.high for one in found) / repeats


def is_right(part: float) -> bool:
    return 0.92 <= part <= 0.98


def seat_zero(columns: Columns) -> np.ndarray:
    return columns["shares"][:, 0]


def alone(columns: Columns) -> np.ndarray:
    """As if every match had a deal of its own."""
    return np.arange(len(columns["deal"]))


WON = GAME.truth(seat_zero)
LENGTH = GAME.truth(lambda columns: columns["plies"])
CHOICE = GAME.truth(lambda columns: columns["branching"][:, 0]) / GAME.truth(lambda columns: columns["decisions"][:, 0])


def test_the_truth_is_known() -> None:
    assert pytest.approx(21 / 36 * 0.9 + 15 / 36 * 0.1) == WON and pytest.approx(4 + 3.5 + 1) == LENGTH


def test_shares() -> None:
    assert is_right(coverage(WON, lambda columns: share_by_deal(seat_zero(columns), columns["deal"])))


def test_means() -> None:
    assert is_right(coverage(LENGTH, lambda columns: mean_by_deal(columns["plies"], columns["deal"])))


def test_ratios() -> None:
    def estimate(columns: Columns) -> Estimate:
        return ratio_by_deal(columns["branching"][:, 0], columns["decisions"][:, 0], columns["deal"])

    assert is_right(coverage(CHOICE, estimate))


@pytest.mark.parametrize("kind", ["share", "mean", "ratio"])
def test_intervals_that_ignore_the_deal_fail(kind: str) -> None:
    naive: dict[str, tuple[float, Callable[[Columns], Estimate]]] = {
        "share": (WON, lambda columns: share_by_deal(seat_zero(columns), alone(columns))),
        "mean": (LENGTH, lambda columns: mean_by_deal(columns["plies"], alone(columns))),
        "ratio": (CHOICE, lambda columns: ratio_by_deal(columns["branching"][:, 0], columns["decisions"][:, 0], alone(columns))),
    }
    assert coverage(*naive[kind]) < 0.85


@pytest.mark.parametrize("deals", [6, 12])
def test_few_deals_are_counted_with_care(deals: int) -> None:
    """Where 1.96 standard errors would be too little."""
    samples = [matches(GAME, seed, deals, AGAIN) for seed in range(REPEATS)]
    found = [mean_by_deal(columns["plies"], columns["deal"]) for columns in samples]
    assert is_right(sum(one.low <= LENGTH <= one.high for one in found) / REPEATS)
    if deals == 6:
        assert sum(abs(one.value - LENGTH) < 1.96 * one.error for one in found) / REPEATS < 0.92


def test_paired_differences() -> None:
    """Between two ways to play the same deals, with other choices; over the deals that both have."""
    truth = WON - OTHER.truth(seat_zero)
    found, apart = [], []
    for seed in range(REPEATS):
        one, other = matches(GAME, seed, DEALS, AGAIN), matches(OTHER, seed, DEALS + 5, AGAIN - 1, choices=1)
        sides = ((seat_zero(one), None, one["deal"]), (seat_zero(other), None, other["deal"]))
        found.append(difference_by_deal(*sides, range_of_values=1))
        apart.append(share_by_deal(*sides[0][::2]).error ** 2 + share_by_deal(*sides[1][::2]).error ** 2)
    assert is_right(sum(one.low <= truth <= one.high for one in found) / REPEATS)
    assert np.mean([one.error for one in found]) < 0.65 * math.sqrt(np.mean(apart))  # the deals have much in common


def test_paired_differences_of_ratios() -> None:
    truth = CHOICE - OTHER.truth(lambda one: one["branching"][:, 0]) / OTHER.truth(lambda one: one["decisions"][:, 0])
    found = []
    for seed in range(REPEATS):
        both = matches(GAME, seed, DEALS, AGAIN), matches(OTHER, seed, DEALS, AGAIN, choices=1)
        first, second = ((one["branching"][:, 0], one["decisions"][:, 0], one["deal"]) for one in both)
        found.append(difference_by_deal(first, second))
    assert is_right(sum(one.low <= truth <= one.high for one in found) / REPEATS)


def explained(columns: Columns) -> tuple[np.ndarray, np.ndarray]:
    """A row for each seat: seat 0, which cards but the first it has; and its share."""
    laid = columns["laid"][:, :, 1:]
    seat = np.broadcast_to(np.array([1.0, 0.0])[None, :, None], (*laid.shape[:2], 1))
    every = np.concatenate([np.ones_like(seat), seat, laid], axis=2).astype(np.float64)
    return every.reshape(-1, every.shape[2]), columns["shares"].reshape(-1).astype(np.float64)


def test_coefficients_of_a_regression() -> None:
    chances, columns = GAME.every()
    rows, shares = explained(columns)
    weights = np.repeat(chances, 2)[:, None] * rows
    truth = np.linalg.solve(weights.T @ rows, weights.T @ shares)
    hits = {"deal": 0, "alone": 0}
    for seed in range(often(300)):
        columns = matches(GAME, seed, DEALS, AGAIN)
        block = explained(columns)
        for name, deal in (("deal", columns["deal"]), ("alone", alone(columns))):
            found = regress([(*block, np.repeat(deal, 2))])
            hits[name] += sum(
                one.low <= value <= one.high for one, value in zip(map(found.estimate, range(2 + CARDS - 1)), truth)
            )
    tried = often(300) * len(truth)
    assert is_right(hits["deal"] / tried) and hits["alone"] / tried < 0.85


def test_whatever_is_resampled() -> None:
    """The correlation of a match's length with who wins, which has no formula here."""
    chances, columns = GAME.every()
    deviations = np.stack([columns["plies"] - LENGTH, seat_zero(columns) - WON])
    squares = (chances * deviations) @ deviations.T
    truth = squares[0, 1] / math.sqrt(squares[0, 0] * squares[1, 1])

    def estimate(columns: Columns, deal: str = "deal") -> Estimate:
        both = np.stack([columns["plies"], seat_zero(columns)])
        return resampled(lambda rows: float(np.corrcoef(both[:, rows])[0, 1]), columns["deal"], draws=150)

    assert is_right(coverage(truth, estimate, often(200)))


def test_quantiles() -> None:
    """The truth is the first length that three of four matches do not exceed: steps of whole plies are kind to intervals."""
    long = min(n for n in range(20) if GAME.truth(lambda columns: columns["plies"] <= n) >= 0.75)  # noqa: B023
    assert coverage(long, lambda columns: quantile_by_deal(columns["plies"], 0.75, columns["deal"])) >= 0.92


def test_the_part_of_the_variance_that_is_the_deals() -> None:
    chances, _ = GAME.every()
    won = [GAME.upset if zero < one else 1 - GAME.upset for _, (zero, one), *_ in GAME.outcomes()]
    truth = float(chances @ np.square(won) - WON**2) / (WON * (1 - WON))
    assert is_right(coverage(truth, lambda columns: part_by_deal(seat_zero(columns), columns["deal"])))
    assert is_right(coverage(truth, lambda columns: part_by_deal(columns["shares"], columns["deal"], columns["table"])))


@pytest.mark.parametrize("upset", [0.0, 0.004, 0.02])
def test_shares_near_nothing_have_room_above(upset: float) -> None:
    """Seat 1 wins only by an upset, if at all: from deals without a single one, nothing is certain."""
    chance = np.random.default_rng(3)
    deal = np.repeat(np.arange(DEALS), AGAIN)
    found = [share_by_deal((chance.random(len(deal)) < upset).astype(float), deal) for _ in range(REPEATS)]
    assert all(0 <= one.low <= one.value < one.high < 0.2 for one in found)
    assert sum(one.low <= upset <= one.high for one in found) / REPEATS >= 0.92


def test_many_intervals_together() -> None:
    """All of a game's cards at once: each interval is wider, so that all contain the truth."""
    level, hits = together(CARDS), 0
    for seed in range(REPEATS):
        columns = matches(GAME, seed, DEALS, AGAIN)
        deals = Deals(columns["deal"])
        found = [share_by_deal(columns["laid"][:, 0, card].astype(float), deals, level=level) for card in range(CARDS)]
        hits += all(one.low <= 1 / CARDS <= one.high for one in found)
    assert 0.93 <= hits / REPEATS <= 0.985
