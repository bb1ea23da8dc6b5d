"""The sequential test is wrong as seldom as it promises, and what comes after its decision does not change it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from carreau.lab.statistics import Sprt
from carreau.lab.statistics.sequential import EQUAL, FEWEST, FIRST, SECOND
from tests.effort import often

TRIES = often(1000)
Draw = Callable[[np.random.Generator, float, int], np.ndarray]


def won_or_lost(part: float) -> Draw:
    """Differences of shares, when so many of the deals end otherwise."""

    def draw(chance: np.random.Generator, mean: float, deals: int) -> np.ndarray:
        return chance.choice([1.0, 0.0, -1.0], deals, p=[(part + mean) / 2, 1 - part, (part - mean) / 2])

    return draw


def plies(spread: float) -> Draw:
    """Differences of lengths."""
    return lambda chance, mean, deals: chance.normal(mean, spread, deals)


CASES = {
    "half of the deals": (won_or_lost(0.5), 0.1, 1.0, 2000),
    "few deals": (won_or_lost(0.15), 0.1, 1.0, 1000),
    "rare": (won_or_lost(0.02), 0.02, 1.0, 4000),
    "lengths": (plies(6), 2.0, 0.0, 1000),
    "steady lengths": (plies(2), 2.0, 0.0, 300),
}


def decisions(case: str, mean: float, alpha: float = 0.05, beta: float = 0.05) -> dict[str | None, float]:
    """How often the test says what, if the truth is `mean` times the difference worth knowing."""
    draw, apart, reach, deals = CASES[case]
    test, chance = Sprt(apart, alpha, beta, reach), np.random.default_rng(5)
    said = [test.verdict(draw(chance, mean * apart, deals)).decided for _ in range(TRIES)]
    return {one: said.count(one) / TRIES for one in (FIRST, SECOND, EQUAL, None)}


@pytest.mark.parametrize("case", CASES)
def test_equal_ways_are_seldom_called_different(case: str) -> None:
    """Within what 1000 tries can tell: 0.05 with a standard error of 0.007."""
    said = decisions(case, 0.0)
    assert said[FIRST] + said[SECOND] <= 0.065 and said[None] <= 0.01


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize(("mean", "name"), [(1.0, FIRST), (-1.0, SECOND)])
def test_ways_that_are_apart_are_seldom_called_equal(case: str, mean: float, name: str) -> None:
    said = decisions(case, mean)
    assert said[name] >= 0.935 - said[None] and said[None] <= 0.01


def test_differences_that_are_enormous_now_and_then_cost_a_little() -> None:
    """Far from normal: deals that are mostly a little shorter, and seldom much longer. The first forty save the most."""
    chance, test = np.random.default_rng(8), Sprt(2.0)
    wrong = [test.verdict(chance.exponential(6, 1000) - 4).decided == EQUAL for _ in range(TRIES)]
    assert sum(wrong) / TRIES <= 0.095


def test_stricter_bounds_are_kept_too() -> None:
    said = decisions("lengths", 0.0, alpha=0.01), decisions("lengths", 1.0, beta=0.01)
    assert said[0][FIRST] + said[0][SECOND] <= 0.02 and said[1][EQUAL] <= 0.02


def test_it_ends_early() -> None:
    """A fixed number of deals that tells these apart as surely would be (1.96 + 1.64)² · 6² / 2² = 117."""
    draw, apart, reach, deals = CASES["lengths"]
    chance = np.random.default_rng(6)
    needed = [Sprt(apart, range_of_values=reach).verdict(draw(chance, apart, deals)).deals for _ in range(TRIES)]
    assert np.mean(needed) < 90


def test_a_decision_stays() -> None:
    """However many more deals were played before somebody asked."""
    differences = np.random.default_rng(7).normal(3, 6, 400)
    test = Sprt(2.0)
    verdict = test.verdict(differences)
    assert verdict.decided == FIRST and FEWEST <= verdict.deals < 300
    assert all(test.verdict(differences[:more]) == verdict for more in range(verdict.deals, 400, 7))
    assert test.verdict(differences[: verdict.deals - 1]).decided is None
    assert test.verdict(-differences).decided == SECOND


def test_without_any_difference_it_ends_soon_but_not_at_once() -> None:
    assert Sprt(0.05, range_of_values=1).verdict(np.zeros(FEWEST)).decided is None
    verdict = Sprt(0.05, range_of_values=1).verdict(np.zeros(1000))
    assert verdict.decided == EQUAL and 60 < verdict.deals < 120
    assert Sprt(0.05).verdict(np.zeros(0)).deals == 0
