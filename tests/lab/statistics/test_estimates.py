"""What estimates are made of: deals, ratios, corrections, regression."""

from __future__ import annotations

import math

import numpy as np
import pytest

from carreau.lab.interval import wilson
from carreau.lab.statistics import (
    UNKNOWN,
    Deals,
    difference_by_deal,
    half_width,
    holm,
    mean_by_deal,
    part_by_deal,
    quantile_by_deal,
    ratio_by_deal,
    regress,
    resampled,
    share_by_deal,
    together,
)
from carreau.lab.statistics.student import reach

CHANCE = np.random.default_rng(11)


def test_one_match_for_each_deal_is_the_textbook_case() -> None:
    values = CHANCE.normal(3, 2, 50)
    found = mean_by_deal(values, np.arange(50))
    half = reach(0.95, 49) * values.std(ddof=1) / math.sqrt(50)
    assert (found.value, found.low, found.high) == pytest.approx((values.mean(), values.mean() - half, values.mean() + half))


def test_many_shares_have_wilsons_interval() -> None:
    won = (CHANCE.random(100_000) < 0.1).astype(np.float32)
    found = share_by_deal(won, np.arange(len(won)))
    assert (found.low, found.high) == pytest.approx(wilson(float(won.mean()), len(won)), abs=1e-6)
    assert half_width(won, np.arange(len(won))) == pytest.approx(found.half)


def test_playing_a_deal_again_with_the_same_end_adds_nothing() -> None:
    won = (CHANCE.random(80) < 0.5).astype(float)
    once, often = share_by_deal(won, np.arange(80)), share_by_deal(np.repeat(won, 9), np.repeat(np.arange(80), 9))
    assert (often.value, often.low, often.high) == pytest.approx((once.value, once.low, once.high))


@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("deals", [2, 10, 1000])
def test_shares_that_are_always_the_same_are_not_certain(value: float, deals: int) -> None:
    found = share_by_deal(np.full(2 * deals, value), np.repeat(np.arange(deals), 2))
    assert found.value == value and 1 / deals < found.high - found.low <= 1 and found.low <= value <= found.high


def test_the_order_of_rows_does_not_matter() -> None:
    deal, values = CHANCE.integers(0, 30, 200), CHANCE.random(200)
    order = np.argsort(deal, kind="stable")
    assert mean_by_deal(values, deal) == mean_by_deal(values[order], deal[order])
    assert resampled(lambda rows: float(values[rows].mean()), deal).value == pytest.approx(values.mean())
    values[::3] = math.nan
    assert mean_by_deal(values, deal) == mean_by_deal(values[order], deal[order])
    assert np.array_equal(Deals(deal).rows_of(np.array([4, 4])), np.tile(np.flatnonzero(deal == Deals(deal).numbers[4]), 2))


def test_what_is_not_known_is_left_out() -> None:
    values = np.array([1.0, math.nan, 3.0, math.nan])
    assert mean_by_deal(values, np.array([0, 0, 1, 2])).value == 2.0
    assert mean_by_deal(np.full(3, math.nan), np.arange(3)) is UNKNOWN
    assert ratio_by_deal(np.zeros(3), np.zeros(3), np.arange(3)) is UNKNOWN
    assert quantile_by_deal(np.zeros(0), 0.5, np.zeros(0)) is UNKNOWN
    assert math.isnan(mean_by_deal(values, np.zeros(4)).low)  # of one deal
    assert share_by_deal(np.ones(4), np.zeros(4)).low == 0.0


def test_differences_use_common_deals_only() -> None:
    first, second = np.array([1.0, 2.0, 9.0]), np.array([5.0, 1.0, 1.0])
    found = difference_by_deal((first, None, np.array([0, 1, 2])), (second, None, np.array([7, 0, 1])))
    assert found.value == pytest.approx(0.5) and found.degrees == 1
    assert difference_by_deal((first, None, np.array([0, 1, 2])), (second, None, np.array([7, 8, 9]))) is UNKNOWN


def test_no_difference_of_shares_is_not_certain() -> None:
    same = (CHANCE.random(100) < 0.3).astype(float), None, np.arange(100)
    found = difference_by_deal(same, same, range_of_values=1)
    assert found.value == 0 and found.half == pytest.approx(reach(0.95, 99) / 100)
    assert difference_by_deal(same, same).half == 0


def test_the_median_of_a_known_sample() -> None:
    found = quantile_by_deal(np.arange(1, 102), 0.5, np.arange(101))
    assert found.value == 51 and (found.low, found.high) == pytest.approx((41, 61), abs=1)


def test_holm_is_the_textbooks() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == [] and together(5) == pytest.approx(0.99) and together(0) == 0.95


def test_chances_of_estimates() -> None:
    found = mean_by_deal(CHANCE.normal(1, 1, 40), np.arange(40))
    assert found.chance(found.value) == pytest.approx(1) and found.chance(found.low) == pytest.approx(0.05)
    assert found.differs_from(0.0) and not found.differs_from(found.value)
    assert mean_by_deal(np.ones(9), np.arange(9)).chance(1.0) == 1 and mean_by_deal(np.ones(9), np.arange(9)).chance(0.0) == 0


def test_regression_in_pieces_is_regression_at_once() -> None:
    columns = np.concatenate([np.ones((300, 1)), CHANCE.random((300, 3))], axis=1)
    explained, deal = columns @ [1.0, -2.0, 0.0, 3.0] + CHANCE.normal(0, 1, 300), np.repeat(np.arange(60), 5)
    whole = regress([(columns, explained, deal)])
    parts = regress([(columns[i : i + 50], explained[i : i + 50], deal[i : i + 50]) for i in range(0, 300, 50)])
    assert whole.values == pytest.approx(np.linalg.lstsq(columns, explained)[0]) and whole.deals == pytest.approx(parts.deals)
    assert parts.values == pytest.approx(whole.values) and parts.errors == pytest.approx(whole.errors)
    both = regress([(columns, explained, deal)], np.array([[0.0, 1.0, 0.0, 1.0]])).estimate(0)
    assert both.value == pytest.approx(whole.values[1] + whole.values[3]) and both.error != whole.estimate(1).error


def test_what_columns_say_together_only_has_no_coefficient() -> None:
    """One column is another and one more; a third is always 0."""
    random = CHANCE.random((40, 1))
    columns = np.concatenate([random, 1 + random, np.zeros((40, 1)), np.ones((40, 1)), CHANCE.random((40, 1))], axis=1)
    rows = [(columns, 3 * random[:, 0] + 1 - 2 * columns[:, 4], np.arange(40))]
    assert [regress(rows).can_be_told[k] for k in range(5)] == [False] * 4 + [True]
    assert regress(rows).estimate(4).value == pytest.approx(-2) and regress(rows).estimate(0) is UNKNOWN
    sums = regress(rows, np.array([[1.0, 1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 1.0, 0.0]]))
    assert [sums.estimate(k).value for k in range(2)] == pytest.approx([3, 1])


def test_a_coefficient_that_hangs_on_few_deals_is_not_told() -> None:
    """Of a thousand deals three are without something: what it is worth is said by these alone, as sure as they may look."""
    has_it = np.ones(1000)
    has_it[:3] = 0
    found = regress([(np.stack([np.ones(1000), has_it], axis=1), (CHANCE.random(1000) < 0.5).astype(float), np.arange(1000))])
    assert found.deals[1] == pytest.approx(3, rel=0.05) and found.estimate(1) is UNKNOWN
    has_it[:30] = 0
    found = regress([(np.stack([np.ones(1000), has_it], axis=1), (CHANCE.random(1000) < 0.5).astype(float), np.arange(1000))])
    assert 20 < found.deals[1] < 40 and found.estimate(1).degrees == int(found.deals[1]) - 1


def test_deals_decide_everything_or_nothing() -> None:
    deal = np.repeat(np.arange(200), 2)
    table = np.zeros(400, np.int16)
    assert part_by_deal(np.repeat(CHANCE.random(200), 2), deal).value == pytest.approx(1)
    assert part_by_deal(CHANCE.random(400), deal, table).value < 0.2
    assert part_by_deal(CHANCE.random(200), np.arange(200)) is UNKNOWN


def test_a_deal_that_never_decided_anything_may_do_so_next_time() -> None:
    """Nearly every match ends in the same way: the few that do not are no two of one deal, and that proves little."""
    shares = np.ones((30, 2))
    shares[[3, 8, 20], [0, 1, 1]] = 0
    found = part_by_deal(shares.reshape(-1), np.repeat(np.arange(30), 2))
    assert found.value == 0 == found.low and found.high > 0.2


def test_tables_do_not_count_as_luck() -> None:
    """If only who sits where matters, the deal decides nothing."""
    deal, table = np.repeat(np.arange(100), 4), np.tile([0, 0, 1, 1], 100)
    shares = np.where(table == 0, 0.9, 0.1) + CHANCE.normal(0, 0.01, 400)
    assert part_by_deal(shares, deal, table).value < 0.2
